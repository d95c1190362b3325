"""Cities and countries and the time zones they keep, in Spanish and English. Names are folded, as `fold_name` does."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.language.fold import fold_name

_CITIES = """
    America/Argentina/Buenos_Aires: caba, capital federal, la plata, mar del plata, bahia blanca, baires, bs as, bsas
    America/Argentina/Cordoba: rosario, santa fe, parana, corrientes, resistencia, posadas, formosa, villa maria
    America/Argentina/Salta: neuquen, bariloche, san carlos de bariloche, viedma, santa rosa
    America/Argentina/Catamarca: trelew, comodoro rivadavia, rawson, puerto madryn
    America/Argentina/Rio_Gallegos: el calafate, calafate
    America/Bogota: medellin, cali, cartagena, barranquilla
    America/Sao_Paulo: rio de janeiro, rio, brasilia, florianopolis, porto alegre, curitiba, belo horizonte, san pablo
    America/Santiago: santiago de chile, valparaiso, vina del mar, concepcion
    America/Lima: cusco, cuzco, arequipa
    America/Guayaquil: quito
    America/La_Paz: santa cruz de la sierra, cochabamba, sucre
    America/Montevideo: punta del este, colonia
    America/Mexico_City: ciudad de mexico, cdmx, mexico df, guadalajara, puebla
    America/Havana: la habana
    America/Panama: ciudad de panama
    America/Guatemala: ciudad de guatemala
    America/Costa_Rica: san jose de costa rica
    America/Santo_Domingo: punta cana
    America/New_York: nueva york, nyc, ny, new york city, manhattan, miami, boston, washington, washington dc
    America/New_York: atlanta, orlando, filadelfia, philadelphia, charlotte
    America/Chicago: houston, dallas, austin, san antonio, nueva orleans, new orleans, memphis, minneapolis, nashville
    America/Denver: salt lake city, albuquerque
    America/Los_Angeles: san francisco, seattle, las vegas, san diego, portland, sacramento, silicon valley, california
    America/Toronto: montreal, ottawa, quebec
    Pacific/Honolulu: hawaii, hawai
    Europe/Madrid: barcelona, valencia, sevilla, seville, bilbao, malaga, zaragoza, granada, mallorca
    Atlantic/Canary: canarias, islas canarias, tenerife, las palmas
    Europe/London: londres, edimburgo, edinburgh, manchester, liverpool, glasgow, oxford, cambridge
    Europe/Paris: lyon, marsella, marseille, niza, nice, toulouse, burdeos, bordeaux
    Europe/Rome: roma, milan, milano, napoles, naples, florencia, florence, venecia, venice, turin
    Europe/Berlin: munich, hamburgo, hamburg, frankfurt, cologne
    Europe/Lisbon: lisboa, oporto, porto
    Europe/Amsterdam: rotterdam, la haya, the hague
    Europe/Brussels: bruselas, brujas
    Europe/Zurich: ginebra, geneva, berna, bern
    Europe/Vienna: viena
    Europe/Athens: atenas
    Europe/Moscow: moscu
    Europe/Warsaw: varsovia, cracovia, krakow
    Europe/Prague: praga
    Europe/Stockholm: estocolmo
    Europe/Copenhagen: copenhague
    Europe/Dublin: dublin
    Europe/Kyiv: kiev, kyiv
    Europe/Bucharest: bucarest
    Europe/Belgrade: belgrado
    Europe/Istanbul: estambul, ankara
    Atlantic/Reykjavik: reikiavik
    Asia/Tokyo: tokio, osaka, kioto, kyoto, yokohama
    Asia/Shanghai: pekin, beijing, shenzhen, canton, guangzhou
    Asia/Hong_Kong: hong kong
    Asia/Seoul: seul, busan
    Asia/Singapore: singapur, singapore
    Asia/Kolkata: nueva delhi, new delhi, delhi, bombay, mumbai, calcuta, bangalore, bengaluru, chennai, hyderabad
    Asia/Bangkok: bangkok, phuket
    Asia/Ho_Chi_Minh: hanoi, saigon
    Asia/Dubai: abu dabi, abu dhabi
    Asia/Jerusalem: jerusalen, tel aviv
    Asia/Riyadh: riad, la meca, mecca
    Asia/Damascus: damasco
    Asia/Baghdad: bagdad
    Asia/Tehran: teheran
    Asia/Taipei: taipei
    Africa/Cairo: el cairo, alejandria, alexandria
    Africa/Johannesburg: ciudad del cabo, cape town, johannesburgo, durban, pretoria
    Africa/Casablanca: marrakech, rabat
    Africa/Algiers: argel
    Africa/Tunis: tunez
    Australia/Sydney: sidney, canberra
    Pacific/Auckland: wellington, christchurch
"""

# where nearly everybody lives in one zone, the country's name means that one
_ONE_ZONE = """
    Europe/Madrid: espana, spain
    Europe/Lisbon: portugal
    America/Santiago: chile
    America/Guayaquil: ecuador
    Pacific/Auckland: nueva zelanda, new zealand
    America/Argentina/Buenos_Aires: argentina, ar
    America/Asuncion: paraguay
    America/Montevideo: uruguay
    America/La_Paz: bolivia
    America/Lima: peru
    America/Bogota: colombia
    America/Caracas: venezuela
    America/Panama: panama
    America/Costa_Rica: costa rica
    America/Havana: cuba
    America/Santo_Domingo: republica dominicana, dominican republic
    America/Puerto_Rico: puerto rico
    America/Guatemala: guatemala
    America/Tegucigalpa: honduras
    America/El_Salvador: el salvador
    America/Managua: nicaragua
    America/Jamaica: jamaica
    Europe/London: reino unido, united kingdom, uk, gran bretana, great britain, inglaterra, england, escocia, scotland
    Europe/Dublin: irlanda, ireland
    Europe/Paris: francia, france
    Europe/Rome: italia, italy
    Europe/Berlin: alemania, germany
    Europe/Vienna: austria
    Europe/Zurich: suiza, switzerland
    Europe/Brussels: belgica, belgium
    Europe/Amsterdam: holanda, paises bajos, netherlands, holland
    Europe/Copenhagen: dinamarca, denmark
    Europe/Oslo: noruega, norway
    Europe/Stockholm: suecia, sweden
    Europe/Helsinki: finlandia, finland
    Atlantic/Reykjavik: islandia, iceland
    Europe/Warsaw: polonia, poland
    Europe/Prague: republica checa, chequia, czechia, czech republic
    Europe/Budapest: hungria, hungary
    Europe/Athens: grecia, greece
    Europe/Bucharest: rumania, romania
    Europe/Sofia: bulgaria
    Europe/Belgrade: serbia
    Europe/Zagreb: croacia, croatia
    Europe/Kyiv: ucrania, ukraine
    Europe/Istanbul: turquia, turkey
    Asia/Tokyo: japon, japan
    Asia/Seoul: corea, corea del sur, korea, south korea
    Asia/Shanghai: china
    Asia/Taipei: taiwan
    Asia/Kolkata: india
    Asia/Karachi: pakistan
    Asia/Bangkok: tailandia, thailand
    Asia/Ho_Chi_Minh: vietnam
    Asia/Manila: filipinas, philippines
    Asia/Kuala_Lumpur: malasia, malaysia
    Asia/Dubai: emiratos arabes unidos, emiratos arabes, emiratos, uae, united arab emirates
    Asia/Riyadh: arabia saudita, saudi arabia
    Asia/Qatar: qatar
    Asia/Jerusalem: israel
    Asia/Tehran: iran
    Asia/Baghdad: irak, iraq
    Africa/Cairo: egipto, egypt
    Africa/Casablanca: marruecos, morocco
    Africa/Johannesburg: sudafrica, south africa
    Africa/Lagos: nigeria
    Africa/Nairobi: kenia, kenya
"""

_SEVERAL_ZONES = """
    mexico: America/Mexico_City, America/Cancun, America/Hermosillo, America/Tijuana
    brasil, brazil: America/Sao_Paulo, America/Manaus, America/Rio_Branco, America/Noronha
    estados unidos, eeuu, ee uu, usa, us, united states, eua: America/New_York, America/Chicago, America/Denver, \
        America/Phoenix, America/Los_Angeles, America/Anchorage, Pacific/Honolulu
    canada: America/Toronto, America/Winnipeg, America/Edmonton, America/Vancouver, America/Regina, America/Halifax, \
        America/St_Johns
    australia: Australia/Sydney, Australia/Melbourne, Australia/Brisbane, Australia/Adelaide, Australia/Darwin, \
        Australia/Perth
    rusia, russia: Europe/Moscow, Asia/Yekaterinburg, Asia/Novosibirsk, Asia/Vladivostok
    indonesia: Asia/Jakarta, Asia/Makassar, Asia/Jayapura
"""


def _split(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(","))


def _parse_zones(table: str) -> dict[str, str]:
    lines = (line.partition(":") for line in table.strip().splitlines())
    return {name: zone.strip() for zone, _, names in lines for name in _split(names)}


def _parse_zone_lists(table: str) -> dict[str, tuple[str, ...]]:
    lines = (line.partition(":") for line in table.strip().splitlines())
    return {name: _split(zones) for names, _, zones in lines for name in _split(names)}


CITIES: Mapping[str, str] = _parse_zones(_CITIES)
"""Cities that the zone database does not name, or not in Spanish."""

_COUNTRIES_WITH_ONE = _parse_zones(_ONE_ZONE)

COUNTRIES: Mapping[str, tuple[str, ...]] = {
    **{name: (zone,) for name, zone in _COUNTRIES_WITH_ONE.items()},
    **_parse_zone_lists(_SEVERAL_ZONES),
}

_ZONE_CITIES = {fold_name(zone.rpartition("/")[2]): zone for zone in {*CITIES.values(), *_COUNTRIES_WITH_ONE.values()}}
"""The cities after which the zones of these tables are named: madrid, buenos aires."""

ZONE_OF_PLACE: Mapping[str, str] = _ZONE_CITIES | _COUNTRIES_WITH_ONE | CITIES
"""Every place of these tables that keeps one time."""
