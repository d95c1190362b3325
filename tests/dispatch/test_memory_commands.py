"""`/remember`, `/facts`, `/forget` and `/why`."""

from __future__ import annotations

from datetime import date

import pytest

from sidecar.dispatch.commands import CommandRegistry
from sidecar.dispatch.commands.memory import MemoryServices, memory_commands
from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, Subject
from sidecar.domain.message import IncomingMessage
from sidecar.domain.person import OWNER, Language
from sidecar.i18n import Texts
from sidecar.memory.fact_request import parse_fact_request
from sidecar.memory.origins import FactOrigin
from sidecar.presentation.memory import format_origin
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.memory.stage import SOMEBODY_ELSE, ZONE, Mind

pytestmark = pytest.mark.req("CMD-01")


class Counter:
    """The commands with everything behind them, and a person who speaks `language`."""

    def __init__(self, db: SqliteDb, language: Language = "en") -> None:
        self.mind = Mind(db, FakeClock())
        mind = self.mind
        parts = MemoryServices(
            mind.memory,
            mind.facts,
            mind.forgetting,
            mind.origins,
            parse_fact_request,
            lambda _: ZONE,
            mind.note_what_waits,
            mind.today,
        )
        self.book = CommandRegistry(memory_commands(parts))
        self.say = Texts(language)

    async def ask(self, text: str) -> str:
        return await self.book.run(IncomingMessage("1", "terminal", OWNER, text, self.mind.clock.now()), self.say)


@pytest.fixture
def counter(db: SqliteDb) -> Counter:
    return Counter(db)


@pytest.mark.req("MEM-16")
async def test_remembering_says_what_became_of_it(counter: Counter) -> None:
    assert "keeps bees" in await counter.ask('/remember "my aunt keeps bees"')
    assert await counter.mind.texts() == ["my aunt keeps bees"]
    assert "already" in await counter.ask("/remember My aunt keeps bees")
    await counter.ask("/remember I live in Leeds")
    replaced = await counter.ask("/remember I live in York")
    assert "Leeds" in replaced and "York" in replaced
    finer = await counter.ask("/remember I live in York, near the river")
    assert "river" in finer and "with more detail" in finer


@pytest.mark.req("MEM-16")
async def test_what_is_known_is_said_to_the_person(db: SqliteDb) -> None:
    counter = Counter(db, "es")
    assert "tu hermana vive en Salta" in await counter.ask("/recordá mi hermana vive en Salta")
    assert "tu hermana vive en Jujuy" in await counter.ask("/recordá mi hermana vive en Jujuy")
    said = [
        await counter.ask(text) for text in ("/datos", "/porqué Jujuy", "/recordá vivo en Quilmes", "/olvidá hermana")
    ]
    assert all("Su hermana" not in text and "Vive en" not in text for text in said)
    assert "**#2** Tu hermana vive en Jujuy" in said[0] and "Tu hermana vive en Salta" in said[1]
    assert "vivís en Quilmes" in said[2]


@pytest.mark.req("MEM-17")
async def test_what_is_health_is_kept_as_health(counter: Counter) -> None:
    await counter.ask("/remember I am allergic to shellfish")
    (fact,) = await counter.mind.facts.active(OWNER)
    assert (fact.domain, fact.critical) == (Domain.HEALTH, True)
    assert "Health" in await counter.ask("/facts") and "critical" in await counter.ask("/facts health")


@pytest.mark.req("MEM-13")
async def test_a_move_out_of_health_is_refused_in_words(counter: Counter) -> None:
    await counter.mind.remember("Keeps the inhaler in the drawer", Domain.HEALTH)
    said = await counter.ask("/remember keeps the inhaler in the drawer")
    assert "inhaler" in said and "Health" in said


@pytest.mark.parametrize("command", ["/remember", '/remember ""', "/forget", "/why"])
async def test_without_words_they_explain_themselves(counter: Counter, command: str) -> None:
    answer = await counter.ask(command)
    assert "`/" in answer
    assert await counter.mind.texts() == []


@pytest.mark.parametrize("length", [500, 501])
async def test_a_fact_is_a_short_sentence(counter: Counter, length: int) -> None:
    answer = await counter.ask("/remember " + "a" * length)
    assert ("500" in answer) is (length > 500)
    assert len(await counter.mind.texts()) == (1 if length == 500 else 0)


async def test_facts_lists_by_domain_with_numbers_and_finds_words(counter: Counter) -> None:
    assert "anything about you" in await counter.ask("/facts")
    await counter.mind.remember("Keeps bees", Domain.PREFERENCES)
    await counter.mind.remember("Works at a foundry", Domain.WORK)
    everything = await counter.ask("/facts")
    assert everything.index("Work") < everything.index("Preferences"), "in the order of the domains"
    assert "**#1** Keeps bees" in everything and "**#2** You work at a foundry" in everything
    for words in ("/facts work", "/facts WORK", "/facts foundry"):
        assert "foundry" in await counter.ask(words) and "bees" not in await counter.ask(words)
    assert "nothing" in await counter.ask("/facts health")


async def test_domains_have_names_in_the_persons_language(db: SqliteDb) -> None:
    counter = Counter(db, "es")
    await counter.mind.remember("Cría abejas", Domain.HEALTH)
    assert "Cría abejas" in await counter.ask("/facts salud")
    assert "Cría abejas" in await counter.ask("/hechos health")


@pytest.mark.req("MEM-14", "MEM-17")
@pytest.mark.parametrize(
    ("answer", "stands", "told"),
    [
        ("yes", "Is no longer allergic to latex", "you are no longer allergic to latex."),
        ("sí", "Is no longer allergic to latex", "you are no longer allergic to latex."),
        ("no", "Is allergic to latex", "you are allergic to latex."),
    ],
)
async def test_a_change_of_health_is_asked_and_answered(counter: Counter, answer: str, stands: str, told: str) -> None:
    await counter.mind.remember("Is allergic to latex", Domain.HEALTH, critical=True)
    asked = await counter.ask("/remember Is no longer allergic to latex")
    assert "`/facts yes 2`" in asked and "`/facts no 2`" in asked
    assert "`/facts yes 2`" in await counter.ask("/facts")
    again = await counter.ask("/remember is no longer allergic to latex")
    assert "`/facts yes" not in again, "it is asked once"
    assert f"OK: {told}" in await counter.ask(f"/facts {answer} #2")
    assert await counter.mind.texts() == [stands]
    assert "#2" in await counter.ask(f"/facts {answer} 2"), "there is nothing more to settle"
    assert await counter.mind.texts() == [stands]


@pytest.mark.req("MEM-16")
async def test_forgetting_says_exactly_what_is_gone(counter: Counter) -> None:
    turn = await counter.mind.say("my cousin owes me money")
    await counter.mind.remember("Their cousin owes them money", origin=turn)
    answer = await counter.ask("/forget cousin")
    assert "your cousin owes you money" in answer and "1 search entry" in answer
    assert "1 message (no longer used)" in answer.splitlines()[-1], "that in which it was told is still stored"
    assert await counter.mind.texts() == []
    assert "so I live" not in await counter.ask("/forget cousin"), "only a message fits"


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize("words", ["/forget cousin messages", "/olvidate cousin mensajes", "/forget 1 MESSAGES"])
async def test_forgetting_the_messages_too(counter: Counter, words: str) -> None:
    turn = await counter.mind.say("my cousin owes me money")
    await counter.mind.remember("Their cousin owes them money", origin=turn)
    answer = await counter.ask(words)
    assert "1 message" in answer and "still in" not in answer
    assert await counter.mind.number("select count(*) as n from messages where text like '%cousin%'") == 0


@pytest.mark.req("MEM-16")
async def test_several_are_listed_and_only_all_takes_all(counter: Counter) -> None:
    for text in ("Has a red kayak", "Has a blue kayak", "Keeps bees"):
        await counter.mind.remember(text)
    asked = await counter.ask("/forget kayak")
    assert "#1" in asked and "#2" in asked and "#3" not in asked and asked.endswith("?")
    assert len(await counter.mind.texts()) == 3
    assert "You have a blue kayak" in await counter.ask("/forget kayak all")
    assert await counter.mind.texts() == ["Keeps bees"]


@pytest.mark.req("MEM-16")
async def test_it_asks_about_messages_where_there_are_some(counter: Counter) -> None:
    await counter.ask("/remember I love fernet")
    assert "?" not in await counter.ask("/forget fernet"), "it was never said in a message"
    await counter.mind.say("I love fernet")
    assert "1 message (no longer used). Should I" in await counter.ask("/forget fernet")
    only_said = await counter.ask("/forget fernet")
    assert "no fact" in only_said and "“I love fernet”" in only_said
    assert "1 message" in await counter.ask("/forget fernet messages")
    assert await counter.mind.number("select count(*) as n from messages where text like '%fernet%'") == 0
    assert "I don't remember anything" in await counter.ask("/forget fernet messages")


@pytest.mark.req("MEM-16", "MEM-50")
async def test_what_waits_to_be_noted_is_not_noted(counter: Counter) -> None:
    await counter.mind.say("ugh, that fernet again last night")
    assert "ugh, that fernet" in await counter.ask("/forget fernet")
    assert await counter.mind.jobs() == ["completed"]


@pytest.mark.req("MEM-16")
async def test_several_messages_are_listed_and_only_all_takes_all(counter: Counter) -> None:
    for text in ("I love fernet", "buy fernet and ice", "fernet again, ugh", "it rains"):
        await counter.mind.say(text)
    asked = await counter.ask("/forget fernet messages")
    assert "You love fernet" in asked and "buy fernet and ice" in asked and "it rains" not in asked
    assert await counter.mind.texts() == ["Loves fernet"]
    assert "3 messages" in await counter.ask("/forget fernet messages all")
    assert await counter.mind.texts() == []
    assert [row["text"] for row in await counter.mind.rows("select text from messages")] == [*[""] * 3, "it rains"]


async def test_words_that_are_options_elsewhere_are_words(counter: Counter) -> None:
    turn = await counter.mind.say("I collect all stamps")
    await counter.mind.remember("Collects all messages in bottles", origin=turn)
    answer = await counter.ask("/forget messages in bottles")
    assert "ollect all messages in bottles" in answer
    assert await counter.mind.number("select count(*) as n from inbox where text like '%stamps%'") == 1


@pytest.mark.req("MEM-16")
async def test_why_shows_messages_and_changes(counter: Counter) -> None:
    turn = await counter.mind.say("so I live in York now")
    await counter.mind.remember("Lives in Leeds", Domain.PERSONAL)
    await counter.mind.remember("Lives in York", Domain.PERSONAL, turn)
    answer = await counter.ask("/why york")
    assert "so I live in York now" in answer and "2026-03-15 09:30" in answer, "where the person is"
    assert "#1" in answer and "Leeds" in answer and "weight 1" in answer
    old = await counter.ask("/why #1")
    assert "York" in old and "with a command" in old
    assert "velero" in await counter.ask("/why velero")


@pytest.mark.req("MEM-16")
async def test_nobody_sees_or_takes_the_facts_of_others(counter: Counter) -> None:
    await counter.mind.remember("Keeps bees", person=SOMEBODY_ELSE)
    for command in ("/facts", "/facts bees", "/forget bees", "/forget 1", "/why 1", "/why bees", "/facts yes 1"):
        assert "Keeps bees" not in await counter.ask(command)
    assert await counter.mind.texts(SOMEBODY_ELSE) == ["Keeps bees"]


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize(
    ("source", "told"),
    [
        (FactSource.EXPLICIT, "with a command"),
        (FactSource.FILE, "in `MEMORY.md`"),
        (FactSource.MIGRATED, "an imported file"),
        (FactSource.INFERRED, "a message that is gone"),
    ],
)
def test_the_origin_of_what_no_message_told_is_named(source: FactSource, told: str) -> None:
    today = date(2026, 3, 15)
    fact = Fact(FactId(1), OWNER, "Keeps bees", Domain.PERSONAL, Subject.USER, Confidence.HIGH, source, today, today)
    assert told in format_origin(FactOrigin(fact, (), (), None, None), ZONE, Texts("en"))
