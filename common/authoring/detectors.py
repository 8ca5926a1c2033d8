#!/usr/bin/env python3
"""How good the lens is: on a published suite, on the litmus table, on programs whose barriers and fences were taken out.

common/authoring/detectors.py --record         runs the litmus table and the mutation of barriers and fences of the build, some minutes, and writes
                                               docs/results/simulator/score.json
common/authoring/detectors.py --suite FOLDER [--include FOLDER] [--output FILE.csv] [-- ARGUMENTS]
                                               compiles each .cu of a suite's folder that you fetched, runs it under the lens with
                                               ARGUMENTS, and writes what was expected, its exit code and its hazards; without
                                               --output to standard output. A program whose name has atomicBug, guardBug, syncBug or
                                               raceBug is expected to be racy: so Indigo names them.
"""

from __future__ import annotations

import concurrent.futures
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pitfalls
import public_bugs
from options import parser
from tree import BUILD, ROOT, Fault, run_main, way

SIMULATOR = ROOT / "docs/results/simulator"
RACY = re.compile(r"(atomic|guard|sync|race)Bug")
LIMIT = 120  # seconds a program


def _table(head: list[str], rows: list[list]) -> str:
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def suite(page: Path) -> str:
    """The suite: how many racy programs each detector found, and the lens's verdict on the correct ones."""
    about = json.loads((SIMULATOR / "suite/indigo.json").read_text(encoding="utf-8"))
    with open(SIMULATOR / "suite/indigo.csv", encoding="utf-8", newline="") as file:
        programs = list(csv.DictReader(file))
    racy = [row for row in programs if row["expected"] == "racy"]
    bounds = [row for row in programs if row["expected"] == "right" and "boundsBug" in row["program"]]
    right = [row for row in programs if row["expected"] == "right" and row not in bounds]
    raced = sum("race-" in row["hazards"] for row in racy)
    checks = sum("guardBug" in row["program"] and not re.search(r"(atomic|sync|race)Bug", row["program"]) for row in racy)
    ranks = [(raced, "the lens"), *((entry["racy"], entry["detector"] + ", published") for entry in about["published"])]
    rows = [[name, f"{count} of {len(racy)}"] for count, name in sorted(ranks, key=lambda rank: -rank[0])]
    return (_table(["detector", "racy programs found"], rows) +
            f"\nOf the {len(right)} correct programs the lens reports {sum(row['hazards'] != '' for row in right)}. {len(bounds)} more "
            f"intentionally read past the end of their arrays and are correct otherwise. It reports {sum('out-of-bounds' in row['hazards'] for row in bounds)} as out "
            f"of bounds, {sum('race-' in row['hazards'] for row in bounds)} of these also as races.\n\n"
            f"In {checks} of the racy programs the only planted fault is a plain check before an atomic operation, `if (x < y) atomicMax(&x, y)`. When the "
            f"suite was run, the lens reported it as a race. Since 2026-11-23 it is a note, `check-before-atomic`, which does not change the exit code, because an old value "
            f"of x costs an atomic operation but does not change the result. Counting only hazards, the lens would report {raced - checks} of {len(racy)}.\n\n"
            f"{about['suite']}; input {about['input']}; {about['run']}. Revision {about['revision']} of this repository, {about['date']}: all "
            f"{len(programs)} programs took {about['seconds'] // 60} min {about['seconds'] % 60} s on two cores "
            f"([each program]({way(page, SIMULATOR / 'suite/indigo.csv')})). Published figures: {about['published_in']}; they were "
            f"measured on a GPU with different numbers of threads.\n")


def score(page: Path) -> str:
    """The results of the lens's own tests: the litmus table, removed barriers, the corpus."""
    recorded = json.loads((SIMULATOR / "score.json").read_text(encoding="utf-8"))
    litmus, mutants = recorded["litmus"], recorded["barriers"]
    wrong, right = (len(list((ROOT / "common/tests/lens" / folder).glob("*.cu"))) for folder in ("wrong", "right"))
    rows = [["litmus table: fences, scopes and orders left out, moved, narrowed", litmus["to_report"],
             litmus["to_report"] if litmus["told_wrongly"] == 0 else f"all but {litmus['told_wrongly']}", litmus["rows"] - litmus["to_report"]],
            ["a barrier or fence removed from a program of the chapters", mutants["mutants"] - mutants["kept"], mutants["caught"], "-"],
            ["corpus of small programs", wrong, wrong, right]]
    return (_table(["test", "faults", "found", "correct programs, none reported"], rows) +
            f"\nThe first two rows were recorded on {recorded['date']}. Removing {mutants['kept']} further barriers and fences changes nothing, "
            f"and comments on their lines say why they are kept. Of the other {mutants['caught']}, {mutants['reported']} are reported as a hazard and the "
            f"rest show only as a wrong result.\n")


def faults(page: Path) -> str:
    """The pitfalls: which of hardware, sanitizer and lens detected them."""
    said = Counter()
    for file in sorted((ROOT / pitfalls.SIMULATOR).glob("*.lens.txt")):
        fault = file.name[:-len(".lens.txt")]
        gpu = pitfalls.gist(ROOT / pitfalls.GPU / f"{fault}.gpu.txt")
        tools = [pitfalls.gist(ROOT / pitfalls.GPU / f"{fault}.{tool}.txt") for tool in pitfalls.SANITIZERS]
        said["faults"] += 1
        said["hardware"] += not gpu.startswith("right")
        said["compute-sanitizer"] += any("SUMMARY" in text or re.search(r"[1-9]\d* (error|hazard|warning)", text) for text in tools)
        said["lens"] += pitfalls.gist(file) != "no hazard"
    rows = [["the result on one NVIDIA H200: wrong or missing", said["hardware"]], ["one of compute-sanitizer's four tools", said["compute-sanitizer"]],
            ["the lens: a hazard", said["lens"]]]
    return _table(["noticed by", f"of {said['faults']} faults"], rows)


def _kinds(row: dict[str, str]) -> list[str]:
    return re.findall(r"[\w-]+(?= \()", row["lens"])


def _report(row: dict[str, str]) -> str:
    kind, _, number = row["report"].partition("/")
    target, text = (f"commit/{row['repair']}", row["repair"][:7]) if kind == "commit" else (row["report"], number)
    return f"[{text}](https://github.com/ORNL/HeCBench/{target})"


def reports(page: Path) -> str:
    """Races that others reported: what the reporter's tool said and what the lens says."""
    with open(SIMULATOR / "reported_races.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_tool, by_commit = [row for row in rows if row["tool"]], [row for row in rows if not row["tool"]]
    found = [row for row in rows if public_bugs.RACES & set(_kinds(row))]
    noted = [row for row in rows if row not in found and "check-before-atomic" in _kinds(row)]
    again = [row for row in found if row["repaired"]]
    lines = ["| report | program | kernel | reporter's tool | lens | remark |", "| --- | --- | --- | --- | --- | --- |"]
    for row in rows:
        kernels = ", ".join(f"`{name}`" for name in row["kernels"].split())
        tool = f"{row['tool']}: {row['said']}" if row["tool"] else "-"
        lines.append(f"| {_report(row)} | {row['program']} | {kernels} | {tool} | {', '.join(_kinds(row)) or row['lens']} | {row['remark']} |")
    return (f"Recorded on {max(row['date'] for row in rows)}. {len(by_tool)} runs are from reports that name a tool: the tool finds the race in "
            f"{sum(row['said'] != 'silent' for row in by_tool)}, the lens in {sum(row in found for row in by_tool)}. {len(by_commit)} more are commits whose "
            f"message says that they repair races; they name no tool. The lens reports a race in {sum(row in found for row in by_commit)} of these, and in "
            f"{sum(row in noted for row in by_commit)} a plain read before an atomic operation, as the note `check-before-atomic`. It reports neither in "
            f"{len(rows) - len(found) - len(noted)} of all {len(rows)}. After the repair it reports no race in that kernel for "
            f"{sum(row['repaired'] == 'silent' for row in again)} of the {len(again)} that it found and whose repair we have "
            f"([lines, and hazards in other kernels]({way(page, SIMULATOR / 'reported_races.csv')})).\n\n"
            "<details>\n<summary>Each report</summary>\n\n" + "\n".join(lines) + "\n\n</details>\n")


# Reasons for mutants that do change results, but that no test reaches.
UNSEEN = re.compile(r"\b(simulator|no tests?|too long|takes seconds)\b")


def mutants(page: Path) -> str:
    """The programs' own tests: how many mutants of mutate.py they detect, by folder."""
    recorded = json.loads((SIMULATOR / "mutants.json").read_text(encoding="utf-8"))
    folders: dict[str, Counter] = {}
    for file, one in recorded.items():
        killed = one.get("killed", 0) + one.get("hung", 0)
        sums = folders.setdefault(str(Path(file).parent), Counter())
        sums.update({"files": 1, "killed": killed, "planted": killed + len(one["survivors"]),
                     "halved": one.get("halved integers", 0), "halved killed": one.get("halved integers killed", 0)})
        sums["made"] += one["made"]
    rows = [[f"[{folder}]({way(page, ROOT / folder)}/)", sums["files"], sums["made"], sums["planted"], sums["killed"],
             f"{sums['halved killed']} of {sums['halved']}"] for folder, sums in sorted(folders.items())]
    files, made, planted, killed = (sum(row[column] for row in rows) for column in (1, 2, 3, 4))
    left = [(file, entry) for file, one in recorded.items() for entry in one["survivors"]]
    if unexplained := [f"{file}:{entry['line']}: {entry['mutant']}" for file, entry in left if not entry["reason"]]:
        raise Fault("mutants.json: survivors without a reason: kill them by a test, or say why they are kept\n" + "\n".join(unexplained))
    unseen = sum(UNSEEN.search(entry["reason"]) is not None for _, entry in left)
    same = len(left) - unseen
    return (_table(["folder", "files", "possible faults", "planted", "killed", "killed of 64-bit integers truncated to 32"], rows) +
            f"\nOf {made} possible faults in {files} files {planted} were planted and {killed} killed, {100 * killed / planted:.1f}%. "
            f"All {len(left)} survivors are [listed]({way(page, SIMULATOR / 'mutants.json')}) with the reason for each. {same} of them do not change the "
            f"result. Of the other faults {100 * killed / (planted - same):.1f}% are killed. {unseen} faults would be noticed only on a GPU, or by a test that "
            f"takes minutes.\n")


BLOCKS = {"suite": suite, "score": score, "faults": faults, "bugs": public_bugs.table, "reports": reports, "mutants": mutants}


def block(page: Path, names: list[str]) -> str:
    if len(names) != 1 or names[0] not in BLOCKS:
        raise Fault(f"detectors {' '.join(names)}: one of {', '.join(BLOCKS)}")
    return BLOCKS[names[0]](page)


def _numbers(pattern: str, text: str, names: list[str]) -> dict[str, int]:
    match = re.search(pattern, text)
    if not match:
        raise Fault(f"no such line: {pattern}")
    return {name: int(number or 0) for name, number in zip(names, match.groups())}


def _output(*command) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise Fault(f"{Path(command[0]).name} ended with {ran.returncode}:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return ran.stdout


def record() -> int:
    tests = BUILD / "common/tests/lens"
    litmus = _numbers(r"(\d+) rows, (\d+) to be reported, (\d+) told wrongly", _output(tests / "litmus"), ["rows", "to_report", "told_wrongly"])
    barriers = Counter()
    for chapter in sorted(path.name for path in ROOT.glob("ch[0-9]*_*")):
        if chapter.startswith("ch05"):
            continue  # no barrier in it
        said = _output(tests / "mutate", BUILD / "mutation.json", chapter)
        pattern = r"(\d+) of (\d+) mutants caught, (\d+) by a hazard report(?:; (\d+) kept)?"
        barriers.update(_numbers(pattern, said, ["caught", "mutants", "reported", "kept"]))
    date = _output("date", "-u", "+%F").strip()
    (SIMULATOR / "score.json").write_text(json.dumps({"date": date, "litmus": litmus, "barriers": dict(barriers)}, indent=2) + "\n", encoding="utf-8")
    return 0


def watch(source: Path, include: list[str], arguments: list[str], folder: Path) -> list[str]:
    """A program of a suite: its name, the expected verdict, its exit code and its kinds of hazards."""
    program, report = folder / source.stem, folder / f"{source.stem}.json"
    expected = "racy" if RACY.search(source.stem) else "right"
    compiled = subprocess.run([BUILD / "bin/cudasim-simcc", "-O1", *include, "-o", program, source], capture_output=True, check=False)
    if compiled.returncode != 0:
        return [source.stem, expected, "not compiled", ""]
    environment = {**os.environ, "LENS_JSON": str(report)}
    try:
        code = str(subprocess.run([program, *arguments], capture_output=True, env=environment, timeout=LIMIT, check=False).returncode)
    except subprocess.TimeoutExpired:
        return [source.stem, expected, "too long", ""]
    hazards = json.loads(report.read_text(encoding="utf-8"))["hazards"] if report.exists() else []
    return [source.stem, expected, code, " ".join(sorted({hazard["kind"] for hazard in hazards}))]


def run_suite(folder: Path, include: list[str], arguments: list[str]) -> list[list[str]]:
    sources = sorted(folder.rglob("*.cu"))
    if not sources:
        raise Fault(f"no .cu file in {folder}", 2)
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda source: watch(source, include, arguments, Path(scratch)), sources))


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("--record", action="store_true", help="write score.json")
    options.add_argument("--suite", type=Path, metavar="FOLDER", help="run the programs of a suite")
    options.add_argument("--include", action="append", default=[], metavar="FOLDER", help="where the suite's headers are")
    options.add_argument("--output", type=Path, metavar="FILE.csv", help="where the suite's table goes")
    options.add_argument("arguments", nargs="*", help="of each program of the suite")
    given = options.parse_args()
    if given.record == (given.suite is not None):
        options.error("either --record or --suite FOLDER")
    if given.record:
        return record()
    rows = run_suite(given.suite, [f"-I{folder}" for folder in given.include], given.arguments)
    with open(given.output, "w", encoding="utf-8", newline="") if given.output else os.fdopen(os.dup(1), "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([["program", "expected", "exit", "hazards"], *rows])
    missed = [row[0] for row in rows if row[1] == "racy" and "race-" not in row[3]]
    print(f"{len(rows)} programs, {sum(row[1] == 'racy' for row in rows)} of them racy, {len(missed)} of these not found", file=sys.stderr)
    return 0


if __name__ == "__main__":
    run_main(main)
