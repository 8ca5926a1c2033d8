#!/usr/bin/env python3
"""Results of operations that C++ leaves open, or a GPU defines differently: the simulator's beside a GPU's.

common/authoring/gpu_values.py [--record | --check] [--simcc FILE]

Builds and runs gpu_values/probe.cu with simcc. --record writes docs/results/simulator/gpu_values.json, from which update_pages.py makes the
table; --check ends with 1 if the results are no longer those. A GPU's are in docs/results/nvidia-h100/gpu_values.json and, for code compiled
with -fmad=false, gpu_values_fmad_false.json; the head of the probe says how they are made.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from options import parser
from tree import BUILD, ROOT, Fault, run_main

PROBE = ROOT / "common/authoring/gpu_values/probe.cu"
RECORDED = ROOT / "docs/results/simulator/gpu_values.json"
GPU = ROOT / "docs/results/nvidia-h100/gpu_values.json"
GPU_FMAD_FALSE = GPU.with_name("gpu_values_fmad_false.json")


def simulated(simcc: Path) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "probe"
        subprocess.run([simcc, "--plain", "-O2", "-o", program, PROBE], check=True)
        return json.loads(subprocess.run([program], check=True, capture_output=True).stdout)


def shown(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)


def block(page: Path, names: list[str]) -> str:
    ours, gpu, separate = (json.loads(path.read_text()) for path in (RECORDED, GPU, GPU_FMAD_FALSE))
    lines = ["| operation | H100 | simulator |", "| --- | --- | --- |"]
    for name, value in gpu.items():
        if ours[name] == value:
            text = "the same"
        elif isinstance(value, list):
            text = " ".join("=" if mine == theirs else mine for mine, theirs in zip(ours[name], value))
        else:
            text = ours[name] + (", as an H100 with -fmad=false" if separate[name] == ours[name] else "")
        lines.append(f"| `{name}` | {shown(value)} | {text} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    options = parser(__doc__)
    options.add_argument("--simcc", type=Path, default=BUILD / "bin/cudasim-simcc")
    options.add_argument("--record", action="store_true")
    given = options.parse_args()
    if not given.simcc.exists():
        raise Fault(f"no {given.simcc}", 2)
    values = simulated(given.simcc)
    if given.record:
        RECORDED.write_text(json.dumps(values, indent=1) + "\n")
        return 0
    known = json.loads(RECORDED.read_text())
    wrong = [name for name in known if values.get(name) != known[name]]
    for name in known:
        print(f"{name}: {shown(values.get(name))}" + (f", recorded: {shown(known[name])}" if name in wrong else ""))
    return 1 if given.check and wrong else 0


if __name__ == "__main__":
    run_main(main)
