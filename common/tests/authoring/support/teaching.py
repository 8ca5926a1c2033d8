"""What holds for the teaching plan: eight weeks in the order of reading, whose pages, programs and exercises exist; a quiz with answers for each."""

from __future__ import annotations

import re
from pathlib import Path

import glossary
import reading_order

WEEKS = 8
QUESTIONS = 5


def sections(text: str) -> list[str]:
    """The weeks, each from its heading on."""
    found = re.split(r"^#{2,3} (?=Week \d)", text.split("\nA project for after")[0], flags=re.MULTILINE)
    return found[1:]


def titles(text: str) -> list[str]:
    return [week.split("\n", 1)[0] for week in sections(text)]


def plan_faults(text: str, root: Path) -> list[str]:
    found = []
    weeks = sections(text)
    if len(weeks) != WEEKS:
        found.append(f"{len(weeks)} weeks")
    names = glossary.known(root)
    exercises = {path.parent.name for path in root.glob("ch[0-9]*/**/exercise.json")}
    for week in weeks:
        title = week.split("\n", 1)[0]
        items = dict(re.findall(r"^- (Read|Run|Exercises|Then a student can): (.*)$", week, re.MULTILINE))
        found += [f"{title}: says nothing of '{item}'" for item in ("Read", "Run", "Exercises", "Then a student can") if item not in items]
        found += [f"{title}: there is no program {name}" for name in re.findall(r"`(\w+)`", items.get("Run", "")) if name not in names - exercises]
        found += [f"{title}: there is no exercise {name}" for name in re.findall(r"`(\w+)`", items.get("Exercises", "")) if name not in exercises]
    tasks = set(re.findall(r"[Ee]xercises? (?:`(\w+)` and )?`(\w+)`", text.split("\n## Half a day")[-1]))
    found += [f"there is no exercise {name}" for pair in sorted(tasks) for name in pair if name and name not in exercises]
    page = root / "docs/pages/teaching.md"
    for target in re.findall(r"\]\(([^)#]+)", text):
        if not (page.parent / target).exists():
            found.append(f"there is no {target} to link to")
    return found + order_faults(weeks)


def order_faults(weeks: list[str]) -> list[str]:
    """Each stop of the order is read first no sooner than those before it."""
    text = "\n".join(weeks)
    places = [text.find(stop.page.split("/")[-2 if stop.page.endswith("README.md") else -1]) for stop in reading_order.STOPS]
    return [] if -1 not in places and places == sorted(places) else ["the weeks do not follow the order of reading"]


def quiz_faults(plan: str, questions: str, answers: str) -> list[str]:
    found = []
    for name, text in (("questions", questions), ("answers", answers)):
        if titles(text) != titles(plan):
            found.append(f"{name}: other weeks than the plan's: {titles(text)}")
        for week in sections(text):
            numbers = re.findall(r"^(\d+)\. \S", week, re.MULTILINE)
            if numbers != [str(number) for number in range(1, QUESTIONS + 1)]:
                found.append(f"{name}: {week.splitlines()[0]}: {len(numbers)} of {QUESTIONS}")
    return found
