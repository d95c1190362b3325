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
    kilometer: km, kms, kilometro, kilometros, quilometros
    meter: m, mt, mts, metro, metros
    centimeter: cm, cms, centimetro, centimetros
    millimeter: mm, milimetro, milimetros
    mile: mi, milla, millas
    nautical_mile: milla nautica, millas nauticas, nautical mile, nautical miles
    yard: yarda, yardas
    foot: pie, pies
    inch: pulgada, pulgadas, in, "
    light_year: ano luz, anos luz, light year, light years
    kilogram: kg, kgs, kilo, kilos, kilogramo, kilogramos
    gram: g, gr, grs, gramo, gramos
    milligram: mg, miligramo, miligramos
    metric_ton: t, tonelada, toneladas, tonne, tonnes, metric ton, metric tons
    pound: lb, lbs, libra, libras
    ounce: oz, onza, onzas
    stone: stone, stones
    liter: l, lt, lts, litro, litros
    milliliter: ml, mililitro, mililitros, cc, cm3, centimetros cubicos
    centiliter: cl, centilitro, centilitros
    gallon: gal, galon, galones
    quart: cuarto, cuartos, qt
    pint: pinta, pintas, pt
    fluid_ounce: onza liquida, onzas liquidas, fl oz, floz, fluid ounce, fluid ounces
    cup: taza, tazas
    tablespoon: cucharada, cucharadas, cda, cdas, tbsp
    teaspoon: cucharadita, cucharaditas, cdta, cdtas, cdita, tsp
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
    second: s, seg, segundo, segundos
    minute: min, minuto, minutos
    hour: h, hs, hora, horas
    day: d, dia, dias
    week: semana, semanas
    month: mes, meses
    year: ano, anos
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
