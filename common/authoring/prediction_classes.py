#!/usr/bin/env python3
"""How well times are predicted of kernels with which no constant of the model was chosen: prediction_classes/classes.cu.

common/authoring/prediction_classes.py --measure FILE       on a GPU: nvcc builds the kernels, and their times are written to FILE, which
                                                            goes to docs/results/DEVICE as prediction_classes.json
common/authoring/prediction_classes.py --count              on the simulator: docs/results/simulator/prediction_classes.json
common/authoring/prediction_classes.py --before             keeps what the model predicts now, there, to compare a changed model with it
common/authoring/prediction_classes.py [--rows]             the table that prediction_accuracy.py puts on the page, or each kernel

prediction_accuracy.py writes the table into docs/pages/prediction.md. No constant is chosen with kernels that are "held back", so that their
errors are those to expect of other kernels; the page names six of them whose errors led to changes of the model. Counting takes a minute and 2 GB.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from options import parser
from tree import BUILD, ROOT, Fault, run_main

SOURCE = ROOT / "common" / "authoring" / "prediction_classes" / "classes.cu"
COUNTED = ROOT / "docs" / "results" / "simulator" / "prediction_classes.json"
GPUS = ROOT / "common" / "predict" / "gpus"
DEVICES = {"h200": "nvidia-h200", "h100": "nvidia-h100"}
CONSTANTS = "constants"  # the class of kernels by which gpu_file.py finds constants, with others like these:
OTHER_CONSTANTS = {"chase_one_warp", "chase_warp_per_sm"}
BLOCKS = 32  # of each grid that are simulated


class Row(NamedTuple):
    gpu: str
    of_class: str
    kernel: str
    held_back: bool
    measured: float
    predicted: float | None
    before: float | None
    limit: str

    @property
    def error(self) -> float | None:
        return None if self.predicted is None else abs(self.predicted / self.measured - 1)

    @property
    def error_before(self) -> float | None:
        return None if self.before is None else abs(self.before / self.measured - 1)


def measure(file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "classes"
        subprocess.run(["nvcc", "-O3", "-arch=native", "-o", program, SOURCE], check=True)
        text = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    file.write_text(text)
    print(f"{file}: {len(json.loads(text)['rows'])} kernels")


def count(build: Path) -> None:
    simcc = build / "bin" / "cudasim-simcc"
    if not simcc.exists():
        raise Fault(f"no {simcc}", 2)
    with tempfile.TemporaryDirectory() as folder:
        program, report = Path(folder) / "classes", Path(folder) / "lens.json"
        subprocess.run([simcc, "-O3", "-o", program, SOURCE], check=True)
        environment = {"LENS_JSON": str(report), "LENS_PREDICT": "sample", "LENS_WATCH": str(BLOCKS), "LENS_CHECKS": "1000000",
                       "CUDASIM_MULTIPROCESSORS": "132"}
        # Exit code 3: the outputs of blocks that were left out are missing, which is no fault here.
        done = subprocess.run([program, "--once"], env=os.environ | environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 3):
            raise Fault(f"the kernels ended with {done.returncode}: {done.stderr.strip()[-200:]}")
        launches = {launch["kernel"]: launch for launch in json.loads(report.read_text())["launches"]}
    known = json.loads(COUNTED.read_text()) if COUNTED.exists() else {}
    write(launches, known.get("before", {}))


def write(launches: dict, before: dict) -> None:
    lines = [f"  {json.dumps(kernel)}: {json.dumps(launch)}" for kernel, launch in launches.items()]
    COUNTED.write_text('{"launches": {\n' + ",\n".join(lines) + '\n },\n "before": ' + json.dumps(before) + "\n}\n")


def predictions(build: Path, gpu: str, registers: dict[str, int]) -> dict[str, dict]:
    """By kernel."""
    tool = build / "bin" / "predict-counters"
    if not tool.exists():
        raise Fault(f"{tool} is not there: cmake --build {build} --target predict-counters", 2)
    launches = json.loads(COUNTED.read_text())["launches"]
    runs = {kernel: {"host": [], "launches": [launch | {"registers": registers.get(kernel, 0)}]} for kernel, launch in launches.items()}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "runs.json"
        file.write_text(json.dumps(runs))
        text = subprocess.run([tool, file, GPUS / f"{gpu}.json"], check=True, capture_output=True, text=True).stdout
    return {row["run"]: row for row in map(json.loads, text.splitlines())}


def measured(gpu: str) -> list[dict]:
    file = ROOT / "docs" / "results" / DEVICES[gpu] / "prediction_classes.json"
    return json.loads(file.read_text())["rows"] if file.exists() else []


def rows(build: Path) -> list[Row]:
    result = []
    before = json.loads(COUNTED.read_text())["before"]
    for gpu in DEVICES:
        found = [row for row in measured(gpu) if row["class"] != CONSTANTS and row["kernel"] not in OTHER_CONSTANTS]
        predicted = predictions(build, gpu, {row["kernel"]: row["registers"] for row in found})
        result += [Row(gpu, row["class"], row["kernel"], row["held_back"], row["median_s"], predicted[row["kernel"]]["predicted_s"],
                       before.get(gpu, {}).get(row["kernel"]), predicted[row["kernel"]]["limit"]) for row in found]
    return result


def ninth(errors: list[float]) -> float:
    return sorted(errors)[min(len(errors) - 1, math.ceil(0.9 * len(errors)) - 1)]


def line(title: str, some: list[Row]) -> str:
    now = [row.error for row in some if row.error is not None]
    before = [row.error_before for row in some if row.error_before is not None]
    cells = [f"{100 * value:.0f}%" for errors in (before, now) if errors for value in (statistics.median(errors), ninth(errors))]
    return f"| {title} | {len(some)} | {len(some) - len(now)} | {' | '.join(cells)} |"


def table(build: Path) -> str:
    found = rows(build)
    lines = ["| kernels | rows | without a time | median error before | 90% below, before | median error | 90% below |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for title, some in (("all", found), ("held back", [row for row in found if row.held_back])):
        lines += [line(f"{title}, {gpu}", [row for row in some if row.gpu == gpu]) for gpu in DEVICES]
    for name in dict.fromkeys(row.of_class for row in found):
        for title, held in (("seen", False), ("held back", True)):
            some = [row for row in found if row.of_class == name and row.held_back == held]
            lines += [line(f"{name}, {title}", some)] if some else []
    return "\n".join(lines) + "\n"


def main() -> int:
    arguments = parser(__doc__, check=False)
    arguments.add_argument("--build", type=Path, default=BUILD, help="a folder that CMake has configured; by default build/auto")
    arguments.add_argument("--measure", type=Path, metavar="FILE")
    arguments.add_argument("--count", action="store_true")
    arguments.add_argument("--before", action="store_true")
    arguments.add_argument("--rows", action="store_true")
    options = arguments.parse_args()
    if options.measure:
        measure(options.measure)
    elif options.count:
        count(options.build)
    elif options.before:
        launches = json.loads(COUNTED.read_text())["launches"]
        write(launches, {gpu: {kernel: row["predicted_s"] for kernel, row in predictions(options.build, gpu, {}).items()} for gpu in DEVICES})
    elif options.rows:
        for row in rows(options.build):
            print(row.gpu, row.of_class, row.kernel, "held back" if row.held_back else "seen", f"{row.measured:.4g}",
                  f"{row.predicted or math.nan:.4g}", f"{row.before or math.nan:.4g}", row.limit, sep="\t")
    else:
        print(table(options.build), end="")
    return 0


if __name__ == "__main__":
    run_main(main)
