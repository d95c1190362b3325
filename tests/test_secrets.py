"""Keys lie in the keyring of the system where one works, else in `.env`, and nowhere else."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from dotenv import dotenv_values
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.cli.setup.persistence import save_key
from sidecar.config.secrets import (
    MARK,
    delete_from_keyring,
    is_plausible_key,
    put_in_keyring,
    resolve_secret,
    write_variable,
)
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.observe.redaction import redact

keyring = pytest.importorskip("keyring")
from keyring.backend import KeyringBackend  # noqa: E402
from keyring.errors import PasswordDeleteError, PasswordSetError  # noqa: E402

KEY = "sk-proj-0123456789abcdef"


class Ring(KeyringBackend):
    """In memory, as good as the one of a desktop."""

    priority = 5.0  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


class Locked(Ring):
    def set_password(self, service: str, username: str, password: str) -> None:
        raise PasswordSetError("the person closed the window")


class Forgetful(Ring):
    def set_password(self, service: str, username: str, password: str) -> None: ...


class Plain(Ring):
    priority = 0.5  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]


@pytest.fixture(autouse=True)
def the_ring_of_before() -> Iterator[None]:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


@pytest.mark.req("LLM-07")
def test_a_keyring_that_works_keeps_the_key(tmp_path: Path) -> None:
    ring = Ring()
    keyring.set_keyring(ring)
    mark = put_in_keyring(tmp_path / ".env", "OPENAI_API_KEY", KEY)
    assert mark.startswith(MARK)
    assert list(ring.kept.values()) == [KEY]
    assert resolve_secret("OPENAI_API_KEY", mark) == KEY
    assert resolve_secret("OPENAI_API_KEY", "plain") == "plain"
    assert put_in_keyring(tmp_path / "other" / ".env", "OPENAI_API_KEY", KEY) != mark, "two homes never touch"
    delete_from_keyring(mark, "OPENAI_API_KEY")
    assert resolve_secret("OPENAI_API_KEY", mark) is None


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize("ring", [Locked, Forgetful, Plain])
def test_a_keyring_that_does_not_work_is_none(ring: type[Ring], tmp_path: Path) -> None:
    keyring.set_keyring(ring())
    assert put_in_keyring(tmp_path / ".env", "OPENAI_API_KEY", KEY) == ""


@pytest.mark.req("LLM-07", "SEC-04")
@pytest.mark.parametrize("ring", [Ring, Locked])
def test_wherever_it_is_kept_it_is_read_again(
    ring: type[Ring], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MISTRAL_API_KEY", raising=False)
    keyring.set_keyring(ring())
    home = Home(tmp_path)
    save_key(home, "MISTRAL_API_KEY", KEY, Texts("en"))
    assert os.environ.pop("MISTRAL_API_KEY") == KEY
    assert stat.S_IMODE(home.secrets.stat().st_mode) == 0o600
    assert KEY not in redact(f"the key is {KEY}")


@pytest.mark.req("LLM-07")
def test_one_line_changes_and_the_others_stay(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_bytes(b"# mine\r\nexport A_KEY=old\r\nB=2 # two\nA_KEY = older\n\xff\nC=3")
    write_variable(env, "A_KEY", "new")
    assert env.read_bytes() == b"# mine\r\nB=2 # two\nA_KEY='new'\n\xff\nC=3"
    write_variable(env, "D", "4")
    assert env.read_bytes().endswith(b"\nC=3\nD='4'\n")
    write_variable(env, "A_KEY", "")
    assert b"A_KEY" not in env.read_bytes()
    missing = tmp_path / "missing"
    write_variable(missing, "A_KEY", "")
    assert not missing.exists()


KEYS = st.text(min_size=1, max_size=80).filter(is_plausible_key)


@pytest.mark.req("LLM-07")
@settings(deadline=None, max_examples=60)  # each one waits for the disk
@given(key=KEYS, other=st.sampled_from(["", "X=1\n", "# note", "KEY_2=a b\n"]))
def test_what_was_written_is_read(key: str, other: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    env = tmp_path_factory.mktemp("env") / ".env"
    env.write_text(other)
    write_variable(env, "KEY", key)
    assert dotenv_values(stream=StringIO(env.read_text()))["KEY"] == key


@pytest.mark.parametrize("text", ["", "two words", "sk-ü", "it's", 'a"b', "a\nb", "$HOME", "back\\slash", "`x`"])
def test_what_cannot_be_a_key(text: str) -> None:
    assert not is_plausible_key(text)
