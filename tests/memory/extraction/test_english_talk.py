"""What the patterns read of English as people type it: words left out, respelt, changed in passing."""

from __future__ import annotations

import pytest

from sidecar.memory.extraction import extract

MEDICINES = [
    ("switched to ramipril 5", ["Switched to ramipril 5"]),
    ("they bumped me up to 100 of sertraline", ["Takes 100 of sertraline"]),
    ("finally off the prozac", ["Is finally off the prozac"]),
    ("now on mounjaro 5mg", ["Is now on mounjaro 5 mg"]),
    ("gp has upped my citalopram to 30", ["Takes citalopram 30"]),
    ("my levothyroxine is 75 now", ["Takes levothyroxine 75 now"]),
    ("atenolols 25 now", ["Takes atenolol 25 now"]),
    ("doc put me on amlodipine", ["Is on amlodipine"]),
    ("the consultant took me off the warfarin", ["Is off the warfarin"]),
    ("started gabapentin in june", ["Started gabapentin in june"]),
    ("takin 20mg of omeprazole at nite", ["Is taking 20 mg of omeprazole at night"]),
    ("no penicillin ever", ["Can't have penicillin"]),
    ("mum's on apixaban", ["Their mum is on apixaban"]),
    ("vet's got oscar on rimadyl", ["Oscar is on rimadyl"]),
    ("hba1c was 48", ["Hba1c was 48"]),
    ("down to 82 kilos", ["Is down to 82 kilos"]),
]
PEOPLE = [
    ("wife's keisha", ["Their wife is keisha"]),
    ("wife's a nurse", ["Their wife is a nurse"]),
    ("rory 9", ["Rory is 9"]),
    ("my brother-in-law Col is a plasterer", ["Their brother-in-law Col is a plasterer"]),
    ("dad broke his wrist", ["Their dad broke his wrist"]),
    ("the dog died", ["Their dog died"]),
    ("kate's at uni in Leeds", ["Kate is at uni in Leeds"]),
    ("my daughter's boyfriend Tyrone works at Aldi", ["Their daughter's boyfriend Tyrone works at Aldi"]),
    ("ben lives in Oslo now", ["Ben lives in Oslo now"]),
    ("my niece got into Glasgow", ["Their niece got into Glasgow"]),
    ("new boss, Priya", ["Their boss is Priya"]),
    ("megan is my physio", ["Megan is their physio"]),
    ("gran swells up with prawns", ["Their gran swells up with prawns"]),
    ("we lost Biscuit last night", ["Biscuit died"]),
    ("love spicy ramen, and shellfish makes my throat swell up",
     ["Loves spicy ramen", "Shellfish makes their throat swell up"]),
]  # fmt: skip
SILENT = """
    my boss is a pain|my brother is annoying|mum's in a mood|the kids are asleep|the cat threw up|chapter 9
    my mate reckons it's fine|denny swears i've got gout|kid's alright|mum's down|waiting for the bus
    should i come off sertraline|is warfarin dangerous|remind me to take my metformin|the dog ate my homework"""


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), [*MEDICINES, *PEOPLE])
def test_reads_what_people_leave_unsaid(message: str, told: list[str]):
    assert [fact.text for fact in extract(message, "en")] == told


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(
    "message", [entry.strip() for line in SILENT.split("\n") for entry in line.split("|") if entry]
)
def test_is_silent_about_what_does_not_last(message: str):
    assert extract(message, "en") == []
