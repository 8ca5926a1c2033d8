#!/usr/bin/env python3
"""Makes anew all that follows from the files in docs/results, in the order in which one thing follows from another: after a measurement, run this.

common/authoring/after_results.py            the GPUs' files, the figures, the pages' blocks and the output that pages show
common/authoring/after_results.py --check    writes nothing; exit code 1 if something is out of date

Wants what these scripts want: a build for the simulator, gnuplot. Tables of what the lens counts do not follow from results.
"""

from __future__ import annotations

import subprocess
import sys

from options import only_check
from tree import ROOT, run_main

SCRIPTS = ["draw_banks", "plot_bench", "plot_memory", "plot_scaling", "prediction_accuracy", "update_pages", "shown_commands"]


def steps() -> list[list[str]]:
    """Each script with its arguments; the GPU's file comes first, since predictions use it."""
    benches = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "results").glob("*/bench.json"))
    return [["gpu_file", bench] for bench in benches] + [[script] for script in SCRIPTS]


def main() -> int:
    check = only_check(__doc__)
    failed = []
    for script, *arguments in steps():
        if check:
            arguments = ["--check"]
        print(" ".join([script, *arguments]), flush=True)
        command = [sys.executable, ROOT / "common" / "authoring" / f"{script}.py", *arguments]
        if subprocess.run(command, cwd=ROOT, check=False).returncode not in (0, 77):
            failed.append(script)
            if not check:
                break
    if failed:
        print("after_results: failed: " + ", ".join(dict.fromkeys(failed)), file=sys.stderr)
    return 1 if failed else 0


run_main(main)
