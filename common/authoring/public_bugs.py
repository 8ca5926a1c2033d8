#!/usr/bin/env python3
"""What the lens says of small programs written after public bug reports, beside what was recorded of them.

common/authoring/public_bugs.py FOLDER [--output FILE.csv]
    compiles each .cu of a folder that you have, runs it under the lens, and prints what was wanted, what the lens says, and whether that
    is right. The first line of a program is `// expect: VERDICT`. A README.md in the folder may have a table with what was recorded:
    program, verdict, lens, GPU, compute-sanitizer.

Verdicts: race, divergent-barrier, out-of-bounds, uninitialized: a hazard of that kind; fault, wrong-result: the program does not end with
0, or has a hazard; refused: it does not compile; slow: no hazard, but a line wastes half of its sectors or has bank conflicts; right: exit
code 0 and no hazard."""

from __future__ import annotations

import concurrent.futures
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from options import parser
from tree import BUILD, ROOT, Fault, run_main

RECORDED = ROOT / "docs/results/simulator/public_bugs.csv"
HEAD = ["program", "verdict", "lens", "right", "recorded lens", "GPU", "compute-sanitizer"]
LIMIT = 120  # seconds a program
DATE = "2026-11-28"  # of RECORDED
RACES = {"race-shared", "race-global", "race-warp", "race-stream", "reuse-without-barrier", "not-waited-for", "absent-block", "stale-read"}
KINDS = {"race": RACES, "divergent-barrier": {"divergent-barrier", "early-exit-barrier"}, "out-of-bounds": {"out-of-bounds"},
         "uninitialized": {"uninitialized-global", "uninitialized-shared"}}


def is_slow(report: dict) -> bool:
    lines = [line for kernel in report.get("kernels", []) for line in kernel["lines"]]
    return any(line["conflict_degree"] > 1 or line["sectors_per_request"] > 2 * line["ideal_sectors_per_request"] for line in lines)


def is_right(verdict: str, code: int | None, kinds: set[str], report: dict) -> bool:
    """Whether the lens gives the expected verdict. No code: the program did not compile."""
    if verdict == "refused" or code is None:
        return verdict == "refused" and code is None
    if verdict in KINDS:
        return bool(kinds & KINDS[verdict])
    if verdict in ("fault", "wrong-result"):
        return code != 0 or bool(kinds)
    return code == 0 and not kinds and (verdict == "right" or is_slow(report))


def watch(source: Path, folder: Path) -> list[str]:
    """A program: its name, the expected verdict, the lens's verdict, and whether they agree."""
    first = source.read_text(encoding="utf-8").split("\n", 1)[0]
    match = re.fullmatch(r"// expect: ([a-z-]+)", first.strip())
    if not match:
        raise Fault(f"{source.name}: the first line is not '// expect: VERDICT'")
    verdict = match.group(1)
    program, written = folder / source.stem, folder / f"{source.stem}.json"
    compiler = BUILD / "bin/cudasim-simcc"
    if not compiler.exists():
        raise Fault(f"{compiler} is not built. If the build folder is another one, set BUILD_DIR to it.")
    compiled = subprocess.run([compiler, "-std=c++17", "-O1", "-o", program, source], capture_output=True, check=False)
    if compiled.returncode != 0:
        return [source.stem, verdict, "does not compile", "yes" if is_right(verdict, None, set(), {}) else "no"]
    try:
        code = subprocess.run([program], capture_output=True, env={**os.environ, "LENS_JSON": str(written)}, timeout=LIMIT, check=False).returncode
    except subprocess.TimeoutExpired:
        return [source.stem, verdict, "does not end", "no"]
    report = json.loads(written.read_text(encoding="utf-8")) if written.exists() else {}
    kinds = {hazard["kind"] for hazard in report.get("hazards", [])} - {"leak"}
    right = is_right(verdict, code, kinds, report)
    said = ", ".join(sorted(kinds)) or (f"exit {code}" if code else "counters show it" if verdict == "slow" and right else "silent")
    return [source.stem, verdict, said, "yes" if right else "no"]


def recorded(folder: Path) -> dict[str, list[str]]:
    """From the folder's README: lens, GPU and compute-sanitizer of each program."""
    page = folder / "README.md"
    rows = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in page.read_text(encoding="utf-8").splitlines()
            if line.startswith("|")] if page.exists() else []
    return {row[0]: row[2:5] for row in rows if len(row) == 5}


def run(folder: Path) -> list[list[str]]:
    sources = sorted(folder.glob("*.cu"))
    if not sources:
        raise Fault(f"no .cu file in {folder}", 2)
    known = recorded(folder)
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda source: watch(source, Path(scratch)), sources))
    return [row + known.get(row[0], ["-", "-", "-"]) for row in rows]


def table(page: Path) -> str:
    """The recorded results, for the page."""
    with open(RECORDED, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = sum(row["right"] == "yes" for row in rows)
    sanitizer = sum(row["compute-sanitizer"] not in ("-", "silent") for row in rows)
    lines = ["| program | expected verdict | lens | GPU | compute-sanitizer |", "| --- | --- | --- | --- | --- |"]
    lines += [f"| {row['program']} | {row['verdict']} | {row['lens']}{'' if row['right'] == 'yes' else ' (**wrong**)'} | {row['GPU']} | "
              f"{row['compute-sanitizer']} |" for row in rows]
    return (f"Recorded on {DATE}: the lens gives the expected verdict for {found} of {len(rows)} programs. A tool of compute-sanitizer reports an error in {sanitizer} of "
            "them.\n\n<details>\n<summary>Each program</summary>\n\n" + "\n".join(lines) + "\n\n</details>\n")


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("folder", type=Path, metavar="FOLDER", help="the programs")
    options.add_argument("--output", type=Path, metavar="FILE.csv", help=f"where the table goes; the page's: {RECORDED.relative_to(ROOT)}")
    given = options.parse_args()
    rows = run(given.folder)
    with open(given.output, "w", encoding="utf-8", newline="") if given.output else os.fdopen(os.dup(1), "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *rows])
    wrong = [row[0] for row in rows if row[3] == "no"]
    print(f"{len(rows)} programs, {len(rows) - len(wrong)} verdicts right" + (f"; wrong: {', '.join(wrong)}" if wrong else ""), file=sys.stderr)
    return 0


if __name__ == "__main__":
    run_main(main)
