"""Marked blocks of Markdown pages, which scripts fill in: what stands between <!-- NAME: begin --> and <!-- NAME: end -->."""

from __future__ import annotations

import re

BEGIN = re.compile(r"<!-- (.*): begin -->")
END = re.compile(r"<!-- .*: end -->")
# A command and its output, which shown_commands.py writes.
SHOWN = re.compile(r"^(<!-- run: (?P<command>.*) -->\n(?:(?!```).*\n)*?```.*\n)(?P<block>(?:(?!```).*\n)*)(?=```)", re.MULTILINE)


def names(text: str) -> list[str]:
    """The names of a page's blocks, in order."""
    return [match[1] for match in map(BEGIN.fullmatch, text.splitlines()) if match]


def _lines_of(text: str, name: str) -> tuple[list[str], int, int]:
    """The page's lines, and the range of those of the block."""
    lines = text.splitlines(keepends=True)
    bare = [line.rstrip("\n") for line in lines]
    begin = bare.index(f"<!-- {name}: begin -->") + 1
    return lines, begin, bare.index(f"<!-- {name}: end -->", begin)


def block(text: str, name: str) -> str:
    """The content of the block of that name. ValueError if there is none."""
    lines, begin, end = _lines_of(text, name)
    return "".join(lines[begin:end])


def replaced(text: str, name: str, content: str) -> str:
    """The page with new content in the block."""
    lines, begin, end = _lines_of(text, name)
    return "".join(lines[:begin]) + content + "".join(lines[end:])


def fenced(text: str) -> str:
    return f"```text\n{text}```\n"
