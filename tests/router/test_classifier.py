"""The classifier: what it decides alone, where it abstains, and that its weights are those of the sentences here."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from random import Random

import numpy as np
import pytest

from scripts.train_router import calibrate, expand, fit, hash_sentences, softmax
from sidecar.router.classifier import contradicts, predict, weigh_reading
from sidecar.router.intents import SetReminder, SmallTalk, SmallTalkKind, TimeQuestion, UndoChange, WeatherQuestion
from sidecar.router.prediction import HARD_NEGATIVES, MessageLabel
from sidecar.router.route import RouteStage, route

pytestmark = pytest.mark.req("RTR-02")

_MOST_BYTES = 1_000_000
_NONSENSE = ["xq zvv trk plomb", "lorem ipsum dolor sit amet", "perro azul ventana doce", "%%% ### @@", "mnmnmn bvcx"]
_SMALL_TALK = {
    "holis genia, cómo va todo por ahí": SmallTalkKind.HOW_ARE_YOU,
    "te agradezco un montón la mano": SmallTalkKind.THANKS,
    "hoy ando con el ánimo por el piso": SmallTalkKind.SORROW,
    "me siento muy sola últimamente": SmallTalkKind.SORROW,
    "feeling really lousy tonight": SmallTalkKind.SORROW,
    "my grandpa passed away on sunday": SmallTalkKind.SORROW,
    "bueno me las tomo, seguimos mañana": SmallTalkKind.GOODBYE,
    "right, catch you in the morning": SmallTalkKind.GOODBYE,
    "are you some sort of robot?": SmallTalkKind.WHO_ARE_YOU,
    "and what sort of stuff can you help me with": SmallTalkKind.WHAT_CAN_YOU_DO,
    "uy perdoname, me fui de mambo": SmallTalkKind.APOLOGY,
    "estoy aburridísima, charlemos un rato": SmallTalkKind.CHAT,
}
"""None of them is in the training."""
_MORE_THAN_SMALL_TALK = [
    "hola! recordame comprar pilas",
    "gracias, y qué hora es en Lima?",
    "ok thanks, also what's the capital of Peru",
    "i'm sad, remind me to call my mum at 8",
    "me duele la panza, qué puedo tomar?",
    "jaja bueno, escribime un mail para mi jefe",
    "hi, my sister is called Laura",
    "¿y ella dónde vive?",
    "and who is he?",
]


def test_weights_are_those_of_the_sentences_in_the_repository() -> None:
    with (files("sidecar.router") / "classifier.npz").open("rb") as file, np.load(file) as saved:
        assert str(saved["sentences"]) == hash_sentences(), "run scripts/train_router.py"
        assert set(saved["labels"].tolist()) == set(MessageLabel)


def test_training_twice_makes_the_same_weights_and_learns() -> None:
    features = np.eye(6, 9, dtype=np.float32)
    features[:, -1] = 1
    targets = np.array([0, 1, 2, 0, 1, 2])
    rows = np.arange(6)
    weights = fit(features, targets, rows)
    assert np.array_equal(weights, fit(features, targets, rows))
    scores = features @ weights
    assert np.array_equal(softmax(scores / calibrate(scores, targets)).argmax(axis=1), targets)


def test_pattern_stands_for_sentences_with_each_choice() -> None:
    assert list(expand("{call|text} Ana", Random(1))) == ["call Ana", "text Ana"]
    many = list(expand("{a|b|c|d|e} {f|g|h|i|j|k|l|m|n|o|p|q|r|s} {t|u}", Random(1)))
    assert set("abcdefghijklmnopqrstu ") == set("".join(many))
    assert len(many) < 5 * 14 * 2


def test_weights_are_small() -> None:
    assert len((files("sidecar.router") / "classifier.npz").read_bytes()) < _MOST_BYTES


@pytest.mark.parametrize("text", _NONSENSE)
def test_nonsense_is_left_to_the_brain(text: str) -> None:
    found = route(text)
    assert found.intent is None
    assert found.stage is RouteStage.BRAIN


def test_most_small_talk_never_seen_is_of_its_kind_and_none_is_taken_for_another() -> None:
    read = {text: route(text).intent for text in _SMALL_TALK}
    right = sum(read[text] == SmallTalk(kind) for text, kind in _SMALL_TALK.items())
    assert right >= 0.7 * len(read)
    assert {text for text, intent in read.items() if intent not in (None, SmallTalk(_SMALL_TALK[text]))} == set()


@pytest.mark.parametrize("text", _MORE_THAN_SMALL_TALK)
def test_small_talk_with_something_besides_is_not_only_small_talk(text: str) -> None:
    assert not isinstance(route(text).intent, SmallTalk)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("me podrías tirar la hora", TimeQuestion()),
        ("is it already ten?", TimeQuestion()),
        ("cuán frío se pondrá hoy en Bariloche?", WeatherQuestion("Bariloche", "hoy")),
        ("uy me equivoqué, volvé todo para atrás", UndoChange()),
    ],
)
def test_plain_question_that_no_grammar_reads_is_decided_when_sure(text: str, intent: object) -> None:
    found = route(text)
    assert found.intent == intent


@pytest.mark.req("RTR-03")
@pytest.mark.parametrize(
    "text",
    [
        "ayer llovió todo el día y hacía un frío bárbaro",
        "a qué temperatura se derrite el chocolate",
        "si llueve mañana decime qué hago con las plantas",
        "the weather was lovely at their wedding",
        "what time does the bank open",
        "cuántos días faltan para mi cumpleaños",
    ],
)
def test_what_only_sounds_like_a_question_for_a_tool_is_not_decided(text: str) -> None:
    assert route(text).stage is not RouteStage.CLASSIFIER


def test_request_that_no_grammar_reads_is_known_for_one() -> None:
    found = route("ponele una alerta al tema del seguro, que suene tipo jueves")
    assert found.intent is None
    assert found.likely is not None
    assert found.likely.is_likely(MessageLabel.SET_REMINDER)


def test_probabilities_sum_to_one_and_confidence_is_one_of_them() -> None:
    prediction = predict("recordame mañana a las 9 llamar a Ana")
    assert prediction is not None
    assert sum(prediction.probabilities.values()) == pytest.approx(1, abs=1e-4)
    assert weigh_reading(prediction) > 0.99


def test_reading_is_dropped_only_where_the_classifier_is_nearly_certain_of_the_contrary() -> None:
    plain, quoted = predict("recordame mañana llamar a Ana"), predict('la canción dice: "recordame mañana"')
    assert plain is not None
    assert quoted is not None
    assert not contradicts(plain, SetReminder("llamar a Ana", "mañana"))
    assert contradicts(quoted, SetReminder("", "mañana")) == (quoted.sum(HARD_NEGATIVES) >= 0.97)
    assert not contradicts(quoted, SmallTalk(SmallTalkKind.GREETING))


def test_numpy_is_loaded_by_the_first_message_only() -> None:
    code = (
        "import sys; from sidecar.router.route import route; assert 'numpy' not in sys.modules; "
        "route('hola'); assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
