"""Forgetting takes a fact out of everything derived from it, says exactly what went, and nothing comes back."""

from __future__ import annotations

import re
import zlib

import pytest

from sidecar.domain.fact import Domain, FactId
from sidecar.domain.message import ConversationId, Message, Speaker, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import HandledBy, Reply
from sidecar.errors import ModelUnreachable
from sidecar.memory.files.memory_sync import MemorySync
from sidecar.memory.forget import ForgetReport, ForgetRequest, ForgetStage
from sidecar.memory.retrieval.document import NO_FILTERS, Collection, DocumentKind
from sidecar.memory.retrieval.embedding_indexer import EmbeddingIndexer
from sidecar.memory.retrieval.index_words import index_words
from sidecar.storage.messages import SqlHistory
from sidecar.storage.search import SqlDocuments
from sidecar.storage.search_vectors import SqlVectors
from tests.fakes.model import FakeChatModel
from tests.loopback.script import say
from tests.memory.stage import SOMEBODY_ELSE, Mind, listening

SECRET = "Le debe plata a Lisandro"

_EVERYWHERE = """
select (select count(*) from facts where text like :like)
     + (select count(*) from fact_evidence where text like :like)
     + (select count(*) from search_documents where text like :like) as n
"""


async def forget(mind: Mind, what: str, *, messages: bool = False, person: PersonId = OWNER) -> ForgetReport:
    return await mind.forgetting.forget(person, ForgetRequest(what, everywhere=messages))


async def indexed(mind: Mind, word: str) -> int:
    """In how many documents the index has a word."""
    documents = SqlDocuments(mind.db, mind.clock)
    state = await documents.state(Collection(OWNER))
    assert state is not None
    lexical = await documents.find(state.id, index_words(word), NO_FILTERS, 5)
    return sum(lexical.frequencies.values())


async def told(mind: Mind, person: PersonId = OWNER) -> TurnId:
    """The secret, told in a message, answered, and noted by the remember tool."""
    turn = await mind.say(f"no le digas a nadie: {SECRET.lower()}", person)
    claimed = await mind.inbox.claim(person)
    assert claimed is not None
    call = ToolCall("c1", "remember", f'{{"fact": "{SECRET}"}}')
    now = mind.clock.now()
    messages = (
        Message(Speaker.COMPANION, "", now, turn, "terminal", tool_calls=(call,)),
        Message(Speaker.TOOL, f"new: {SECRET}", now, turn, "terminal", tool_call_id="c1"),
        Message(Speaker.COMPANION, "Lo de Lisandro queda entre nosotros.", now, turn, "terminal"),
    )
    reply = Reply(messages[-1].text, HandledBy.MODEL, messages=messages, receipts=(ToolReceipt(call, SECRET),))
    outgoing = await mind.inbox.finish(claimed, reply, now)
    assert outgoing is not None
    await mind.execute("update outbox set state = 'sent' where id = :id", id=outgoing.id)
    await mind.remember(SECRET, Domain.RELATIONSHIPS, turn, person=person)
    await mind.execute(
        "insert into model_requests (person_id, turn_id, role, model, at, estimated_tokens, input_tokens,"
        " cached_tokens, output_tokens, total_ms, error_code, prompt)"
        " values (:person, :turn, 'chat', 'm', '', 1, 1, 0, 1, 1, '', x'00')",
        person=person,
        turn=turn,
    )
    while await mind.indexing.index_messages(50) == 50:
        pass
    return turn


@pytest.mark.req("MEM-16")
async def test_the_fact_goes_from_everything_derived_from_it(mind: Mind) -> None:
    outcome = await mind.remember(SECRET, Domain.RELATIONSHIPS)
    kept = await mind.remember("Cría abejas")
    indexer = EmbeddingIndexer(
        SqlDocuments(mind.db, mind.clock), SqlVectors(mind.db), mind.embedder, mind.clock, mind.search
    )
    await indexer.embed_waiting()
    assert await mind.number("select count(*) as n from search_vectors") == 2
    assert await indexed(mind, "Lisandro") == 1
    assert (await mind.found("Lisandro"))[0] == SECRET
    with listening() as events:
        gone = await forget(mind, "lisandro")
    assert [fact.id for fact in gone.facts] == [outcome.id]
    assert (gone.erased.facts, gone.erased.documents, gone.erased.messages, gone.erased.prompts) == (1, 1, 0, 0)
    assert gone.erased.left == 0
    assert await mind.number(_EVERYWHERE, like="%Lisandro%") == 0
    assert await indexed(mind, "Lisandro") == 0
    assert await mind.number("select count(*) as n from search_vectors") == 1
    assert await mind.number("select count(*) as n from fact_stems where fact_id <> :kept", kept=kept.id) == 0
    assert SECRET not in await mind.found("Lisandro")
    assert await mind.texts() == ["Cría abejas"]
    assert [(event.name, event.fields["facts"]) for event in events] == [("facts.forgotten", 1)]
    assert not any("Lisandro" in str(event.fields) for event in events)


@pytest.mark.req("MEM-16")
async def test_the_file_forgets_at_the_next_synchronisation(
    mind: Mind, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("home") / "MEMORY.md"
    sync = MemorySync(path, mind.facts, mind.clock, lambda: mind.preferences)
    for text in (SECRET, "Cría abejas", "Toca el charango", "Rema los sábados"):
        await mind.remember(text)
    await sync.sync_now()
    assert SECRET in path.read_text(encoding="utf-8")
    await forget(mind, "lisandro")
    await sync.sync_now()
    sync.close()
    assert "Lisandro" not in path.read_text(encoding="utf-8")
    assert "Cría abejas" in path.read_text(encoding="utf-8")
    state = await mind.facts.file_state(OWNER)
    assert state is not None
    assert "Lisandro" not in f"{state} {await mind.facts.file_steps(OWNER)}"
    assert len(await mind.texts()) == 3


@pytest.mark.req("MEM-16", "MEM-04")
async def test_no_answer_uses_the_message_of_a_fact_whose_line_was_removed(
    mind: Mind, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("home") / "MEMORY.md"
    sync = MemorySync(path, mind.facts, mind.clock, lambda: mind.preferences)
    await told(mind)
    for text in ("Cría abejas", "Toca el charango", "Rema los sábados"):
        await mind.remember(text)
    await sync.sync_now()
    assert any("Lisandro" in one for one in await mind.found("Lisandro"))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "Lisandro" not in line), encoding="utf-8")
    assert (await sync.sync_now()).removed == 1
    sync.close()
    assert not any("Lisandro" in one for one in await mind.found("Lisandro"))
    assert await mind.number("select count(*) as n from inbox where forgotten = 'hidden'") == 1


@pytest.mark.req("MEM-16", "MEM-04")
async def test_a_removed_line_hides_its_message_though_that_told_something_else_too(
    mind: Mind, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("home") / "MEMORY.md"
    sync = MemorySync(path, mind.facts, mind.clock, lambda: mind.preferences)
    await extracted(mind, "me encanta el fernet y soy celíaco", "toco el charango")
    await sync.sync_now()
    path.write_text(re.sub(r"- .*fernet.*\n", "", path.read_text(encoding="utf-8")), encoding="utf-8")
    assert (await sync.sync_now()).removed == 1
    sync.close()
    assert not any("fernet" in one for one in await mind.found("fernet"))
    assert await mind.texts() == ["Es celíaco", "Toca el charango"]


@pytest.mark.req("MEM-16")
async def test_the_messages_stay_unless_they_shall_go_too(mind: Mind) -> None:
    turn = await told(mind)
    gone = await forget(mind, "lisandro")
    assert (gone.erased.messages, gone.erased.hidden, gone.erased.prompts, gone.erased.documents) == (0, 1, 1, 3)
    assert await mind.number("select count(*) as n from model_requests where prompt is not null") == 0
    assert SECRET.lower() in str((await mind.rows("select text from inbox where id = :id", id=turn))[0]["text"])
    assert not await mind.found("Lisandro", None), "no answer finds it, although it is still stored"
    assert [mention.turn for mention in gone.left.mentions] == [turn]


@pytest.mark.req("MEM-16")
async def test_the_messages_go_from_history_search_outbox_and_the_record_of_tools(mind: Mind) -> None:
    turn = await told(mind)
    other = await mind.say("mañana llueve")
    gone = await forget(mind, "lisandro", messages=True)
    assert (gone.erased.facts, gone.erased.messages, gone.erased.left) == (1, 1, 0)
    assert gone.erased.documents == 3, "the fact, what was said, and the answer"
    for table, column in (
        ("inbox", "text"), ("messages", "text"), ("messages", "tool_calls"), ("outbox", "text"),
        ("tool_runs", "arguments"), ("tool_runs", "content"), ("search_documents", "text"),
    ):  # fmt: skip
        found = await mind.number(f"select count(*) as n from {table} where {column} like '%isandro%'")
        assert found == 0, (table, column)
    history = await SqlHistory(mind.db).before(
        TurnId(other), person=OWNER, conversation=ConversationId(1), max_turns=10
    )
    assert [message for message in history if message.turn == turn] == []
    assert await mind.found("mañana llueve", DocumentKind.MESSAGE) == []  # not in the index yet
    await mind.indexing.index_messages(50)
    assert await mind.found("mañana llueve", DocumentKind.MESSAGE) == ["mañana llueve"]


@pytest.mark.req("MEM-16")
async def test_nothing_of_somebody_else_goes(mind: Mind) -> None:
    theirs = await told(mind, SOMEBODY_ELSE)
    await told(mind)
    await forget(mind, "lisandro", messages=True)
    assert await mind.texts(SOMEBODY_ELSE) == [SECRET]
    assert await mind.number("select count(*) as n from fact_stems where person_id = :p", p=SOMEBODY_ELSE) > 0
    assert await mind.number("select count(*) as n from fact_evidence where person_id = :p", p=SOMEBODY_ELSE) == 1
    said = await mind.rows("select text from messages where turn_id = :turn", turn=theirs)
    assert any("isandro" in str(row["text"]) for row in said)
    prompts = "select count(*) as n from model_requests where person_id = :p and prompt is not null"
    assert await mind.number(prompts, p=SOMEBODY_ELSE) == 1


@pytest.mark.req("MEM-16")
async def test_older_versions_go_with_it(mind: Mind) -> None:
    for place in ("Cachi", "Molinos", "Iruya"):
        await mind.remember(f"Vive en {place}", Domain.PERSONAL)
    (newest,) = await mind.facts.active(OWNER)
    gone = await forget(mind, f"#{newest.id}")
    assert {fact.text for fact in gone.facts} == {"Vive en Cachi", "Vive en Molinos", "Vive en Iruya"}
    assert gone.erased.facts == 3
    assert gone.erased.documents == 3, "the archive is found, too"
    assert await mind.facts.archived(OWNER) == []


@pytest.mark.req("MEM-16")
async def test_what_is_only_in_the_archive_can_be_forgotten_too(mind: Mind) -> None:
    await mind.remember("Vive en Cachi", Domain.PERSONAL)
    await mind.remember("Vive en Iruya", Domain.PERSONAL)
    gone = await forget(mind, "cachi")
    assert [fact.text for fact in gone.facts] == ["Vive en Cachi"]
    assert await mind.texts() == ["Vive en Iruya"]


@pytest.mark.req("MEM-17")
async def test_a_change_waits_no_longer_for_what_was_forgotten(mind: Mind) -> None:
    old = await mind.remember("Es alérgica al látex", Domain.HEALTH, critical=True)
    new = await mind.remember("Ya no es alérgica al látex", Domain.HEALTH)
    await forget(mind, f"#{old.id}")
    assert (await mind.fact(new.id)).unconfirmed_change_of is None


@pytest.mark.req("MEM-16", "MEM-50")
async def test_a_message_that_is_still_to_be_read_does_not_bring_it_back(mind: Mind) -> None:
    """First the patterns read it, no model being there; a model comes after it was forgotten."""
    await mind.say("trabajo en una imprenta")
    await mind.extractor(ModelUnreachable("no network")).read_waiting()
    assert await mind.texts() == ["Trabaja en una imprenta"]
    await mind.say("che, ya te dije que trabajo en una imprenta")  # not read by anybody yet
    await forget(mind, "imprenta")
    await mind.clock.advance(3_600)
    found = '{"facts": [{"text": "Trabaja en una imprenta", "domain": "work", "confidence": "high"}]}'
    await mind.extractor(FakeChatModel(say(found), say(found))).read_waiting()
    assert await mind.texts() == []
    assert await mind.jobs() == ["completed", "completed"]


@pytest.mark.req("MEM-16", "MEM-50")
async def test_not_even_when_it_is_being_read_at_that_moment(mind: Mind) -> None:
    await mind.say("trabajo en una imprenta")
    await mind.extractor(ModelUnreachable("no network")).read_waiting()
    await mind.clock.advance(3_600)
    job = await mind.queue.claim(mind.clock.now())
    assert job is not None
    await forget(mind, "imprenta")
    assert not await mind.queue.complete(job, [], mind.clock.now(), await mind.facts.version(OWNER))
    assert await mind.jobs() == ["completed"]


@pytest.mark.req("MEM-16")
async def test_other_messages_are_still_read(mind: Mind) -> None:
    await mind.remember(SECRET)
    await mind.say("soy alérgica a las abejas")
    await forget(mind, "lisandro")
    assert await mind.jobs() == ["pending"]


@pytest.mark.parametrize("what", ["#1", "1", "abejas", "CRÍA ABEJAS", "la miel"])
async def test_a_number_or_words_name_it(mind: Mind, what: str) -> None:
    await mind.remember("Cría abejas y hace miel")
    await mind.remember("Toca el charango")
    gone = await forget(mind, what)
    assert (gone.stage, [fact.text for fact in gone.facts]) == (ForgetStage.DONE, ["Cría abejas y hace miel"])


@pytest.mark.parametrize("what", ["", "  ", "el la de", "99", "velero"])
async def test_what_names_nothing_finds_nothing(mind: Mind, what: str) -> None:
    await mind.remember("Cría abejas")
    assert (await forget(mind, what)).stage is ForgetStage.NOTHING


async def test_the_number_of_a_forgotten_message_is_not_given_again(mind: Mind) -> None:
    """The index goes by the numbers: what had the number of an indexed message would never be found."""
    turn = await mind.say("cría abejas, dice la vecina")
    await mind.remember("Cría abejas", origin=turn)
    await mind.execute(
        "insert into messages (person_id, conversation_id, turn_id, channel, speaker, text, at)"
        " values ('owner', 1, :turn, 'terminal', 'tool', 'x', '2026-03-15T12:30:00.000000Z')",
        turn=turn,
    )
    await mind.indexing.index_messages(50)
    await forget(mind, "abejas", messages=True)
    await mind.say("el viernes hay feria")
    await mind.indexing.index_messages(50)
    assert await mind.found("feria", DocumentKind.MESSAGE) == ["el viernes hay feria"]


async def test_nobody_is_asked_for_an_id_that_is_not_theirs(mind: Mind) -> None:
    outcome = await mind.remember("Cría abejas", person=SOMEBODY_ELSE)
    theirs = await mind.fact(outcome.id, SOMEBODY_ELSE)
    assert (await forget(mind, f"#{theirs.id}", messages=True)).stage is ForgetStage.NOTHING
    assert await mind.facts.get(SOMEBODY_ELSE, FactId(theirs.id)) == theirs
    assert await mind.number("select count(*) as n from fact_stems where person_id = :p", p=SOMEBODY_ELSE) > 0


# -- what was said a moment ago, or only said


@pytest.mark.req("MEM-16", "MEM-50")
async def test_what_is_still_unread_is_noted_first_and_then_forgotten(mind: Mind) -> None:
    await mind.say("me encanta el fernet y soy celíaco")
    gone = await forget(mind, "fernet")
    assert [fact.text for fact in gone.facts] == ["Le encanta el fernet"]
    assert await mind.texts() == ["Es celíaco"], "the rest of the message is kept"
    found = '{"facts": [{"text": "Le encanta el fernet", "domain": "preferences", "confidence": "high"}]}'
    await mind.clock.advance(3_600)
    await mind.extractor(FakeChatModel(say(found))).read_waiting()
    assert await mind.texts() == ["Es celíaco"]
    assert await mind.jobs() == ["completed"]


@pytest.mark.req("MEM-16", "MEM-50")
async def test_what_only_a_model_would_have_found_is_not_read_any_more(mind: Mind) -> None:
    await mind.say("uh, anoche otra vez el fernet, qué desastre")
    await mind.say("llueve desde ayer, che")
    gone = await forget(mind, "fernet")
    assert (gone.stage, gone.facts, gone.erased.unread) == (ForgetStage.DONE, [], 1)
    assert await mind.jobs() == ["completed", "pending"]


@pytest.mark.req("MEM-16")
async def test_messages_that_only_speak_of_it_go_too(mind: Mind) -> None:
    told_at = await mind.say("me encanta el fernet")
    quoting, other = await mind.say("¿qué tomo hoy?"), await mind.say("llueve")
    now = mind.clock.now()
    for turn, speaker, text in ((quoting, "companion", "Fernet, obvio."), (other, "companion", "Llevá paraguas.")):
        await mind.execute(
            "insert into messages (person_id, conversation_id, turn_id, channel, speaker, text, at)"
            " values ('owner', 1, :turn, 'terminal', :speaker, :text, :at)",
            turn=turn,
            speaker=speaker,
            text=text,
            at=now.isoformat(),
        )
    gone = await forget(mind, "fernet")
    assert [(mention.turn, mention.text, mention.told) for mention in gone.left.mentions] == [
        (told_at, "me encanta el fernet", True),
        (quoting, "Fernet, obvio.", False),
    ]
    settled = await mind.forgetting.settle(OWNER, None, erase=True)
    assert settled is not None and settled.erased is not None and settled.erased.messages == 2
    assert await mind.number("select count(*) as n from messages where text like '%ernet%'") == 0
    assert await mind.number("select count(*) as n from messages where text like '%paraguas%'") == 1
    assert (await forget(mind, "fernet")).stage is ForgetStage.NOTHING


@pytest.mark.req("MEM-16")
async def test_only_the_prompts_that_hold_it_are_gone(mind: Mind) -> None:
    turn = await mind.say('le digo "Toto" a mi hermano')
    await mind.remember("Tiene un hermano", origin=turn)
    sent = (
        "{…: hola}",
        "{…: - Tiene un hermano…}",
        '{…: le digo \\"Toto\\" a mi hermano…}',
        "{…: ¿y tu HERMANO?}",
    )
    for text in sent:
        await mind.execute(
            "insert into model_requests (person_id, turn_id, role, model, at, estimated_tokens, input_tokens,"
            " cached_tokens, output_tokens, total_ms, error_code, prompt)"
            " values ('owner', :turn, 'chat', 'm', '', 1, 1, 0, 1, 1, '', :prompt)",
            turn=turn,
            prompt=zlib.compress(text.encode()),
        )
    assert (await forget(mind, "#1")).erased.prompts == 3
    left = await mind.rows("select prompt from model_requests where prompt is not null")
    assert [zlib.decompress(row["prompt"]) for row in left if isinstance(row["prompt"], bytes)] == [sent[0].encode()]


@pytest.mark.req("MEM-16")
async def test_an_answer_in_other_words_goes_from_later_prompts_too(mind: Mind) -> None:
    turn = await told(mind)
    answer = "Eso queda entre nosotros."
    await mind.execute("update messages set text = :a where turn_id = :t and text like 'Lo de%'", a=answer, t=turn)
    later = await mind.say("mañana llueve")
    for text in (f"{{…: {answer}…}}", "{…: mañana llueve…}"):
        await mind.execute(
            "insert into model_requests (person_id, turn_id, role, model, at, estimated_tokens, input_tokens,"
            " cached_tokens, output_tokens, total_ms, error_code, prompt)"
            " values ('owner', :turn, 'chat', 'm', '', 1, 1, 0, 1, 1, '', :prompt)",
            turn=later,
            prompt=zlib.compress(text.encode()),
        )
    await forget(mind, "lisandro", messages=True)
    left = await mind.rows("select prompt from model_requests where prompt is not null")
    assert [zlib.decompress(row["prompt"]).decode() for row in left if isinstance(row["prompt"], bytes)] == [
        "{…: mañana llueve…}"
    ]


# -- whose it is, and what else names it


async def extracted(mind: Mind, *messages: str) -> list[TurnId]:
    turns = [await mind.say(text) for text in messages]
    await mind.note_what_waits()
    return turns


@pytest.mark.req("MEM-16")
async def test_what_is_known_of_another_stays_with_its_message(mind: Mind) -> None:
    own, _, place = await extracted(
        mind, "soy celíaco", "mi hermana se llama Ana y es celíaca", "comí en un lugar para celíacos"
    )
    gone = await forget(mind, "soy celíaco")
    assert [fact.text for fact in gone.facts] == ["Es celíaco"]
    assert [mention.turn for mention in gone.left.mentions] == [own, place]
    assert [fact.text for fact in gone.left.facts] == ["Su hermana es celíaca"]
    asked = await forget(mind, "mi hermana")
    assert (asked.stage, len(asked.facts)) == (ForgetStage.ASKED, 2)


@pytest.mark.req("MEM-16")
async def test_what_is_forgotten_of_another_leaves_the_persons_own(mind: Mind) -> None:
    _, sister = await extracted(mind, "I am diabetic", "my sister is diabetic")
    gone = await forget(mind, "my sister is diabetic")
    assert [fact.text for fact in gone.facts] == ["Their sister is diabetic"]
    assert [mention.turn for mention in gone.left.mentions] == [sister]


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize(
    ("told", "what", "others"),
    [
        ("tomo sertralina", "tomo sertralina", ["la sertralina me da sed", "¿puedo tomar vino con Zoloft?"]),
        ("I am allergic to walnuts", "I am allergic to walnuts", ["a walnut cake, sigh", "la torta tenía nueces"]),
    ],
)
async def test_health_is_forgotten_by_all_the_names_of_the_thing(
    mind: Mind, told: str, what: str, others: list[str]
) -> None:
    turns = await extracted(mind, told, *others, "llueve")
    gone = await forget(mind, what)
    assert gone.stage is ForgetStage.DONE and [mention.turn for mention in gone.left.mentions] == turns[:3]


@pytest.mark.req("MEM-16")
async def test_other_messages_that_name_the_same_are_told_and_left(mind: Mind) -> None:
    told, _ = await extracted(mind, "mi ex se llama Marcos", "vino Marcos, qué noche")
    gone = await forget(mind, "mi ex")
    assert [mention.turn for mention in gone.left.mentions] == [told] and gone.left.related == ["Marcos"]
    assert await mind.number("select count(*) as n from remembered_messages where text like '%Marcos%'") == 1


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize("what", ["lo de la rodilla", "#1 #2", "rodilla"])
async def test_health_named_in_passing_is_asked_first(mind: Mind, what: str) -> None:
    await mind.remember("Lo operaron de la rodilla izquierda", Domain.HEALTH)
    if what.startswith("#"):
        assert (await forget(mind, what)).stage is ForgetStage.NOTHING
        return
    asked = await forget(mind, what)
    assert (asked.stage, await mind.texts()) == (ForgetStage.ASKED, ["Lo operaron de la rodilla izquierda"])
    settled = await mind.forgetting.settle(OWNER, None, erase=False)
    assert settled is not None and settled.had_facts and settled.erased is None
    assert await mind.texts() == ["Lo operaron de la rodilla izquierda"]
    assert await mind.forgetting.settle(OWNER, None, erase=True) is None, "the question was answered"


@pytest.mark.req("MEM-16")
async def test_an_offer_stands_until_the_next_message(mind: Mind) -> None:
    (told,) = await extracted(mind, "mi ex se llama Marcos")
    asked_in = await mind.say("olvidate de mi ex")
    await mind.forgetting.forget(OWNER, ForgetRequest("mi ex"), asked_in)
    answer, later = await mind.say("mmm"), await mind.say("sí")
    assert await mind.forgetting.is_asked(OWNER, answer)
    assert not await mind.forgetting.is_asked(OWNER, later)
    assert await mind.forgetting.settle(OWNER, later, erase=True) is None
    assert await mind.number("select count(*) as n from messages where turn_id = :t and text <> ''", t=told) == 1


@pytest.mark.req("MEM-16")
async def test_what_is_said_after_the_request_is_new(mind: Mind) -> None:
    await extracted(mind, "mi ex se llama Marcos")
    asked_in = await mind.say("olvidate de mi ex")
    await mind.say("¿quién es Marcos, mi ex?")  # it was sent before the request was answered
    gone = await mind.forgetting.forget(OWNER, ForgetRequest("mi ex"), asked_in)
    assert len(gone.left.mentions) == 1 and gone.left.related == []


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize(("told", "that"), [("mi ex se llama Marcos", "eso"), ("my boss is called Dana", "that")])
async def test_that_is_the_fact_that_was_told_just_now(mind: Mind, told: str, that: str) -> None:
    await extracted(mind, told)
    gone = await mind.forgetting.forget(OWNER, ForgetRequest(that), await mind.say(f"olvidate de {that}"))
    assert gone.stage is ForgetStage.DONE and len(gone.facts) == 1
    assert await mind.facts.active(OWNER) == []


@pytest.mark.req("MEM-16")
async def test_that_may_be_the_fact_that_was_answered_just_now_and_is_asked(mind: Mind) -> None:
    await extracted(mind, "mi ex se llama Marcos", "tengo un perro")
    turn = await mind.say("¿cómo se llama mi ex?")
    claimed = await mind.inbox.claim(OWNER)
    while claimed is not None and claimed.turn != turn:
        await mind.inbox.finish(claimed, Reply("ok", HandledBy.MODEL), mind.clock.now())
        claimed = await mind.inbox.claim(OWNER)
    assert claimed is not None
    said = Message(Speaker.COMPANION, "Tu ex se llama Marcos.", mind.clock.now(), turn, "terminal")
    await mind.inbox.finish(claimed, Reply(said.text, HandledBy.MODEL, messages=(said,)), mind.clock.now())
    asked = await mind.forgetting.forget(OWNER, ForgetRequest("eso"), await mind.say("olvidate de eso"))
    assert (asked.stage, [fact.text for fact in asked.facts]) == (ForgetStage.ASKED, ["Su ex se llama Marcos"])
    assert len(await mind.facts.active(OWNER)) == 2
    await mind.forgetting.settle(OWNER, await mind.say("sí"), erase=True)
    assert [fact.text for fact in await mind.facts.active(OWNER)] == ["Tiene un perro"]


@pytest.mark.req("MEM-16")
async def test_that_is_unclear_where_nothing_known_was_told_or_answered(mind: Mind) -> None:
    await extracted(mind, "mi ex se llama Marcos", "¿qué tiempo hace?")
    turn = await mind.say("olvidate de eso")
    unclear = await mind.forgetting.forget(OWNER, ForgetRequest("eso"), turn)
    assert unclear.stage is ForgetStage.UNCLEAR
    assert len(await mind.facts.active(OWNER)) == 1
    assert await mind.number("select count(*) as n from messages where turn_id = :t and text <> ''", t=turn) == 1
