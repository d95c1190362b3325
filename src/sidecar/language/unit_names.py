"""Units as people write them, in Spanish and English, and what pint calls them. Keys are folded: see `fold_name`,
which makes `oc` of `ºC`.
"""

from __future__ import annotations

from collections.abc import Mapping


def _parse_table(table: str) -> dict[str, str]:
    return {
        name.strip(): unit.strip()
        for line in table.strip().splitlines()
        for unit, _, names in [line.partition(":")]
        for name in names.split(",")
    }


UNITS: Mapping[str, str] = _parse_table("""
    degC: °c, oc, c, celsius, centigrados, grados, grado, grados celsius, grados centigrados, degrees celsius, degrees c
    degF: °f, of, f, fahrenheit, grados fahrenheit, degrees fahrenheit, degrees f
    kelvin: k, kelvin, grados kelvin
    kilometer: km, kms, kilometro, kilometros, quilometros, kilometer, kilometers, kilometre, kilometres
    meter: m, mt, mts, metro, metros, meter, meters, metre, metres
    centimeter: cm, cms, centimetro, centimetros, centimeter, centimeters, centimetre, centimetres
    millimeter: mm, milimetro, milimetros, millimeter, millimeters
    mile: mi, milla, millas, mile, miles
    nautical_mile: milla nautica, millas nauticas, nautical mile, nautical miles
    yard: yarda, yardas, yard, yards
    foot: pie, pies, foot, feet, ft
    inch: pulgada, pulgadas, in, inch, inches, "
    light_year: ano luz, anos luz, light year, light years
    kilogram: kg, kgs, kilo, kilos, kilogramo, kilogramos, kilogram, kilograms
    gram: g, gr, grs, gramo, gramos, gram, grams
    milligram: mg, miligramo, miligramos
    metric_ton: t, tonelada, toneladas, tonne, tonnes, metric ton, metric tons
    pound: lb, lbs, libra, libras, pound, pounds
    ounce: oz, onza, onzas, ounce, ounces
    stone: stone, stones
    liter: l, lt, lts, litro, litros, liter, liters, litre, litres
    milliliter: ml, mililitro, mililitros, cc, cm3, centimetros cubicos
    centiliter: cl, centilitro, centilitros
    gallon: gal, galon, galones, gallon, gallons
    quart: cuarto, cuartos, qt
    pint: pinta, pintas, pt
    fluid_ounce: onza liquida, onzas liquidas, fl oz, floz, fluid ounce, fluid ounces
    cup: taza, tazas, cup, cups
    tablespoon: cucharada, cucharadas, cda, cdas, tbsp, tablespoon, tablespoons
    teaspoon: cucharadita, cucharaditas, cdta, cdtas, cdita, tsp, teaspoon, teaspoons
    kilometer/hour: km/h, kmh, kph, kilometros por hora, kilometers per hour
    mile/hour: mph, millas por hora, mi/h, miles per hour
    meter/second: m/s, metros por segundo, meters per second
    knot: nudo, nudos, kt, kts
    meter**2: m2, metro cuadrado, metros cuadrados, square meter, square meters, square metres
    kilometer**2: km2, kilometro cuadrado, kilometros cuadrados, square kilometers, square km
    centimeter**2: cm2, centimetros cuadrados
    foot**2: ft2, pie cuadrado, pies cuadrados, square foot, square feet, sqft, sq ft
    inch**2: in2, pulgadas cuadradas, square inches
    mile**2: mi2, milla cuadrada, millas cuadradas, square mile, square miles
    hectare: ha, hectarea, hectareas
    acre: acre, acres
    meter**3: m3, metro cubico, metros cubicos, cubic meter, cubic meters
    foot**3: ft3, pie cubico, pies cubicos, cubic foot, cubic feet
    second: s, seg, segundo, segundos, second, seconds, sec, secs
    minute: min, mins, minuto, minutos, minute, minutes
    hour: h, hs, hora, horas, hour, hours, hr, hrs
    day: d, dia, dias, day, days
    week: semana, semanas, week, weeks
    month: mes, meses, month, months
    year: ano, anos, year, years
    bit: bit, bits
    byte: b, byte, bytes
    kilobyte: kb, kilobytes
    megabyte: mb, mega, megas, megabytes
    gigabyte: gb, giga, gigas, gigabytes
    terabyte: tb, tera, teras, terabytes
    kibibyte: kib
    mebibyte: mib
    gibibyte: gib
    tebibyte: tib
    megabit/second: mbps, megabits por segundo, megabits per second
    gigabit/second: gbps
    megabyte/second: mb/s, megabytes por segundo, megabytes per second
    calorie: caloria, calorias
    kilocalorie: kcal, kilocaloria, kilocalorias
    joule: j, julio, julios
    kilojoule: kj
    watt_hour: wh
    kilowatt_hour: kwh
    watt: w, vatio, vatios
    kilowatt: kw, kilovatios
    metric_horsepower: cv, caballo, caballos, caballos de fuerza, caballos de vapor
    horsepower: hp, horsepower
    bar: bar, bares
    pound_force_per_square_inch: psi
    standard_atmosphere: atm, atmosfera, atmosferas
    hectopascal: hpa, hectopascales
    degree: grados sexagesimales, degrees
    radian: radianes
""")

US_KITCHEN = frozenset({"gallon", "quart", "pint", "fluid_ounce", "cup", "tablespoon", "teaspoon"})

_CURRENCY_NAMES = """
    usd, eur, ars, clp, mxn, uyu, brl, cop, pen, gbp, jpy, cny, btc, $, u$s, us$, €, £, dolar, dolares, dollar,
    dollars, euro, euros, peso, pesos, pesos argentinos, reales, reais, libra esterlina, libras esterlinas, yen,
    yenes, yuan, yuanes, bitcoin, bitcoins
"""
CURRENCIES = frozenset(name.strip() for name in _CURRENCY_NAMES.split(","))
