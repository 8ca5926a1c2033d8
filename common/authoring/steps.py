#!/usr/bin/env python3
"""Records the steps that pages link to: one block of each program below, at a size at which a reader can follow it.

common/authoring/steps.py            writes docs/steps/PROGRAM.json and the drawings of pages; builds the programs for the lens
common/authoring/steps.py --check    exit code 1 and the names of those that are out of date
"""

import json
import os
import subprocess
import tempfile
import zlib
from pathlib import Path

import tree
from options import parser
from work import Work

# One block with a few warps; more than one row of a tile, more than one turn of a loop.
PROGRAMS = {
    "nearest_naive": ["--count", "40", "--block", "64"],
    "nearest_blocked": ["--count", "40"],
    "reduce_in_place": ["--n", "64"],
    "reduce_global": ["--n", "128"],
    "reduce_shared": ["--n", "128"],
    "reduce_shuffle": ["--n", "128"],
    "reduce_last_block": ["--n", "4096", "--block", "64"],
    "dot": ["--n", "1000"],
    "matmul_naive": ["--m", "8", "--n", "32", "--k", "8"],
    "matmul_tiled": ["--m", "16", "--n", "16", "--k", "20"],
    "matmul_register_tiled": ["--m", "64", "--n", "64", "--k", "2"],
    "heat_naive": ["--rows", "32", "--cols", "32", "--steps", "1"],
    "heat_tiled": ["--rows", "32", "--cols", "32", "--steps", "1"],
    "copy": ["--rows", "32", "--cols", "32"],
    "transpose_strided_read": ["--rows", "32", "--cols", "32"],
    "transpose_strided_write": ["--rows", "32", "--cols", "32"],
    "transpose_shared": ["--rows", "32", "--cols", "32"],
    "transpose_padded": ["--rows", "32", "--cols", "32"],
    "transpose_swizzled": ["--rows", "32", "--cols", "32"],
    "transpose_vector": ["--rows", "32", "--cols", "32"],
    "barrier_in_branch": [],
    "missing_barrier": [],
    "odd_block": [],
    "warp_synchronous": [],
    "reused_cache": [],
    "early_return": [],
    "float_order": [],
    "launch_not_waited": [],
}
# The drawings that pages show: the steps of one line, which has these words.
DRAWN = {
    "nearest_naive": "own = points[query];",
    "nearest_blocked": "other = tile[i];",
    "dot": "cache[thread + stride];",
    "matmul_tiled": "sum += a_tile[y][i]",
    "heat_tiled": "heat::update(own",
    "transpose_shared": "= tile[x][y];",
    "transpose_padded": "= tile[x][y];",
    "reduce_shared": "stride]",
}
MOST_BYTES = 300_000  # of all recordings, each compressed

FOLDER = tree.ROOT / "docs" / "steps"
FIGURES = tree.ROOT / "docs" / "figures" / "steps"


def recorded(program: str, arguments: list[str]) -> str:
    """The first kernel's steps, one per line, so that a change shows as the lines that it changes."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "steps.json"
        command = [str(tree.DRIVER), "explain", program, "--trace", str(trace), "--", *arguments]
        # One worker, so that a race is always seen in the same block.
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
                              env={**os.environ, "CUDASIM_WORKERS": "1"})
        if not trace.exists():
            raise tree.Fault(f"{' '.join(command[1:])} left no trace: {done.stderr.strip()[-300:]}")
        # A hazard names the file as it was compiled.
        steps = json.loads(trace.read_text(encoding="utf-8").replace(f"{tree.ROOT}/", ""))
    launch = steps["launches"][0]
    for array in launch["arrays"]:
        array.pop("file", None)
        array.pop("line", None)
    lines = ",\n".join(json.dumps(step, separators=(",", ":")) for step in launch.pop("steps"))
    head = json.dumps(launch, separators=(",", ":"))
    return f'{{"format":{json.dumps(steps["format"])},"version":{steps["version"]},"launches":[{head[:-1]},"steps":[\n{lines}\n]}}]}}\n'


def drawn(program: str, words: str) -> str:
    """The key frames of a recording at the line with these words."""
    recording = FOLDER / f"{program}.json"
    lines = [
        source["first"] + i
        for source in json.loads(recording.read_text(encoding="utf-8"))["launches"][0]["sources"]
        for i, line in enumerate(source["lines"])
        if words in line
    ]
    if len(lines) != 1:
        raise tree.Fault(f"{program}: {len(lines)} lines have '{words}'")
    with tempfile.TemporaryDirectory() as folder:
        figure = Path(folder) / f"{program}.svg"
        subprocess.run([str(tree.DRIVER), "explain", str(recording), "--steps", str(figure), "--line", str(lines[0])], check=True)
        return figure.read_text(encoding="utf-8")


def main() -> int:
    options = parser(__doc__)
    work = Work(check=options.parse_args().check)
    for program, arguments in PROGRAMS.items():
        work.file(FOLDER / f"{program}.json", recorded(program, arguments))
    for program, words in DRAWN.items():
        work.file(FIGURES / f"{program}.svg", drawn(program, words))
    size = sum(len(zlib.compress(file.read_bytes(), 9)) for file in FOLDER.glob("*.json"))
    if size > MOST_BYTES:
        work.complain(f"the recordings have {size} bytes compressed, more than {MOST_BYTES}")
    for file in sorted(FOLDER.glob("*.json")):
        if file.stem not in PROGRAMS:
            work.complain(f"{file.name} is of no program in steps.py")
    return work.finish("common/authoring/steps.py")


if __name__ == "__main__":
    tree.run_main(main)
