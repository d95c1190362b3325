"""Places by whose clock people tell a time: cities and countries that keep one, folded, in Spanish and English."""

from __future__ import annotations

_ZONES = {
    "America/Argentina/Buenos_Aires": "buenos aires, argentina",
    "America/Bogota": "bogota, colombia",
    "America/Caracas": "caracas, venezuela",
    "America/Chicago": "chicago",
    "America/Lima": "lima, peru",
    "America/Los_Angeles": "los angeles, san francisco, california",
    "America/Mexico_City": "ciudad de mexico, mexico city",
    "America/Montevideo": "montevideo, uruguay",
    "America/New_York": "nueva york, new york, miami, washington",
    "America/Santiago": "santiago de chile",
    "America/Sao_Paulo": "san pablo, sao paulo, rio de janeiro",
    "Asia/Dubai": "dubai",
    "Asia/Kolkata": "india",
    "Asia/Tokyo": "tokio, tokyo, japon, japan",
    "Australia/Sydney": "sidney, sydney",
    "Europe/Berlin": "berlin, alemania, germany",
    "Europe/Lisbon": "lisboa, lisbon",
    "Europe/London": "londres, london, inglaterra, england",
    "Europe/Madrid": "madrid, barcelona, espana, spain",
    "Europe/Paris": "paris, francia, france",
    "Europe/Rome": "roma, rome, italia, italy",
}

ZONE_OF = {place: zone for zone, places in _ZONES.items() for place in places.split(", ")}
PLACES = "|".join(sorted(ZONE_OF, key=len, reverse=True))
"""All of them, as a pattern."""
