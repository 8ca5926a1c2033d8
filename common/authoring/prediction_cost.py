#!/usr/bin/env python3
"""What predicting costs on top of the lens: docs/results/simulator/predict_cost.json, which prediction_accuracy.py puts on its page.

common/authoring/prediction_cost.py [--build FOLDER] [--times N]

Runs programs under the lens at their default sizes, in turns with and without what predictions are made of, and takes the least
processor time of each, which other work on the machine touches less than the time on the wall. No test, since it measures the machine.
"""

from __future__ import annotations

import datetime
import json
import os
import resource
import subprocess
import tempfile
from pathlib import Path

from options import parser
from prediction_counters import binaries
from tree import BUILD, ROOT, Fault, run_main

FILE = ROOT / "docs" / "results" / "simulator" / "predict_cost.json"
# By the dominant work: loads alone, a tile, columns, a tree of barriers, shared memory, tiles of a product, neighbors, sparse rows.
PROGRAMS = ["copy", "transpose_padded", "transpose_strided_read", "reduce_shared", "reduce_vector", "nearest_blocked", "matmul_tiled",
            "heat_naive", "spmv_thread_per_row"]


def processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(binary: Path, report: Path, more: dict[str, str]) -> float:
    environment = os.environ | {"LENS_JSON": str(report), "CUDASIM_MULTIPROCESSORS": "132"} | more
    environment.pop("LENS", None)
    before = processor_time()
    ended = subprocess.run([binary], env=environment, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise Fault(f"{binary.name}: exit {ended.returncode}")
    return processor_time() - before


def main() -> int:
    arguments = parser(__doc__, check=False)
    arguments.add_argument("--build", type=Path, default=BUILD, help="a folder that CMake has configured; by default build/auto")
    arguments.add_argument("--times", type=int, default=3, help="runs of each, of which the shortest counts")
    options = arguments.parse_args()
    known = binaries(options.build, "lens")
    targets = [f"{program}.lens" for program in PROGRAMS]
    subprocess.run(["cmake", "--build", options.build, "--target", *targets], check=True, capture_output=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "lens.json"
        for program in PROGRAMS:
            least = {"lens_s": float("inf"), "predict_s": float("inf")}
            for _ in range(options.times):
                for name, more in (("lens_s", {}), ("predict_s", {"LENS_PREDICT": "all"})):
                    least[name] = min(least[name], seconds(known[program], report, more))
            rows.append({"program": program, **{name: round(value, 3) for name, value in least.items()}})
            print(f"{program}: {least['predict_s'] / least['lens_s']:.2f}", flush=True)
    found = {"date": datetime.date.today().isoformat(), "times": options.times, "rows": rows}
    FILE.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    run_main(main)
