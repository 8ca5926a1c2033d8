"""Blocks of pages that the driver, the programs and the marker fill in: what they print."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import subprocess
from pathlib import Path

import blocks
from blocks import fenced
from tree import AUTHOR, BUILD, DRIVER, RESULTS, ROOT, Fault, exercise_folder, in_tree, program_source, way
from woven import source_of

RIGHT, WRONG, HAZARDS = 0, 1, 3  # exit codes of the tutorial's commands


def said(command: list, allowed: tuple = (RIGHT,)) -> str:
    """What a command prints; a fault where it ends with another exit code. OUTPUTS in the environment: a folder that keeps it, for a test
    that asks for the same thing again and has changed nothing meanwhile."""
    words = "\0".join(str(word) for word in command)
    kept = Path(os.environ["OUTPUTS"], hashlib.sha256(words.encode()).hexdigest()) if "OUTPUTS" in os.environ else None
    if kept and kept.exists():
        return kept.read_text(encoding="utf-8")
    text = _said(command, allowed)
    if kept:
        kept.write_text(text, encoding="utf-8")
    return text


def _said(command: list, allowed: tuple) -> str:
    try:
        done = subprocess.run([str(word) for word in command], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except FileNotFoundError:
        raise Fault(f"{command[0]} is not built") from None
    if done.returncode not in allowed:
        raise Fault(f"{' '.join(str(word) for word in command)}: {done.stderr.strip() or f'exit code {done.returncode}'}")
    return done.stdout


@functools.cache
def explained(program: str, *words: str) -> str:
    """The lens's output for a program, requested once for all blocks and pages that show it."""
    return said([DRIVER, "explain", program, "--markdown", *words], (RIGHT, HAZARDS))


def tables(page: Path, names: list[str]) -> str:
    """Tables of results: all of the page's folder, or those of the ladders, steps and demos that are named. On what it was measured, the
    first one on a page says for all."""
    text = folded(said([AUTHOR, "tables", in_tree(page).parent, RESULTS, *names]))
    first = next(name for name in blocks.names(page.read_text(encoding="utf-8")) if name.split()[0] == "table")
    return text if first.split()[1:] == names else text[text.index("\n\n") + 2:]


LONG = 12  # rows; longer tables are folded, except a page's first one, which may have twice as many


def folded(text: str) -> str:
    """Tables, each below its title in bold; long ones are folded."""
    first, *sections = re.split(r"^(?=\*\*)", text, flags=re.MULTILINE)
    for number, section in enumerate(sections):
        title, table = section.split("\n", 1)
        rows = sum(line.startswith("|") for line in table.splitlines()) - 2
        if rows > (LONG if number > 0 else 2 * LONG):
            sections[number] = f"<details>\n<summary>{title.strip('*')}: {rows} rows</summary>\n\n{table.strip()}\n\n</details>\n\n"
    return (first + "".join(sections)).rstrip("\n") + "\n"


def with_folded_table(text: str) -> str:
    """Folds a long table of counters."""
    def details(match: re.Match) -> str:
        rows = match[0].count("\n") - 2
        return f"<details>\n<summary>Accesses: {rows} rows</summary>\n\n{match[0]}\n</details>\n" if rows > LONG else match[0]

    return re.sub(r"^(?:\|.*\n)+", details, text, flags=re.MULTILINE)


def code_of(page: Path, program: str, mark: str) -> str:
    """FILE:MARK, from the root; a mark alone is in the program's own file."""
    name, _, mark = mark.rpartition(":")
    own = program_source(program)
    if own is None:
        raise Fault(f"{page}: there is no program {program}")
    file = source_of(page, name) if name else own
    if file != own and not re.search(rf'#include "(?:[^"]*/)?{re.escape(file.name)}"', own.read_text(encoding="utf-8")):
        raise Fault(f"{page}: {in_tree(own)} does not include {name}")
    return f"{in_tree(file)}:{mark}"


def share_of(text: str, before: int, count: int, last: bool) -> str:
    """The parts of annotated code that belong to one block; the text for all of them follows the last one."""
    pieces = re.findall(r"^```cuda\n.*?^```\n\n", text, re.MULTILINE | re.DOTALL)
    return "".join(pieces[before:before + count]) + (text[text.rindex("```\n\n") + 5:] if last else "")


def above_the_code(page: Path, shown: str, program: str, marks: list[str]) -> str:
    """The file of the code, and the command that counted."""
    files = dict.fromkeys(Path(code_of(page, program, mark).rpartition(":")[0]) for mark in marks)
    links = ", ".join(f"[{file.name}]({way(page, file)})" for file in files)
    return f"From {links}; counters: `{shown}`\n\n"


def lens(page: Path, names: list[str]) -> str:
    """What the lens counts of a program, at its own sizes for the simulator, or at the small ones of --quick after the word quick, for
    programs that compare every point with every other: beside the code of the marks that are named, or as a table where none is. Blocks
    of one program share its pieces of code."""
    quick = names[0] == "quick"
    program, *marks = names[quick:]
    sizes = ["--", "--quick"] if quick else []
    alike = [words[2 + quick:] for words in map(str.split, blocks.names(page.read_text(encoding="utf-8")))
             if words[:2 + quick] == ["lens", *names[:quick], program] and words[2 + quick:]]
    code = [word for each in alike for mark in each for word in ("--code", code_of(page, program, mark))] if marks else []
    text = with_folded_table(explained(program, *code, *sizes))
    shown = " ".join(["./tutorial explain", program, *sizes])
    if not marks:
        return f"Sectors per request with their minimum, and conflict degrees; counters: `{shown}`\n\n{text}\n"
    before = sum(map(len, alike[:alike.index(marks)]))
    share = share_of(text, before, len(marks), last=marks == alike[-1])
    return above_the_code(page, shown, program, marks) + share


def map_of_chapters(page: Path, names: list[str]) -> str:
    """The output of list, whose links start at the root, with links that start at the page."""
    return said([DRIVER, "list", "--markdown"]).replace("](ch", f"]({'../' * (len(in_tree(page).parts) - 1)}ch")


def first_table(text: str) -> str:
    """The first table of a chapter."""
    ends = [match.start() for match in re.finditer(r"^(?:Ladder: .*|Beside the ladder:)$", text, re.MULTILINE)][1:]
    return re.sub(r"\n\n+", "\n\n", text[:ends[0]] if ends else text).rstrip("\n") + "\n"


def output_of_run(page: Path, names: list[str]) -> str:
    """The output of ./tutorial run CHAPTER, without further ladders."""
    text = said([DRIVER, "run", names[-1], "--backend", "sim"])
    return fenced(first_table(text))


def output_of_test(page: Path, names: list[str]) -> str | None:
    """The last summary of a complete ./tutorial test; None if there is none."""
    summary = BUILD / "log" / "summary.txt"
    return fenced(summary.read_text(encoding="utf-8")) if summary.is_file() and summary.stat().st_size > 0 else None


def targets(page: Path, names: list[str]) -> str:
    """A device's results in docs/results, compared with docs/results/targets.json. Exit code 1 means that a target is not met."""
    folder = RESULTS.parent / names[0] if names else RESULTS
    return said([AUTHOR, "bench", "--targets", folder, "--markdown"], (RIGHT, WRONG))


def claims(page: Path, names: list[str]) -> str:
    return said([AUTHOR, "claims", "--recorded", "--markdown"])


def report(page: Path, names: list[str]) -> str:
    """The report of a check on a wrong answer of an exercise: its name, and the answer's file."""
    exercise, answer = names[-2:]
    folder = exercise_folder(exercise)
    if folder is None:
        raise Fault(f"{page}: there is no exercise {exercise}")
    return fenced(said([BUILD / "bin" / "tutorial-mark", "check", exercise, folder / "wrong" / answer], (RIGHT, WRONG, HAZARDS)))
