"""Who one is: name, age, birthday, address, measures."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_NAME = {**SHORTHANDS, "WORD": "(!FIRST|y|e|pero|que|por|para|en|de|como|, _)"}

NAMES = (
    *parse_rules(Domain.PERSONAL, """
        me dicen|llaman|apodan !que|loco|loca|de|si|la|lo|por|siempre|cosas|todos|al|cuando|a {name1:_}
        """, telling="Le dicen {name1}", only=True),
    *parse_rules(Domain.PERSONAL, """
        me llamo !la|al|a|como|igual|así|un {name1:$WORD NAME? NAME?}
        mi nombre (completo|real|verdadero)? es {name1:$WORD NAME? NAME?}
        soy {name1:!TEAM|JOB|TRAIT|NATION|DIET|ILL NAME NAME? NAME?} END
        soy {name1:!TEAM|JOB|TRAIT|NATION|DIET|ILL NAME NAME?} , _
        """, _NAME, telling="Se llama {name1}", only=True),
    *parse_rules(Domain.PERSONAL, "mi apellido|apodo|segundo (nombre)? es !que|muy|raro|comun|largo _"),
    *parse_rules(Domain.PREFERENCES, "llamame|decime {name1:NAME} END", telling="Prefiere que le digan {name1}"),
)  # fmt: skip

AGES = (
    *parse_rules(Domain.PERSONAL, """
        tengo NUMBER|COUNT (y COUNT)? años|añitos|pirulos !de
        cumplo|cumpli|cumplimos NUMBER|COUNT (y COUNT)? (años)?
        cumplo (años)? (el|en) NUMBER|MONTH|DAY|primero
        (mi|el) cumple|cumpleaños|cumplea (mio)? es|cae (el|en|a) !DAY|finde _
        mi fecha de nacimiento es _
        naci (el|en|un) _
        mido|peso|calzo NUMBER|COUNT
        mi talle|numero|celular|telefono|mail|correo|email|direccion|patente|dni|cuit|signo|altura|usuario
        |domicilio ... es|termina _
        mi talle|numero|celular|telefono|mail|correo|email|direccion|patente|dni|cuit|signo|altura|usuario|github
        |instagram es _
        mi usuario|cuenta de|en github|instagram|twitter|telegram es _
        """, passing=True),
    *parse_rules(Domain.PERSONAL, "tengo {age:YEARS} END", telling="Tiene {age} años"),
)  # fmt: skip
