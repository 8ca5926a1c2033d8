#!/usr/bin/env python3
"""A class of N generated submissions of one exercise: right in several styles, wrong, hostile; each must get the mark that it should.

    common/tests/marking/class_of.py N [PROGRAM] [--record]   PROGRAM: tutorial-exercise; else that of build/sim. --record: record.py

First on a machine that has now and then no room left (an objcopy that says so): who is hit could not be marked, and nobody gets a wrong
mark. Then again, on a sound machine: the rest is marked. N = 500 takes some minutes; the tests run a small one.
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from record import record

ROOT = Path(__file__).resolve().parents[3]
EXERCISE = "guard_tail"
FOLDER = ROOT / "ch05_nearest_naive/exercises" / EXERCISE
TESTS = ROOT / "common/tests/marking"
PARTS = ["compiles", "right", "safe", "good"]
FAULTY = """#!/bin/sh
sum=$(cksum <submission.o | cut -d ' ' -f 1)
[ $((sum % 2)) -eq 0 ] || { echo "objcopy: guest.o: No space left on device" >&2; exit 1; }
exec "OBJCOPY" "$@"
"""


def kinds() -> list:
    """Name, source, and the first part that must be lost: '' is none, 'any' is any."""
    solution = "#define SOLUTION\n" + (FOLDER / "exercise.cu").read_text()
    found = [("solution", solution, "")]
    found += [(each.stem, each.read_text(), "") for each in sorted((TESTS / "styles").glob(f"{EXERCISE}.*.cu"))]
    wrong = json.loads((FOLDER / "exercise.json").read_text())["wrong"]
    found += [(name, (FOLDER / "wrong" / name).read_text(), each["part"]) for name, each in wrong.items()]
    hostile = []
    rest = re.sub(r"^#include.*\n", "", solution, flags=re.M)
    for number, line in enumerate((TESTS / "attacks/one_line.txt").read_text().splitlines()):
        if not line.startswith("#"):
            text = line.split("|", 1)[1]
            hostile.append((f"line_{number}", f'#include "exercise.hpp"\n{text}\n{rest}', "any"))
    hostile += [(each.stem, each.read_text(), "any") for each in sorted((TESTS / "attacks").glob("*.cu"))]
    # One of each sort in turn, so that a small class has all sorts.
    mixed = []
    for i in range(max(len(found), len(hostile))):
        mixed += [each[i] for each in (found, hostile) if i < len(each)]
    return mixed


def fault_of(row: dict, lost: str) -> str:
    """What is wrong with a mark; empty if it is as it should be."""
    points = float(row["points"])
    if lost == "":
        return "" if points == 100 else f"is right, and has {points} points: {row['says']}"
    if lost == "any":
        return "" if points < 100 else "is hostile, and has full marks"
    at = PARTS.index(lost)
    full = [float(row[part]) == value for part, value in json.loads((FOLDER / "exercise.json").read_text())["points"].items()]
    return "" if all(full[:at]) and not full[at] else f"should lose {lost}: {row['says']}"


def grade(program: Path, course: Path, marks: Path, path: str) -> subprocess.CompletedProcess:
    return subprocess.run([program, "grade", course, "--exercise", EXERCISE, "--seed", "5", "--output", marks],
                          env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)


def judge(marks: Path, wanted: dict, may_be_missing: bool) -> tuple:
    faults, missing = [], 0
    rows = {row["student"]: row for row in csv.DictReader((marks / "marks.csv").open(newline=""))}
    for student, (kind, lost) in wanted.items():
        row = rows.get(student)
        if row is None or row["points"] == "":
            missing += 1
            if not may_be_missing or row is None or "could not be marked" not in row["says"]:
                faults.append(f"{student} ({kind}) has no mark: {row and row['says']}")
        elif fault := fault_of(row, lost):
            faults.append(f"{student} ({kind}) {fault}")
    return faults, missing


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "--record"]
    if len(words) not in (1, 2) or not words[0].isdigit() or int(words[0]) == 0:
        print("usage: class_of.py N [PROGRAM] [--record]", file=sys.stderr)
        return 2
    count = int(words[0])
    program = Path(words[1] if len(words) == 2 else ROOT / "build/sim/bin/tutorial-exercise").resolve()
    with tempfile.TemporaryDirectory() as folder:
        course, marks, faulty = Path(folder) / "course", Path(folder) / "marks", Path(folder) / "faulty"
        course.mkdir()
        faulty.mkdir()
        (faulty / "objcopy").write_text(FAULTY.replace("OBJCOPY", shutil.which("objcopy")))
        (faulty / "objcopy").chmod(0o755)
        wanted, all_kinds = {}, kinds()
        for i in range(count):
            kind, source, lost = all_kinds[i % len(all_kinds)]
            (course / f"student{i}.cu").write_text(source + f"\n// submission {i}\n")
            wanted[f"student{i}"] = (kind, lost)
        short = grade(program, course, marks, f"{faulty}:{os.environ['PATH']}")
        faults, missing = judge(marks, wanted, True)
        if missing == 0 or short.returncode != 1:
            faults.append(f"the fault of the machine hit nobody: exit {short.returncode}\n{short.stderr}")
        sound = grade(program, course, marks, os.environ["PATH"])
        more, _ = judge(marks, wanted, False)
        if sound.returncode != 0:
            more.append(f"on a sound machine: exit {sound.returncode}\n{sound.stderr}")
        for fault in [*faults, *more]:
            print(fault)
        print(f"{count} submissions of {len(all_kinds)} kinds, {missing} hit by a fault of the machine, {len(faults) + len(more)} wrong marks")
        if "--record" in sys.argv:
            record("class", {"submissions": count, "kinds": len(all_kinds), "hit": missing, "wrong": len(faults) + len(more)})
        return 1 if faults or more else 0


if __name__ == "__main__":
    sys.exit(main())
