"""From a model's name to its file: wherever that is, and what is said when it is not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sidecar.errors import ConfigError
from sidecar.providers.local.model_files import find_model_file, is_hub_id, list_model_files, resolve_model_path

pytestmark = pytest.mark.req("LLM-01")


def put(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"GGUF")
    return file


def why_not(name: str, folder: Path) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        find_model_file(name, folder)
    return caught.value


def test_a_whole_path_with_spaces(tmp_path: Path) -> None:
    file = put(tmp_path / "Mis modelos" / "el más chico (1).gguf")
    assert find_model_file(str(file), tmp_path / "models") == file


def test_a_path_from_the_persons_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = put(tmp_path / "models" / "x.gguf")
    assert find_model_file("~/models/x.gguf", tmp_path / "elsewhere") == file


@pytest.mark.parametrize("name", ["x.gguf", "ana/tiny/x.gguf", "ana/tiny/deep/er/x.gguf", "carpeta/x y.gguf"])
def test_a_name_in_the_folder_of_models(tmp_path: Path, name: str) -> None:
    file = put(tmp_path / name)
    assert find_model_file(name, tmp_path) == file


def test_a_link_to_a_model(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    link = tmp_path / "models" / "link.gguf"
    link.symlink_to(put(tmp_path / "real.gguf"))
    (tmp_path / "models" / "broken.gguf").symlink_to(tmp_path / "nowhere.gguf")
    assert find_model_file("link.gguf", tmp_path / "models") == link
    assert list_model_files(tmp_path / "models") == ["link.gguf"]


def test_what_was_not_downloaded_can_be(tmp_path: Path) -> None:
    error = why_not("ana/tiny/x.gguf", tmp_path)
    assert error.hint.format(**error.fields) == "Get it with: sidecar models add ana/tiny/x.gguf"


def test_what_is_there_is_named(tmp_path: Path) -> None:
    put(tmp_path / "one.gguf")
    put(tmp_path / "ana" / "tiny" / "two.gguf")
    error = why_not("tow.gguf", tmp_path)
    hint = error.hint.format(**error.fields)
    assert "local:one.gguf" in hint and "local:ana/tiny/two.gguf" in hint


def test_with_nothing_there_the_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    error = why_not("x.gguf", folder)
    assert str(folder) in error.hint.format(**error.fields)
    assert not folder.exists()


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    assert "is a folder" in str(why_not(str(tmp_path), tmp_path / "models"))


@given(name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
@example("x" * 5_000 + ".gguf")
@example("a/" * 3_000 + "x.gguf")
@example("~nobody-of-that-name/x.gguf")
@example("with\0zero.gguf")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_other_name_is_a_plain_refusal(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "models"
    if not os.path.exists(resolve_model_path(name, folder)):
        assert str(why_not(name, folder))


def test_the_models_in_the_folder(tmp_path: Path) -> None:
    for name in ("b.gguf", "A.GGUF", "ana/tiny/c.gguf", "big-00001-of-00002.gguf", "big-00002-of-00002.gguf"):
        put(tmp_path / name)
    for name in (".d.gguf", ".hidden/e.gguf", "notes.txt", "ana/tiny/.c.gguf.0123.part", "f.gguf.part"):
        put(tmp_path / name)
    (tmp_path / "folder.gguf").mkdir()
    os.mkfifo(tmp_path / "pipe.gguf")
    put(tmp_path / "odd-00001-of-00000.gguf")
    assert list_model_files(tmp_path) == [
        "A.GGUF",
        "ana/tiny/c.gguf",
        "b.gguf",
        "big-00001-of-00002.gguf",
        "odd-00001-of-00000.gguf",
    ]
    assert list_model_files(tmp_path / "not there") == []


@pytest.mark.parametrize(
    "name",
    ["ana/tiny/x.gguf", "Ana-1/tiny.v2_GGUF/x-Q4_K_M.GGUF", "ana/tiny/deep/x.gguf", "ana/tiny/ñandú+imat@2.gguf"],
)
def test_names_of_a_hub(name: str) -> None:
    assert is_hub_id(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "x.gguf", "ana/x.gguf", "/ana/tiny/x.gguf", "~/tiny/x.gguf", "~ana/tiny/x.gguf", "../tiny/x.gguf",
        "ana/../x.gguf", "ana/tiny/../../../x.gguf", "ana/tiny/..gguf", "ana/tiny/.gguf", "./ana/tiny/x.gguf",
        "ana//x.gguf", "ana/tiny/x.bin", "ana/tiny", "ana/tiny/", "C:/tiny/x.gguf", "ana\\tiny\\x.gguf",
        "ana/tiny/x.gguf\n", "ana/ti ny/x.gguf", "https://hub/ana/tiny/x.gguf", "ana/tiny/x?.gguf",
        "ana/tiny/%2e/x.gguf",
    ],
)  # fmt: skip
def test_names_that_are_not_of_a_hub(name: str) -> None:
    assert not is_hub_id(name)


@given(
    parts=st.lists(st.sampled_from(["..", ".", "", "~", "~root", "ana", "a b", "C:", "x.gguf", "..gguf"]), max_size=6)
)
def test_a_hubs_name_lies_within_the_folder(parts: list[str]) -> None:
    folder = Path("/home/ana/models")
    name = "/".join(parts)
    if is_hub_id(name):
        assert Path(os.path.normpath(resolve_model_path(name, folder))).relative_to(folder).parts == tuple(parts)
