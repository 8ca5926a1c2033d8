"""What the heads of programs expect and have measured, held against docs/results: a table for each part, with a verdict, and a reason for each miss.

In a program's head comment, in sentences that this file reads: predictions are items of the field `Expect`, after its text, and end with "(before
measuring)". What was written with or after a measurement is no prediction and has a field of its own:

    // Expect   The two layouts have no conflict, so they should be equally fast.
    //          - "swizzled" is as fast as "padded" (before measuring).
    //          - It reaches 80 to 95% of the ceiling (before measuring).
    // Measured - At 2048 x 2048, it is 1.2 to 1.5 times as fast as transpose_shared (after measuring).
    //            Missed on the H100: 128 resident threads more hide the wait.

"it" is the program's fastest variant, a name alone that of another program, and what stands in quotes a variant. "is as fast as" allows 5%,
"is faster than" and "is slower than" begin beyond those; "at least N times" and "at most N times" have one bound; "takes N to M us" is a
time. A size is one of docs/results; without one it is the size that `bench` takes unasked.

A reader of the program alone sees which statements our results contradict: the reason begins with "Missed:", or with "Missed on the H100:" if the
other GPU agrees. "Why:" begins the reason of a statement that holds.

When it was written is said of each. Before measuring: the history has it in a commit before the first one with a result of the program.
With: in the same commit. After measuring: words or bounds are younger than a result.

What a page concludes from results is held in the same words, by a comment that readers do not see; every program goes by its name:

    <!-- holds: transpose_padded is 2.05 to 2.06 times as fast as transpose_shared -->
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import measured
from tree import BUILD, RESULTS, ROOT, Fault, chapter_pages, in_tree

DEVICES = {"H200": "nvidia-h200", "H100": "nvidia-h100"}
TIE = 0.05
NUMBER = r"(\d+(?:\.\d+)?)"
WHO = r'(?:(?P<{0}_program>\w+)(?: "(?P<{0}_variant>[^"]+)")?|"(?P<{0}_own>[^"]+)")'
SENTENCE = re.compile(
    r"(?:At (?P<size>[^:]+?), )?" + WHO.format("subject") + " "
    r"(?:(?P<relation>is as fast as|is faster than|is slower than|is (?P<range>[^\"]+?) times as fast as) " + WHO.format("object")
    + rf"|reaches {NUMBER} to {NUMBER} ?% of the ceiling|takes {NUMBER} to {NUMBER} us)"
    r" \((?P<written>before|with|after) measuring\)\.(?: (?P<reason>Why|Missed(?: on the H\d+)?): (?P<why>.+))?")
RANGES = [(rf"{NUMBER} to {NUMBER}", lambda low, high: (low, high)), (rf"at least {NUMBER}", lambda low: (low, float("inf"))),
          (rf"at most {NUMBER}", lambda high: (0.0, high))]
RELATIONS = {"is as fast as": (1 - TIE, 1 + TIE), "is faster than": (1 + TIE, float("inf")), "is slower than": (0.0, 1 - TIE)}


class Who(NamedTuple):
    program: str
    variant: str | None


class Prediction(NamedTuple):
    text: str
    size: str | None
    subject: Who
    object: Who | None  # none: a figure of the subject alone
    unit: str  # "x", "%" or "us"
    low: float
    high: float
    written: str  # before, with or after measuring
    reason: str | None  # the words before `why`: Why, Missed or Missed on the H100
    why: str | None


def head_of(source: Path) -> list[str]:
    lines = []
    for line in source.read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:])
    return lines


WRITTEN = re.compile(r"\((before|with|after) measuring\)")
FIELDS = {"Expect": ("before",), "Measured": ("with", "after")}


def items(head: list[str]) -> list[str]:
    """The items of the fields `Expect` and `Measured`, without the items of Expect that predict no figure."""
    found: list[tuple[str, str]] = []
    field = ""
    for line in head:
        if re.match(r" \S", line):
            field = line.split()[0]
            line = line.replace(f" {field}", "", 1)
        text = line.strip()
        if field not in FIELDS:
            continue
        if text.startswith("- "):
            found.append((field, text[2:]))
        elif found and found[-1][0] == field:
            found[-1] = (field, found[-1][1] + " " + text)
        elif field == "Measured":
            raise Fault(f"what is measured begins with a dash, unlike '{text}'")
    told = [(field, item) for field, item in found if field == "Measured" or WRITTEN.search(item)]
    for field, item in told:
        written = WRITTEN.search(item)
        if written and written[1] not in FIELDS[field]:
            raise Fault(f"written {written[1]} measuring does not belong in the field {field}: {item}")
    return [item for _, item in told]


def bounds(words: str) -> tuple[float, float]:
    for pattern, made in RANGES:
        if match := re.fullmatch(pattern, words):
            return made(*map(float, match.groups()))
    raise Fault(f"'{words} times' is no range: N to M, at least N, at most N")


def prediction(program: str, item: str) -> Prediction:
    match = SENTENCE.fullmatch(item)
    if not match:
        raise Fault(f"{program}: no sentence that a script can read: {item}")

    def who(name: str) -> Who:
        other = match[f"{name}_program"]
        return Who(program if other in (None, "it", "It") else other, match[f"{name}_variant"] or match[f"{name}_own"])

    about = match.groupdict()
    text = item[:match.start("written") - len(" (")]
    subject, size, rest = who("subject"), about["size"], (about["written"], about["reason"], about["why"])
    if about["relation"] is None:
        words = re.search(rf"(?:reaches|takes) {NUMBER} to {NUMBER} ?(%|us)", text)
        return Prediction(text, size, subject, None, words[3], float(words[1]), float(words[2]), *rest)
    low, high = RELATIONS.get(about["relation"]) or bounds(about["range"])
    return Prediction(text, size, subject, who("object"), "x", low, high, *rest)


def of(source: Path) -> list[Prediction]:
    program = source.stem.split("_", 1)[1]
    return [prediction(program, item) for item in items(head_of(source))]


@cache
def rows_of(folder: Path) -> dict[str, list[measured.Row]]:
    """A device's verified rows, by program; only those of the first type of a run."""
    data = measured.of_device(folder)
    found: dict[str, list[measured.Row]] = {}
    types: dict[tuple[str, str], str] = {}
    for row in data["rows"] if data else []:
        if row.get("verified") is True and row.get("median_s") is not None and row.get("throughput") is not None:
            if types.setdefault((row["program"], row["arguments"]), row["type"]) == row["type"]:
                found.setdefault(row["program"], []).append(measured.row_of(row))
    return found


def data_of(row: measured.Row) -> str:
    """The word after --data; empty if the program used its default."""
    words = row.arguments.split()
    return words[words.index("--data") + 1] if "--data" in words else ""


def row_of(rows: dict[str, list[measured.Row]], who: Who, size: str | None) -> measured.Row | None:
    """The fastest row of a program or a variant; without a size, at the default size of `bench`. Data other than the program's default
    are named after the size: "400 K, clustered". Of several runs at a size, the first that has the variant."""
    own = rows.get(who.program, [])
    if size is None:
        at_size = measured.at_default(own)
    else:
        at_size = [row for row in own if size in (row.size, f"{row.size}, {data_of(row)}") and who.variant in (None, row.variant)]
        first = at_size[0].arguments if at_size else ""
        at_size = [row for row in at_size if row.arguments == first]
    wanted = [row for row in at_size if row.variant == who.variant or (who.variant is None and not row.peer)]
    return min(wanted, key=lambda row: row.median_s, default=None)


def measurement(told: Prediction, folder: Path) -> float | None:
    """A device's value of the predicted figure; None if it was not measured."""
    rows = rows_of(folder)
    subject = row_of(rows, told.subject, told.size)
    if subject is None:
        return None
    if told.unit == "us":
        return subject.median_s * 1e6
    if told.unit == "%":
        return None if subject.ceiling_fraction is None else subject.ceiling_fraction * 100
    other = row_of(rows, told.object, told.size or subject.size)
    return None if other is None else other.median_s / subject.median_s


def held(told: Prediction, figure: float) -> bool:
    return told.low <= figure <= told.high


def results() -> dict[str, Path]:
    return {name: RESULTS.parent / folder for name, folder in DEVICES.items()}


def shown(figure: float | None, unit: str) -> str:
    if figure is None:
        return "not measured"
    digits = {"x": 3, "%": 1, "us": 1}[unit] if figure < 1000 else 0
    return f"{figure:.{digits}f}{' us' if unit == 'us' else unit}"


def verdict(told: Prediction, figures: dict[str, float | None]) -> str:
    kept = {name: held(told, figure) for name, figure in figures.items() if figure is not None}
    if not kept:
        return "not measured"
    if all(kept.values()):
        return "held"
    missed = [name for name, right in kept.items() if not right]
    return "**missed**" if len(missed) == len(kept) else f"**missed** on the {', '.join(missed)}"


def reason_word(told: Prediction, figures: dict[str, float | None]) -> str:
    """The word before a statement's reason in the head of its program."""
    missed = verdict(told, figures).replace("**", "")
    return f"M{missed[1:]}" if missed.startswith("missed") else "Why"


def row_text(source: Path, told: Prediction) -> str:
    figures = {name: measurement(told, folder) for name, folder in results().items()}
    text = re.sub(r'"([^"]+)"', lambda match: f"`{match[1]}`", told.text)
    cells = [source.stem.split("_", 1)[1], text, *(shown(figure, told.unit) for figure in figures.values()), verdict(told, figures), told.why or ""]
    return "| " + " | ".join(cell.replace("|", "\\|").replace(" %", "%") for cell in cells) + " |"


def table(page: Path, names: list[str]) -> str:
    """The predictions of the programs in the page's folder. Statements written after measuring are not predictions, and are in a folded table."""
    told = [(source, each) for source in sorted((ROOT / in_tree(page).parent).glob("[0-9]*.c*")) for each in of(source)]
    if not told:
        raise Fault(f"no program beside {page} predicts anything")
    predicted = [row_text(source, each) for source, each in told if each.written != "after"]
    explained = [row_text(source, each) for source, each in told if each.written == "after"]

    def titled(name: str) -> list[str]:
        return [f"| step | {name} | {' | '.join(DEVICES)} | verdict | why |", f"| --- | --- |{' ---: |' * len(DEVICES)} --- | --- |"]

    lines = ['Written before, or together with, the first measurement; "as fast as" allows 5%.', "", *titled("predicted"), *predicted] if predicted else []
    if explained:
        rows = "1 statement" if len(explained) == 1 else f"{len(explained)} statements"
        lines += [*([""] if lines else []), "<details>", f"<summary>Not predictions: {rows} written after measuring, to compare with later results</summary>", "",
                  *titled("expected"), *explained, "", "</details>"]
    return "\n".join(lines) + "\n"


HOLDS = re.compile(r"<!-- holds: (.*?) -->")


def sentences_that_do_not_hold(page: str, text: str, folder: Path) -> list[str]:
    """Checks a page's conclusions, given as comments `<!-- holds: SENTENCE -->` in the words of a prediction, each program by its name."""
    found = []
    for sentence in HOLDS.findall(text):
        told = prediction("", f"{sentence} (after measuring).")
        figure = measurement(told, folder)
        if figure is None or not held(told, figure):
            found.append(f"{page}: does not hold: {sentence} ({shown(figure, told.unit)})")
    return found


def result(page: Path, names: list[str]) -> str:
    """The result of a step's fastest variant in a sentence, compared with another program if one is named."""
    program, *before = names
    rows = rows_of(RESULTS)
    row = row_of(rows, Who(program, None), None)
    if row is None:
        raise Fault(f"{page}: there are no results of {program}")
    variants = {each.variant for each in rows[program] if each.arguments == row.arguments and not each.peer}
    text = f"**Measured on the H200**{f', `{row.variant}`' if len(variants) > 1 else ''}: {time_text(row.median_s)}"
    if row.ceiling_fraction is not None:
        text += f", {100 * row.ceiling_fraction:.1f}% of peak"
    for name in before:
        other = row_of(rows, Who(name, None), row.size)
        if other is None:
            raise Fault(f"{page}: there are no results of {name} at {row.size}")
        text += f", {other.median_s / row.median_s:.2f}x as fast as `{name}`"
    return text + f" ({row.size}).\n"


def time_text(seconds: float) -> str:
    unit, factor = next((each for each in (("s", 1), ("ms", 1e3), ("us", 1e6)) if seconds * each[1] >= 1), ("ns", 1e9))
    return f"{seconds * factor:.4g} {unit}"


def known(who: Who, programs: set[str]) -> bool:
    """Whether some device has a row of it, at any size: a misspelled name would never miss. If no device has run the program yet,
    only its name can be checked."""
    rows = [row for folder in results().values() for row in rows_of(folder).get(who.program, [])]
    return any(row.variant == who.variant or who.variant is None for row in rows) or (not rows and who.program in programs)


def faults() -> list[str]:
    """Rungs without predictions, misses without a reason, and pages that do not show their programs' predictions."""
    manifest = json.loads((BUILD / "tutorial.json").read_text(encoding="utf-8"))
    pages = {page: page.read_text(encoding="utf-8") for page in chapter_pages()}
    return faults_of([(ROOT / each["source"], each["role"]) for each in manifest["programs"]]) + [
        fault for page, text in pages.items() for fault in sentences_that_do_not_hold(in_tree(page).as_posix(), text, RESULTS)]


def faults_of(programs: list[tuple[Path, str]]) -> list[str]:
    found = []
    names = {source.stem.split("_", 1)[1] for source, _ in programs}
    for source, role in programs:
        told = of(source)
        if not told and role in ("naive", "rung"):
            found.append(f"{in_tree(source)} predicts nothing")
        for each in told:
            found += [f"{in_tree(source)}: there is no {who.program}{f' with a variant {who.variant}' if who.variant else ''}: {each.text}"
                      for who in (each.subject, each.object) if who and not known(who, names)]
            figures = {name: measurement(each, folder) for name, folder in results().items()}
            word = reason_word(each, figures)
            if each.reason != word and (each.reason or word != "Why"):
                found.append(f"{in_tree(source)}: needs a reason that begins with '{word}:': {each.text} "
                             f"({', '.join(shown(f, each.unit) for f in figures.values())})")
        if told and not any("<!-- predictions: begin -->" in page.read_text(encoding="utf-8") for page in source.parent.glob("*.md")):
            found.append(f"{in_tree(source.parent)} has no page with a block 'predictions'")
    return found
