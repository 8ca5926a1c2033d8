"""Rules for the glossary: a minimum number of terms, in order, each with a definition, its Chinese term and a command that exists."""

from __future__ import annotations

import re
from pathlib import Path

AT_LEAST = 70
BY_HAND = "<!-- linked only by hand -->"
CHINESE = r'<small lang="zh-Hans">[^<]*[\u4e00-\u9fff][^<]*</small>'
VERBS = {"run", "explain", "predict", "list", "exercise", "sim", "claims", "doctor", "help"}


def known(root: Path) -> set[str]:
    """What a command may name: programs, exercises, chapters and their parts."""
    names = set()
    for folder in root.glob("ch[0-9]*_*"):
        chapter = folder.name.split("_")[0]
        names.add(chapter)
        names.update(f"{chapter}/{path.parent.relative_to(folder).as_posix()}" for path in folder.rglob("CMakeLists.txt"))
        names.update(re.sub(r"^\d+_", "", path.stem) for path in folder.rglob("[0-9]*_*.c*"))
        names.update(path.parent.name for path in folder.rglob("exercise.json"))
    return names


def command_fault(command: str, names: set[str]) -> str | None:
    words = command.split(" -- ")[0].split()
    if words[:1] != ["./tutorial"] or len(words) < 2 or words[1] not in VERBS:
        return f"{command} is no command that shows something"
    verb, rest = words[1], [word for word in words[2:] if not word.startswith("--")]
    if verb == "exercise":
        return None if rest[:1] == ["start"] and rest[1:] and rest[1] in names else f"there is no exercise as in {command}"
    if verb in ("run", "explain", "predict", "list") and rest and rest[0] not in names:
        return f"there is no {rest[0]} for {command}"
    return None


def faults(text: str, root: Path) -> list[str]:
    entries = re.split(r"^### ", text.split("\n## What to try")[0], flags=re.MULTILINE)[1:]
    terms = [entry.split("\n", 1)[0] for entry in entries]
    found = []
    if len(terms) < AT_LEAST:
        found.append(f"{len(terms)} terms, fewer than {AT_LEAST}")
    found += [f"{second} comes after {first}" for first, second in zip(terms, terms[1:]) if first.lower() >= second.lower()]
    names = known(root)
    for term, entry in zip(terms, entries):
        paragraphs = entry.replace(BY_HAND, "").split("\n", 1)[1].split("\n\n")
        body = [" ".join(paragraph.split("\n")).strip() for paragraph in paragraphs if paragraph.strip()]
        if len(body) < 2 or not re.match(r"[A-Z`].{12,}[.]$", body[0]) or not re.fullmatch(CHINESE, body[1]):
            found.append(f"{term}: does not begin with an English definition and the Chinese term")
        see = re.findall(r"^See it: `([^`]*)`(?:[,:] .+[.])?$", entry, re.MULTILINE)  # what to look at may follow
        if len(see) != 1:
            found.append(f"{term}: no command to see it by")
        found += [f"{term}: {fault}" for fault in (command_fault(command, names) for command in see) if fault]
    return found
