#!/usr/bin/env python3
"""Awkward wording in pages, in the head comments of programs, and in the messages of tools: CONTRIBUTING.md, "Words".

prose.py TREE             a line per file with more than 1.5 findings per 1000 words (one finding is always allowed), and its findings;
                          exit code 1 if there is one
prose.py --rates TREE     findings per 1000 words, the worst file first
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Iterator

ALLOWED = 1.5 / 1000

UNIT = (r"(?:request|thread|block|point|row|warp|pair|SM|lane|launch|element|cell|step|pass|edge|vertex|level|tile|kernel|program|page|part|rung|"
        r"mark|column|body|GPU|device|clock)")
COUNTED = (r"(?:sectors?|wavefronts?|turns?|bytes?|words?|requests?|threads?|blocks?|points?|rows?|warps?|instructions?|registers?|launches|operations?|"
           r"sums?|values?|elements?|columns?|barriers?|accesses|atomics?|tests?|seconds?|microseconds?|us|ns|ms)")
RULES = [(re.compile(expression), say) for expression, say in [
    (rf"\b{COUNTED} an? {UNIT}\b", "per"),
    (r"\b(?:stands?|stood|standing) (?:beside|in|on|for|behind|above|below|there|still|alone|under|at|next|before|here)\b", "is, appears, see"),
    (r"\b[Ww]ants?\b(?! to\b)", "needs, requires"),
    (r"\b[Mm]end(?:s|ed|ing)?\b", "fix"),
    (r"\banew\b", "again, regenerate"),
    (r"\bbehind (?:the (?:end|begin|loop|last|launch|barrier)|it|each|its|them|that|this|these|every|one)\b", "after, past"),
    (r"\bwould do\b", "minimum, ideal"),
    (r"(?:^|[.;] +)(?:Whoever|Who (?!is |are |was )[a-z]+ [^?]*\.)", "if you ..., students who ..."),
    (r"\bunder way\b", "in flight"),
    (r"\b(?:go|goes|went|going) on (?:with|from|where|behind|in|as)\b", "continue, resume"),
    (r"\btells? of\b|\b(?:is|are) told\b", "reports, is reported"),
    (r"\b(?:odd|another|each) begin\b|(?:before|past) the begin\b", "start"),
    (r"\bturns too many\b|\b\d+ turns\b", "wavefronts"),
    (r"\bfloats of (?:8|16) bits\b", "FP8, FP16"),
    (r"\bletters?\b", "characters"),
    (r"(?<![\d%)] )(?<!\d )\b\d+ %(?! \d)", "3%"),
    (r"\bso-called\b|\bas ever\b|\bletter by letter\b", "plain English"),
    (r"\b[Nn]obody\b|\b[Ee]verybody\b", "no thread, every thread (who?)"),
    (r"\bsome (?:hundred|thousand)s?\b", "a few hundred, or about a hundred"),
]]


def of_page(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Text that somebody wrote: no code, no generated block, no shown output."""
    fenced = made = False
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
        elif re.match(r"\s*<!-- .*: (begin|end)", line):
            made = ": begin" in line
        elif not (fenced or made or line.startswith(("    ", "\t", "<"))):
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", " ", line)


def of_head(lines: list[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if not line.startswith("//"):
            return
        yield number, re.sub(r"`[^`]*`", " ", line)


def of_messages(lines: list[str]) -> Iterator[tuple[int, str]]:
    """String literals of several words."""
    for number, line in enumerate(lines, 1):
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line.split("//")[0]):
            if len(text.split()) > 2:
                yield number, text


def prose(path: str, text: str) -> Iterator[tuple[int, str]]:
    lines = text.split("\n")
    if path.endswith(".md"):
        return of_page(lines)
    if re.match(r"ch\d.*/\d+_\w+\.c(u|pp)$", path):
        return of_head(lines)
    if re.match(r"common/(driver|marking|sim/lens|sim/runtime|sim/libraries|sim/translate|sim/simcc|predict|src)/.*\.cpp$", path):
        return of_messages(lines)
    return enumerate(lines, 1) if path == "common/setup/usage.txt" else iter(())


def files(tree: Path) -> list[str]:
    listed = subprocess.run(["git", "-C", tree, "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    return [name for name in listed if name and not name.startswith(("docs/zh/", "docs/results/", "CHANGELOG"))]


def examined(tree: Path) -> Iterator[tuple[str, int, list[str]]]:
    """Each file with its words and its findings."""
    for name in files(tree):
        found, words = [], 0
        for number, line in prose(name, (tree / name).read_text(encoding="utf-8", errors="replace")) if (tree / name).is_file() else ():
            words += len(re.findall(r"[A-Za-z]{2,}", line))
            found += [f"  {name}:{number}: {match[0].strip()} (say: {say})" for rule, say in RULES for match in rule.finditer(line)]
        if words:
            yield name, words, found


def main() -> int:
    rates = sys.argv[1:2] == ["--rates"]
    tree = Path(sys.argv[2 if rates else 1])
    if rates:
        for name, words, found in sorted(examined(tree), key=lambda each: -len(each[2]) / each[1]):
            print(f"{1000 * len(found) / words:6.1f} {len(found):4} {name}")
        return 0
    wrong = []
    for name, words, found in examined(tree):
        if len(found) > max(1, ALLOWED * words):
            wrong += [f"{name}: {len(found)} findings in {words} words", *found]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
