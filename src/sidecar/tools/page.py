"""From the bytes of a page to Markdown. Pure, but slow for large pages: run it in a thread."""

from __future__ import annotations

import html
import re

from sidecar.errors import ToolError
from sidecar.tools.lazy_imports import load_trafilatura

_HTML = ("text/html", "application/xhtml+xml")
_TEXT = re.compile(r"text/|application/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|javascript|ld\+json|x-ndjson)$")
_MEDIA_TYPE = re.compile(r"[\w.+-]{1,40}/[\w.+-]{1,80}")
_UNKNOWN = ("", "application/octet-stream", "binary/octet-stream")
_SNIFFED_BYTES = 2_048
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w:.-]+)", re.IGNORECASE)
_CHARSET_BYTES = re.compile(_CHARSET.pattern.encode(), re.IGNORECASE)
# the encodings of the web: Python has others, some slow, some for no text
_WEB_ENCODING = re.compile(
    r"utf-?(?:8|16|32)(?:-?[bl]e)?|us-ascii|ascii|iso-?8859-\d+|latin-?\d+|(?:windows|cp)-?\d+|koi8-[ru]|macintosh"
    r"|shift[-_]?jis|euc-(?:jp|kr)|iso-2022-jp|gb2312|gbk|gb18030|big5(?:-hkscs)?|tis-620",
    re.IGNORECASE,
)
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_LAST_RESORT = "windows-1252"
_LONGEST_CHARACTER = 4
_HEAD_CHARS = 50_000
_TITLE = re.compile(r"<title[^>]{0,200}>(.{1,500}?)</title", re.IGNORECASE | re.DOTALL)
_HTML_TAG = re.compile(r"<(?:!doctype html|html|head|body)\b", re.IGNORECASE)
_LONGEST_HEADER = 200
_MOST_TAGS = 50_000
"""Opening and closing tags. trafilatura takes up to 80 µs for each, and a thread cannot be stopped."""


def convert_page(body: bytes, content_type: str, url: str) -> str:
    """Convert a page to its main content, its title first; leave plain text and JSON as they are.

    Raises `ToolError` for what is not text: PDF, pictures, binary data, or a page with nothing in it to read.
    """
    media_type = content_type.partition(";")[0].strip().lower()
    _refuse_non_text(body, media_type)
    text = decode_page(body, content_type)
    if media_type in _HTML or (media_type in _UNKNOWN and _HTML_TAG.search(text[:_SNIFFED_BYTES])):
        return _convert_html(text, url)
    if not text.strip():
        raise ToolError("the page is empty")
    return text


def decode_page(body: bytes, content_type: str = "") -> str:
    """Decode a page by its byte order mark, its header or its own declaration; by what fits if those do not."""
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return body.decode(encoding, "replace")
    in_page = _CHARSET_BYTES.search(body[:_SNIFFED_BYTES])
    declared = [found[1] for found in [_CHARSET.search(content_type[:_LONGEST_HEADER])] if found]
    declared += [found[1].decode("ascii", "replace") for found in [in_page] if found]
    for encoding in (*declared, "utf-8"):
        if (text := _try_decode(body, encoding)) is not None:
            return text
    return body.decode(_LAST_RESORT, "replace")


def split_text(text: str, part_chars: int) -> list[str]:
    """Split a text in parts of at most `part_chars`, between paragraphs, or else lines or words, where possible."""
    parts: list[str] = []
    start = 0
    while len(text) - start > part_chars:
        window = text[start : start + part_chars]
        at = next((cut for gap in ("\n\n", "\n", " ") if (cut := window.rfind(gap)) > part_chars // 2), part_chars)
        parts.append(window[:at])
        start += at
    parts.append(text[start:])
    return [part.strip("\n") for part in parts]


def _try_decode(body: bytes, encoding: str) -> str | None:
    if not _WEB_ENCODING.fullmatch(encoding):
        return None
    for missing in range(_LONGEST_CHARACTER):  # the size limit may have cut a character in two
        try:
            return body[: len(body) - missing].decode(encoding)
        except LookupError:
            return None
        except UnicodeDecodeError as error:
            if error.start < len(body) - _LONGEST_CHARACTER:
                return None
    return None


def _refuse_non_text(body: bytes, media_type: str) -> None:
    if media_type == "application/pdf" or body.startswith(b"%PDF-"):
        raise ToolError("this is a PDF, which cannot be read yet: look for the same text as a web page")
    if media_type not in (*_HTML, *_UNKNOWN) and not _TEXT.match(media_type):
        kind = media_type if _MEDIA_TYPE.fullmatch(media_type) else "something unknown"
        raise ToolError(f"this is {kind}, not text that can be read")
    utf_16 = any(body.startswith(mark) for mark, encoding in _BOMS if encoding == "utf-16")
    if b"\0" in body[:_SNIFFED_BYTES] and not utf_16:
        raise ToolError("this is binary data, not text that can be read")


def _convert_html(text: str, url: str) -> str:
    trafilatura = load_trafilatura()
    readable = "<".join(text.split("<", _MOST_TAGS)[:_MOST_TAGS])
    content = trafilatura.extract(
        readable, url=url, output_format="markdown", include_links=True, include_tables=True, include_comments=False
    )
    content = content or trafilatura.html2txt(readable)
    if not content.strip():
        raise ToolError("the page has no text: it may need a browser to show its content")
    found = _TITLE.search(text[:_HEAD_CHARS])
    title = " ".join(html.unescape(found[1]).split()) if found else ""
    content = content if not title or title in content[: len(title) + 10] else f"# {title}\n\n{content}"
    return content if len(readable) == len(text) else f"{content}\n\n[the rest of the page is too large to read]"
