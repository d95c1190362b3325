"""Words of time in languages that are not read: beside date words they make a question of the answer."""

from __future__ import annotations

from sidecar.dates.languages.patterns import symbols

UNREAD = "UNREAD"

UNREAD_WORDS = symbols("""
    segunda-feira terca-feira quarta-feira quinta-feira sexta-feira feira feiras amanha hoje janeiro fevereiro maio
    junho julho setembro outubro novembro dezembro semana-que-vem
    lundi mardi mercredi jeudi vendredi samedi dimanche lundis mardis mercredis jeudis vendredis samedis dimanches
    chaque demain aujourd'hui janvier fevrier avril juin juillet septembre octobre novembre decembre
    lunedi martedi mercoledi giovedi venerdi sabato domenica ogni domani oggi dopodomani gennaio febbraio aprile maggio
    giugno luglio settembre ottobre dicembre
    montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags
    samstags sonntags jeden jede jedes taglich morgen ubermorgen heute januar februar marz juni juli oktober dezember
    dilluns dimarts dimecres dijous divendres dissabte diumenge dema avui gener febrer juny juliol setembre desembre
    """)
"""Folded: Portuguese, French, Italian, German and Catalan, without what is a word of Spanish or English."""
