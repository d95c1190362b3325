"""Words, numbers and signs of a text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sidecar.language.tokens import TokenKind, split_words, tokenize


def test_words_numbers_addresses_and_signs() -> None:
    tokens = [(token.kind.value, token.folded) for token in tokenize("Don’t go, vivo a 20km…\n ana@x.org San-José ps5")]
    assert tokens == [
        ("word", "don't"), ("word", "go"), ("sign", ","), ("word", "vivo"), ("word", "a"), ("number", "20"),
        ("word", "km"), ("sign", "..."), ("line", "\n "), ("address", "ana@x.org"), ("word", "san-jose"),
        ("word", "ps5"),
    ]  # fmt: skip


def test_numbers_keep_what_joins_their_digits_and_leave_what_ends_a_sentence() -> None:
    numbers = [token.text for token in tokenize("10:30, 3,5 o 1/2. El 2026-03-01.") if token.kind is TokenKind.NUMBER]
    assert numbers == ["10:30", "3,5", "1/2", "2026-03-01"]


@given(st.text())
def test_tokens_stand_in_the_text_one_after_another_and_leave_out_white_space_only(text: str) -> None:
    reached, between = 0, ""
    for token in tokenize(text):
        assert reached <= token.start < token.end
        assert text[token.start : token.end] == token.text
        between += text[reached : token.start]
        reached = token.end
    assert not (between + text[reached:]).strip()


def test_words_are_cut_at_every_sign() -> None:
    assert split_words("It's Ana-María, 10:30") == ["it", "s", "ana", "maria", "10", "30"]
