#!/usr/bin/env python3
"""How fast are the simulator and the lens? Times the programs of common/authoring/speed, each against its goal: docs/results/simulator/speed.json,
which update_pages.py shows on the page on the simulator.

common/authoring/speed.py [--times N] [--only NAME …]

--times: runs of each, else 3. --only: these rows alone; the file keeps what it has of the others.
The goals are seconds on the wall on two quiet cores, from the first launch of a program to the end of its last. A busy machine takes longer
for the same work: so the processor time of the whole process is recorded beside, and how busy the machine was. No test, since it measures
the machine.
BUILD_DIR: the build folder with simcc, by default that of the preset auto.
"""

from __future__ import annotations

import datetime
import json
import os
import re
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from options import parser
from prediction_cost import processor_time
from tree import BUILD, ROOT, Fault, run_main

FILE = ROOT / "docs" / "results" / "simulator" / "speed.json"
SOURCES = Path(__file__).parent / "speed"
LIMIT_S = 600


class Row(NamedTuple):
    says: str
    program: str
    words: list[str]
    goal_s: float
    lens: bool = False


ROWS = {
    "add": Row("vector addition, 10^8 threads", "vector_add", ["100000000", "1"], 0.3),
    "sum": Row("sum in shared memory, 10^8 threads", "sum_shared", ["100000000"], 3),
    "add 11": Row("vector addition, 11 launches of 10^8 threads", "vector_add", ["100000000", "11"], 8, lens=True),
    "add 100": Row("vector addition, 100 launches of 10^8 threads", "vector_add", ["100000000", "100"], 60, lens=True),
    "lock": Row("one lock, 10^6 threads", "lock", ["3907"], 10, lens=True),
}
# Processor time of a program for the lens, with four watched blocks, compared with that of the plain program.
RATIO = {"says": "the compiler's calls in blocks that are not watched, nearest of 20000 points", "program": "nearest", "words": ["20000"],
         "goal": 6.0}


def build(folder: Path, program: str, lens: bool) -> Path:
    binary = folder / f"{program}{'.lens' if lens else ''}"
    if not binary.is_file():
        command = [BUILD / "bin" / "cudasim-simcc", "-O2", *([] if lens else ["--plain"]), SOURCES / f"{program}.cu", "-o", binary]
        if not command[0].is_file():
            raise Fault(f"there is no {command[0]}: build cudasim-simcc, or name another build in BUILD_DIR", 2)
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            raise Fault(f"{program}: {made.stderr.strip()}")
    return binary


def timed(binary: Path, words: list[str], more: dict[str, str] | None = None) -> tuple[float, float]:
    """Elapsed seconds of the launches, by the program's own clock, and processor seconds of the whole run."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LENS", "CUDASIM"))}
    before = processor_time()
    try:
        ended = subprocess.run([binary, *words], env={**environment, "CUDASIM_TIMEOUT": str(LIMIT_S), **(more or {})}, capture_output=True,
                               text=True, check=False, timeout=LIMIT_S)
    except subprocess.TimeoutExpired as late:
        raise Fault(f"{binary.name} {' '.join(words)}: not at its end after {LIMIT_S} s") from late
    if ended.returncode != 0:
        raise Fault(f"{binary.name} {' '.join(words)}: exit {ended.returncode}")
    return float(ended.stdout.splitlines()[0]), processor_time() - before


def measured(folder: Path, row: Row, times: int) -> dict:
    binary = build(folder, row.program, row.lens)
    runs = [timed(binary, row.words) for _ in range(times)]
    wall = [seconds for seconds, _ in runs]
    return {"lowest_s": round(min(wall), 3), "median_s": round(statistics.median(wall), 3),
            "processor_s": round(min(spent for _, spent in runs), 2)}


def ratio(folder: Path, times: int) -> dict:
    plain, watched = (build(folder, RATIO["program"], lens) for lens in (False, True))
    least = [min(timed(binary, RATIO["words"], {"LENS_WATCH": "4"})[1] for _ in range(times)) for binary in (plain, watched)]
    return {"plain_s": round(least[0], 2), "lens_s": round(least[1], 2)}


def processor_name() -> str:
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8") if Path("/proc/cpuinfo").is_file() else ""
    name = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return name[1] if name else os.uname().machine


def about(times: int) -> dict:
    return {"date": datetime.date.today().isoformat(), "times": times, "processor": processor_name(), "cores": len(os.sched_getaffinity(0)),
            "load": round(os.getloadavg()[0], 1)}


def verdict(value: float, goal: float) -> str:
    return "met" if value <= goal else f"missed: {value / goal:.2g} x the goal"


def table(record: dict) -> str:
    """The text of the page: each row with its goal, and the missed ones among them."""
    lines = ["| work | build | goal | lowest | median | processor time | verdict | when, runs, load |",
             "| --- | --- | ---: | ---: | ---: | ---: | --- | --- |"]

    def add(says: str, build: str, cells: list[str], verdict: str, about: dict) -> None:
        lines.append(f"| {says} | {build} | {' | '.join(cells)} | {verdict} | {about['date']}, {about['times']}, {about['load']} |")

    for name, wanted in ROWS.items():
        row = record["rows"].get(name)
        build, goal = "lens" if wanted.lens else "plain", f"{wanted.goal_s:g} s"
        if row is None:
            lines.append(f"| {wanted.says} | {build} | {goal} | - | - | - | not timed | - |")
            continue
        cells = [goal, *(f"{row[name]:.2f} s" for name in ("lowest_s", "median_s", "processor_s"))]
        add(wanted.says, build, cells, verdict(row["lowest_s"], wanted.goal_s), row["about"])
    cost = record["ratio"]
    times = cost["lens_s"] / cost["plain_s"]
    cells = [f"{RATIO['goal']:g} x", f"{times:.1f} x", "-", f"{cost['lens_s']:.2f} s, {cost['plain_s']:.2f} s"]
    add(RATIO["says"], "lens against plain", cells, verdict(times, RATIO["goal"]), cost["about"])
    machines = {(each["about"]["processor"], each["about"]["cores"]) for each in [*record["rows"].values(), cost]}
    said = "; ".join(f"{name}, {cores} cores" for name, cores in sorted(machines))
    return "\n".join(lines) + (f"\n\nBy `common/authoring/speed.py` on {said}. The load is the average number of processes that\n"
                               "were ready to run, including our own. If it is above the number of cores, the wall-clock times are too long.\n")


def block(page: Path, names: list[str]) -> str:
    return table(json.loads(FILE.read_text(encoding="utf-8")))


def main() -> int:
    arguments = parser(__doc__, check=False)
    arguments.add_argument("--times", type=int, default=3, metavar="N", help="runs of each row")
    arguments.add_argument("--only", nargs="+", default=[*ROWS, "ratio"], choices=[*ROWS, "ratio"], metavar="NAME", help=", ".join([*ROWS, "ratio"]))
    options = arguments.parse_args()
    record = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {"rows": {}}
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only:
            made = ratio(Path(folder), options.times) if name == "ratio" else measured(Path(folder), ROWS[name], options.times)
            made["about"] = about(options.times)
            if name == "ratio":
                record["ratio"] = made
            else:
                record["rows"][name] = made
            print(f"{name}: {made}", flush=True)
            FILE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
