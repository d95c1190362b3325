"""`user.md` and `SOUL.md` on disk: made once, read whenever they change, never lost."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sidecar.domain.person import OWNER, ChannelPreference, Language, Proactivity, QuietHours
from sidecar.errors import ConfigError, StorageError
from sidecar.files.atomic import replace_file
from sidecar.i18n import Texts
from sidecar.memory.files.profile import ProfileFiles, create_profile


@pytest.mark.req("MEM-01")
@pytest.mark.parametrize(
    ("language", "heading", "voice"), [("es", "# Sobre vos", "vos"), ("en", "# About you", "plain English")]
)
def test_the_templates_speak_the_language_and_read_back(
    tmp_path: Path, language: Language, heading: str, voice: str
) -> None:
    create_profile(tmp_path, language, name="Ana {timezone} Díaz", timezone="Europe/Madrid")
    profile = ProfileFiles(tmp_path)
    found = profile.preferences(OWNER)
    assert (found.name, found.language, found.timezone.key) == ("Ana {timezone} Díaz", language, "Europe/Madrid")
    assert found.about == heading
    assert voice in profile.soul(OWNER)
    assert profile.warnings(Texts(language)) == []
    assert (found.proactivity, found.quiet_hours, found.channels) == (Proactivity.LOW, QuietHours(), {})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["SOUL.md", "user.md"]
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


@pytest.mark.req("MEM-01")
@pytest.mark.parametrize(
    ("language", "levels", "limits"),
    [
        ("es", ["bajo:", "medio:", "alto:"], "## Limitaciones conocidas"),
        ("en", ["low:", "medium:", "high:"], "## Known limitations"),
    ],
)
def test_the_template_shows_every_level_and_its_examples_work(
    tmp_path: Path, language: Language, levels: list[str], limits: str
) -> None:
    create_profile(tmp_path, language, name="", timezone="UTC")
    text = (tmp_path / "user.md").read_text(encoding="utf-8")
    assert [level for level in levels if level not in text] == []
    assert limits in text
    (tmp_path / "user.md").write_text(text.replace("<!--", "").replace("-->", ""), encoding="utf-8")
    profile = ProfileFiles(tmp_path)
    assert list(profile.preferences(OWNER).channels.values()) == list(ChannelPreference)
    assert profile.warnings(Texts("en")) == []


@pytest.mark.req("MEM-02")
def test_a_broken_value_is_a_warning_that_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "user.md").write_text("- Timezone: UTC\n- Proactivity: eleven\n", encoding="utf-8")
    profile = ProfileFiles(tmp_path)
    assert profile.preferences(OWNER).proactivity is Proactivity.LOW
    assert profile.warnings(Texts("en")) == [
        "I don't understand the proactivity “eleven” in line 2 of user.md, so I take it as low."
    ]


@pytest.mark.req("MEM-01")
def test_what_is_there_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "SOUL.md").write_text("mine", encoding="utf-8")
    create_profile(tmp_path, "en", name="", timezone="UTC")
    create_profile(tmp_path, "es", name="other", timezone="Asia/Tokyo")
    assert ProfileFiles(tmp_path).soul(OWNER) == "mine"
    assert ProfileFiles(tmp_path).preferences(OWNER).timezone.key == "UTC"


@pytest.mark.req("CON-14", "MEM-02")
def test_files_are_read_again_when_they_change(tmp_path: Path) -> None:
    profile = ProfileFiles(tmp_path)
    assert profile.soul(OWNER).startswith("# Quién soy")
    (tmp_path / "SOUL.md").write_text("uno", encoding="utf-8")
    assert profile.soul(OWNER) == "uno"
    other = tmp_path / "other"
    other.write_text("dos", encoding="utf-8")
    other.replace(tmp_path / "SOUL.md")
    assert profile.soul(OWNER) == "dos"
    (tmp_path / "SOUL.md").unlink()
    assert profile.soul(OWNER).startswith("# Quién soy")
    (tmp_path / "SOUL.md").mkdir()
    assert profile.soul(OWNER).startswith("# Quién soy")


@pytest.mark.req("MEM-02")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_any_usual_encoding(tmp_path: Path, encoding: str) -> None:
    text = "- **Nombre**: José\r\n- **Idioma**: inglés\r\n- **Zona horaria**: Europe/Madrid\r\n"
    (tmp_path / "user.md").write_bytes(text.encode(encoding))
    found = ProfileFiles(tmp_path).preferences(OWNER)
    assert (found.name, found.language, found.timezone.key, found.about) == ("José", "en", "Europe/Madrid", "")


@pytest.mark.req("MEM-02")
def test_warnings_are_told_in_the_persons_language(tmp_path: Path) -> None:
    (tmp_path / "user.md").write_text("- **Idioma**: klingon\n", encoding="utf-8")
    warnings = ProfileFiles(tmp_path).warnings(Texts("es"))
    assert len(warnings) == 2
    assert "klingon" in warnings[0]
    assert "UTC" in warnings[1]
    assert warnings != ProfileFiles(tmp_path).warnings(Texts("en"))


@pytest.mark.req("MEM-02")
def test_a_timezone_that_becomes_wrong_while_running_stays_and_is_a_warning(tmp_path: Path) -> None:
    create_profile(tmp_path, "es", name="", timezone="Europe/Lisbon")
    profile = ProfileFiles(tmp_path)
    profile.check()
    (tmp_path / "user.md").write_text("- **Zona horaria**: Europe/Madrit\n", encoding="utf-8")
    assert profile.preferences(OWNER).timezone.key == "Europe/Lisbon"
    (warning,) = profile.warnings(Texts("es"))
    assert all(zone in warning for zone in ("Europe/Madrit", "Europe/Lisbon", "Europe/Madrid"))
    with pytest.raises(ConfigError, match="Europe/Madrit"):
        profile.check()
    (tmp_path / "user.md").write_text("- **Zona horaria**: Europe/Madrid\n", encoding="utf-8")
    assert (profile.preferences(OWNER).timezone.key, profile.warnings(Texts("es"))) == ("Europe/Madrid", [])


GOOD = """\
- **Language**: en
- **Timezone**: Asia/Tokyo
- **Proactivity**: high
- **Quiet hours**: 23:00-06:30
## Channels
- telegram: all
"""


@pytest.mark.req("MEM-02")
@pytest.mark.parametrize(
    ("good", "broken"),
    [
        ("Language**: en", "Language**: englisch?"),
        ("Timezone**: Asia/Tokyo", "Timezone**: Asia/Tokio"),
        ("Timezone**: Asia/Tokyo", "Timezone**:"),
        ("Proactivity**: high", "Proactivity**: hi"),
        ("23:00-06:30", "23:00-"),
        ("telegram: all", "telegram: al"),
    ],
)
def test_a_value_that_becomes_unusable_while_running_stays_as_it_was(tmp_path: Path, good: str, broken: str) -> None:
    (user := tmp_path / "user.md").write_text(GOOD, encoding="utf-8")
    profile = ProfileFiles(tmp_path)
    before = profile.preferences(OWNER)
    assert profile.warnings(Texts("en")) == []
    for text in (GOOD.replace(good, broken), GOOD.replace(good, f"{broken} ")):
        user.write_text(text, encoding="utf-8")
        assert profile.preferences(OWNER) == before
        assert len(profile.warnings(Texts("en"))) == 1
    user.write_text(GOOD, encoding="utf-8")
    assert profile.warnings(Texts("en")) == []


@pytest.mark.req("MEM-02")
def test_an_editor_that_is_about_to_write_changes_nobodys_language_or_zone(tmp_path: Path) -> None:
    (user := tmp_path / "user.md").write_text(GOOD, encoding="utf-8")
    profile = ProfileFiles(tmp_path)
    before = profile.preferences(OWNER)
    user.write_text("", encoding="utf-8")
    assert profile.preferences(OWNER) == before
    user.unlink()
    assert profile.preferences(OWNER) == before
    assert profile.warnings(Texts("en")) == ["user.md is empty or gone; I go on with what it said before."]
    user.mkdir()
    assert profile.preferences(OWNER) == before
    assert "user.md" in profile.warnings(Texts("en"))[0]
    user.rmdir()
    user.write_text(GOOD, encoding="utf-8")
    assert profile.warnings(Texts("en")) == []


def test_the_language_is_changed_byte_for_byte(tmp_path: Path) -> None:
    user = tmp_path / "elsewhere.md"
    user.write_bytes(b"\xef\xbb\xbf- **Idioma**: es\r\n\r\ncaf\xe9 \xff\r\n")
    (tmp_path / "user.md").symlink_to(user)
    profile = ProfileFiles(tmp_path)
    profile.set_language(OWNER, "en")
    assert user.read_bytes() == b"\xef\xbb\xbf- **Idioma**: en\r\n\r\ncaf\xe9 \xff\r\n"
    assert (tmp_path / "user.md").is_symlink()
    assert profile.preferences(OWNER).language == "en"


def test_a_language_that_cannot_be_stored_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "user.md").mkdir()
    with pytest.raises(StorageError, match=r"user\.md"):
        ProfileFiles(tmp_path).set_language(OWNER, "en")


@pytest.mark.req("OPS-12")
def test_a_file_that_cannot_be_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_file(tmp_path / "taken", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@pytest.mark.req("MEM-02")
def test_endless_files_do_not_fill_the_memory_nor_the_prompt(tmp_path: Path) -> None:
    os.symlink("/dev/zero", tmp_path / "SOUL.md")
    (tmp_path / "user.md").write_text("- Idioma: en\n" + "blah " * 100_000, encoding="utf-8")
    profile = ProfileFiles(tmp_path)
    assert len(profile.soul(OWNER)) <= 6_000
    assert profile.preferences(OWNER).language == "en"
    assert len(profile.preferences(OWNER).about) <= 16_000
    (tmp_path / "SOUL.md").unlink()
    (tmp_path / "SOUL.md").write_text("Be kind. " * 1_000, encoding="utf-8")
    assert profile.warnings(Texts("en"))[:2] == [
        "user.md is longer than 16000 characters; I use only its beginning.",
        "SOUL.md is longer than 6000 characters; I use only its beginning.",
    ]


@pytest.mark.req("MEM-02")
def test_what_is_no_text_is_told_and_not_used(tmp_path: Path) -> None:
    profile = ProfileFiles(tmp_path)
    say = Texts("en")
    before = profile.warnings(say)
    (tmp_path / "SOUL.md").write_bytes(bytes(range(32)) * 40)
    (tmp_path / "user.md").mkdir()
    assert profile.soul(OWNER).startswith("# Quién soy")
    told = [warning for warning in profile.warnings(say) if warning not in before]
    assert told == [
        "I can't read user.md (Is a directory), so I'm going on without it.",
        "SOUL.md isn't a text file, so I'm going on without it.",
    ]


@pytest.mark.req("MEM-01")
def test_many_may_write_at_once_and_nothing_is_left_over(tmp_path: Path) -> None:
    target = tmp_path / "x"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: replace_file(target, bytes([n]) * 5000), range(64)))
    assert len(set(target.read_bytes())) == 1
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        replace_file(tmp_path / "folder", b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "x"]
