#!/usr/bin/env python3
"""A class of N generated submissions: right in several styles, wrong, hostile; each must get the mark that it should.

    common/tests/marking/class_of.py N [PROGRAM] [--exercises NAME,NAME,…] [--first I] [--record]

PROGRAM: tutorial-grade; else that of BUILD_DIR, or of the preset auto. Each of the exercises (all: each that there is), else guard_tail alone, has right and wrong
answers of its own; the hostile ones are guard_tail's. --first: a large class can be graded in pieces, from submission I on. --record: record.py

First on a machine that has now and then no room left (an objcopy that says so): who is hit could not be graded, and nobody gets a wrong
mark. Then again, on a sound machine: the rest is marked. N = 500 takes some minutes; the tests run a small one.
"""
import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from record import BUILD, ROOT, record

HOSTILE = "guard_tail"  # what the attacks are written for
TESTS = ROOT / "common/tests/marking"
PARTS = ["compiles", "right", "safe", "good"]
FAULTY = """#!/bin/sh
sum=$(cksum <submission.o | cut -d ' ' -f 1)
[ $((sum % 2)) -eq 0 ] || { echo "objcopy: guest.o: No space left on device" >&2; exit 1; }
exec "OBJCOPY" "$@"
"""


def folder_of(exercise: str) -> Path:
    found = list(ROOT.glob(f"ch*/**/exercises/{exercise}/exercise.json"))
    if not found:
        print(f"class_of: no exercise is named '{exercise}'", file=sys.stderr)
        sys.exit(2)
    return found[0].parent


def described(exercise: str) -> dict:
    return json.loads((folder_of(exercise) / "exercise.json").read_text())


def exercises_of(names: str) -> list:
    return sorted(each.parent.name for each in ROOT.glob("ch*/**/exercises/*/exercise.json")) if names == "all" else names.split(",")


def solution_of(exercise: str) -> str:
    return "#define SOLUTION\n" + (folder_of(exercise) / "exercise.cu").read_text()


def honest(exercise: str) -> list:
    """Exercise, name, source, and the first part that must be lost: '' is none."""
    found = [("solution", solution_of(exercise), "")]
    found += [(each.stem, each.read_text(), "") for each in sorted((TESTS / "styles").glob(f"{exercise}.*.cu"))]
    wrong = folder_of(exercise) / "wrong"
    found += [(name, (wrong / name).read_text(), each["part"]) for name, each in described(exercise)["wrong"].items()]
    return [(exercise, *each) for each in found]


def hostile() -> list:
    """They may lose 'any' part."""
    found = []
    rest = re.sub(r"^#include.*\n", "", solution_of(HOSTILE), flags=re.M)
    for number, line in enumerate((TESTS / "attacks/one_line.txt").read_text().splitlines()):
        if not line.startswith("#"):
            text = line.split("|", 1)[1]
            found.append((f"line_{number}", f'#include "exercise.hpp"\n{text}\n{rest}', "any"))
    found += [(each.stem, each.read_text(), "any") for each in sorted((TESTS / "attacks").glob("*.cu"))
              if "." not in each.stem]  # EXERCISE.NAME.cu answers another exercise
    return [(HOSTILE, *each) for each in found]


def kinds(exercises: list) -> list:
    """One of each sort and exercise in turn, so that a small class has all sorts."""
    sorts = [honest(exercise) for exercise in exercises]
    if HOSTILE in exercises:
        sorts.append(hostile())
    return [each[i] for i in range(max(map(len, sorts))) for each in sorts if i < len(each)]


def fault_of(row: dict, lost: str, most: dict) -> str:
    """What is wrong with a mark; empty if it is as it should be."""
    points = float(row["points"])
    if lost == "":
        return "" if points == 100 else f"is right, and has {points} points: {row['says']}"
    if lost == "any":
        return "" if points < 100 else "is hostile, and has full points"
    at = PARTS.index(lost)
    full = [float(row[part]) == most[part] for part in PARTS]
    required = most[lost] == 0  # no points to lose: the whole mark is lost
    return "" if all(full[:at]) and (points < 100 if required else not full[at]) else f"should lose {lost}: {row['says']}"


def grade(program: Path, course: Path, marks: Path, path: str) -> subprocess.CompletedProcess:
    return subprocess.run([program, "grade", course, "--seed", "5", "--no-nvcc", "--output", marks],
                          env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)


def judge(marks: Path, wanted: dict, may_be_missing: bool) -> tuple:
    faults, missing = [], 0
    rows = {(row["student"], row["exercise"]): row for row in csv.DictReader((marks / "marks.csv").open(newline=""))}
    most = {exercise: described(exercise)["points"] for exercise, _, _ in wanted.values()}
    for student, (exercise, kind, lost) in wanted.items():
        row = rows.get((student, exercise))
        if row is None or row["points"] == "":
            missing += 1
            if not may_be_missing or row is None or "could not be graded" not in row["says"]:
                faults.append(f"{student} ({exercise}, {kind}) has no mark: {row and row['says']}")
        elif fault := fault_of(row, lost, most[exercise]):
            faults.append(f"{student} ({exercise}, {kind}) {fault}")
    return faults, missing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("count", type=int, metavar="N")
    parser.add_argument("program", nargs="?", type=Path, default=BUILD / "bin/tutorial-grade", metavar="PROGRAM")
    parser.add_argument("--exercises", type=exercises_of, default=[HOSTILE], metavar="NAME,NAME,…")
    parser.add_argument("--first", type=int, default=0, metavar="I")
    parser.add_argument("--record", action="store_true")
    given = parser.parse_args()
    if given.count < 1:
        parser.error("N must be at least 1")
    if given.first < 0:
        parser.error("I must be at least 0")
    return mark_class(given)


def mark_class(given: argparse.Namespace) -> int:
    count, program = given.count, given.program.resolve()
    with tempfile.TemporaryDirectory() as folder:
        course, marks, faulty = Path(folder) / "course", Path(folder) / "marks", Path(folder) / "faulty"
        course.mkdir()
        faulty.mkdir()
        (faulty / "objcopy").write_text(FAULTY.replace("OBJCOPY", shutil.which("objcopy")))
        (faulty / "objcopy").chmod(0o755)
        wanted, all_kinds = {}, kinds(given.exercises)
        for i in range(given.first, given.first + count):
            exercise, kind, source, lost = all_kinds[i % len(all_kinds)]
            (course / f"student{i}_{exercise}.cu").write_text(source + f"\n// submission {i}\n")
            wanted[f"student{i}"] = (exercise, kind, lost)
        short = grade(program, course, marks, f"{faulty}:{os.environ['PATH']}")
        faults, missing = judge(marks, wanted, True)
        if missing == 0 or short.returncode != 1:
            faults.append(f"the fault of the machine hit nobody: exit {short.returncode}\n{short.stderr}")
        sound = grade(program, course, marks, os.environ["PATH"])
        more, _ = judge(marks, wanted, False)
        if sound.returncode != 0:
            more.append(f"on a sound machine: exit {sound.returncode}\n{sound.stderr}")
        faults += more
        for fault in faults:
            print(fault)
        print(f"{count} submissions of {len(all_kinds)} kinds and {len(given.exercises)} exercises, "
              f"{missing} hit by a fault of the machine, {len(faults)} wrong marks")
        if given.record:
            name = "class" if given.exercises == [HOSTILE] else "classes"
            record(name, {"submissions": count, "kinds": len(all_kinds), "exercises": given.exercises, "hit": missing, "wrong": len(faults)})
        return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
