"""English written as notes: headings, signs and what is named before it is judged."""

from __future__ import annotations

import pytest

from sidecar.memory.extraction import extract

NOTES = """
41, divorced, electrician in Dayton -> Is 41 years old | Is divorced | Is electrician in Dayton
hello there. priya, 34, pune, sous chef at a hotel -> Is called Priya | Is 34 years old | Is sous chef at a hotel
im Tom, 26, Bristol -> Is called Tom | Is 26 years old
im 29, kieran -> Is 29 years old
I'm Maureen, 67, retired nurse from Cork -> Is called Maureen | Is 67 years old | Is retired nurse from Cork
I've three grandkids: Aoife, Cian and baby Rory -> Has three grandkids: Aoife, Cian and baby Rory
I take warfarin, 5mg on weekdays and 3 at weekends -> Takes warfarin, 5 mg on weekdays and 3 at weekends
mum = carol, still in Corby, a cook -> Their mum is called Carol | Their mum is still in Corby | Their mum is a cook
mum = carol. dad = keith, plumber -> Their mum is called Carol | Their dad is called Keith | Their dad is plumber
wife is Anna, 41, hairdresser -> Their wife is Anna | Their wife is 41 | Their wife is hairdresser
my wife is Anna, thanks -> Their wife is Anna
dad is Gareth. brother Owen lives in Perth -> Their dad is Gareth | Their brother Owen lives in Perth
dave = my boss -> Dave is their boss
beetroot. hated it all my life -> Hated beetroot all their life
mushrooms, can't stand them -> Can't stand mushrooms
car insurance went up, 94 a month now -> Car insurance went up, 94 a month now
mom's already told the vicar -> Their mom has already told the vicar
kids: ana (8) and leo (5) -> Their kids are ana (8) and leo (5)
my eldest is at Leeds doing law -> Their eldest is at Leeds doing law
hannah just told us shes pregnant! so happy for her -> Hannah is pregnant
my brother told me he's moving to Cork -> Their brother is moving to Cork
toms doctor put him on ramipril -> Tom is on ramipril
the agency's putting the rent up to 875 from march -> The agency is putting the rent up to 875 from march
they moved me to the Leicester branch -> Was moved to the Leicester branch
choir is weds now -> Choir is weds now
monday night is quiz night -> Monday night is quiz night
got a 2009 corsa, place your bets -> Got a 2009 corsa
im a nurse, not that you asked -> Is a nurse
my husband's in the merchant navy -> Their husband is in the merchant navy
we have two kelpies and a gerbil -> Has two kelpies | Has a gerbil
"""
NOTHING = """
28
34, i think
wifi password = hunter2
33, from the recipe, in grams
25, the blue one
monday is going to be awful
i'm a doctor, in your dreams
"""


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("row", NOTES.strip().splitlines())
def test_reads_notes(row: str):
    message, told = row.split(" -> ")
    assert [fact.text for fact in extract(message, "en")] == told.split(" | ")


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("message", NOTHING.strip().splitlines())
def test_takes_no_figure_for_an_age(message: str):
    assert not extract(message, "en")
