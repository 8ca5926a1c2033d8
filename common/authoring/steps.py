#!/usr/bin/env python3
"""Records the steps that pages link to: one block of each program below, at a size at which a reader can follow it.

common/authoring/steps.py            writes docs/steps/PROGRAM.json and the drawings of pages; builds the programs for the lens
common/authoring/steps.py --check    exit code 1 and the names of those that are out of date
"""

import json
import lzma
import os
import re
import subprocess
import tempfile
from pathlib import Path

import tree
from options import parser
from work import Work

# One block with a few warps; more than one row of a tile, more than one round of a loop. For a pitfall, a faulty variant, then the fixed one.
PROGRAMS = {
    "nearest_naive": ["--count 40 --block 64"],
    "nearest_store_in_loop": ["--count 40 --block 64"],
    "reduce_in_place": ["--n 64"],
    "reduce_global": ["--n 128"],
    "reduce_shared": ["--n 128"],
    "reduce_dynamic": ["--n 128"],
    "reduce_shuffle": ["--n 128"],
    "reduce_grid_stride": ["--n 5000 --block 64"],
    "reduce_atomic": ["--n 128 --block 64"],
    "reduce_last_block": ["--n 4096 --block 64"],
    "reduce_vector": ["--n 5000 --block 64"],
    "dot": ["--n 1000"],
    "dot_grid": ["--n 1000"],
    "dot_vector": ["--n 1000"],
    "dot_single_pass": ["--n 1000"],
    "dot_block_step": ["--n 1000"],
    "nearest_blocked": ["--count 40"],
    "nearest_float4": ["--count 40"],
    "nearest_register_tile": ["--count 40"],
    "nearest_minimum": ["--count 40"],
    "nearest_split": ["--count 40"],
    "nbody_naive": ["--count 40"],
    "nbody_tiled": ["--count 40"],
    "nbody_register_tile": ["--count 40"],
    "matmul_naive": ["--m 8 --n 32 --k 8"],
    "matmul_tiled": ["--m 16 --n 16 --k 20"],
    "matmul_register_tiled": ["--m 32 --n 32 --k 2"],
    "matmul_vector": ["--m 32 --n 32 --k 2"],
    "matmul_prefetch": ["--m 32 --n 32 --k 2"],
    "heat_naive": ["--rows 32 --cols 32 --steps 1"],
    "heat_tiled": ["--rows 32 --cols 32 --steps 1"],
    "heat_marching": ["--rows 32 --cols 32 --steps 1"],
    "copy": ["--rows 32 --cols 32"],
    "transpose_strided_read": ["--rows 32 --cols 32"],
    "transpose_strided_write": ["--rows 32 --cols 32"],
    "transpose_shared": ["--rows 32 --cols 32"],
    "transpose_padded": ["--rows 32 --cols 32"],
    "transpose_swizzled": ["--rows 32 --cols 32"],
    "transpose_vector": ["--rows 32 --cols 32"],
    "transpose_in_place": ["--rows 32 --cols 32"],
    "barrier_in_branch": ["--n 256 --variant inside_if", "--n 256 --variant mended"],
    "missing_barrier": ["--n 256 --variant none_after_fill", "--n 256 --variant none_in_tree", "--n 256 --variant mended"],
    "odd_block": ["--n 192 --variant halved", "--n 192 --variant mended"],
    "warp_synchronous": ["--n 256 --variant volatile_tail", "--n 256 --variant mended"],
    "reused_cache": ["--n 256 --variant no_barrier_between", "--n 256 --variant mended"],
    "early_return": ["--n 200 --variant return_at_once", "--n 200 --variant mended"],
    "float_order": ["--n 256"],
    "launch_not_waited": ["--n 256 --variant host_waits_instead", "--n 256 --variant mended"],
}
# Steps of core ladders with the same requests as the previous step: other block sizes, and other ways to write the same loop.
# What is new in nbody_pairs happens between two groups of 128 bodies, too many to follow.
NOT_RECORDED = {"nearest_block_sizes", "nearest_block_dim", "nearest_pointer", "nearest_expression", "nbody_pairs"}
LADDERS = {"ch05_nearest_naive", "nearest_variants", "sum", "dot", "nearest", "nbody", "matmul", "heat", "ch08_transpose", "in_place"}
# The drawings on pages: the steps of the line that contains these words.
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
MOST_BYTES = 300_000  # of all recordings, each compressed by xz

FOLDER = tree.ROOT / "docs" / "steps"
FIGURES = tree.ROOT / "docs" / "figures" / "steps"


def launch_of(program: str, arguments: str) -> dict:
    """The first kernel's steps."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "steps.json"
        command = [str(tree.DRIVER), "explain", program, "--trace", str(trace), "--", *arguments.split()]
        # One worker, so that a race is always seen in the same block.
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
                              env={**os.environ, "CUDASIM_WORKERS": "1"})
        if not trace.exists():
            raise tree.Fault(f"{' '.join(command[1:])} left no trace: {done.stderr.strip()[-300:]}")
        # A hazard names the file as it was compiled.
        launch = json.loads(trace.read_text(encoding="utf-8").replace(f"{tree.ROOT}/", ""))["launches"][0]
    for array in launch["arrays"]:
        array.pop("file", None)
        array.pop("line", None)
    return launch


def recorded(program: str, runs: list[str]) -> str:
    """The steps of all runs, one per line, so that a diff shows the changed steps."""
    launches = []
    for arguments in runs:
        launch = launch_of(program, arguments)
        lines = ",\n".join(json.dumps(step, separators=(",", ":")) for step in launch.pop("steps"))
        launches.append(f'{json.dumps(launch, separators=(",", ":"))[:-1]},"steps":[\n{lines}\n]}}')
    return f'{{"format":"cuda-by-chapter-steps","version":1,"launches":[{",".join(launches)}]}}\n'


def drawn(program: str, words: str) -> str:
    """The key frames of a recording at the line that contains these words."""
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


def missing() -> list[str]:
    """Core steps and pitfalls that are not recorded, and recordings without a link from a page."""
    programs = json.loads((tree.BUILD / "tutorial.json").read_text(encoding="utf-8"))["programs"]
    wanted = {
        each["name"]
        for each in programs
        if each["faults"] or (each["ladder"] in LADDERS and each["role"] != "demo" and not each["further"] and not each["host"])
    }
    # The site puts the link below the code of a program, or at its own mark.
    code = re.compile(r"<!-- (?:(?:lens (?:quick )?|code )(?:\d+_)?(?=\w[^>]*: end -->)|steps: )(\w+)")
    linked = {name for page in tree.ROOT.glob("ch*/**/*.md") for name in code.findall(page.read_text(encoding="utf-8"))}
    return [f"{name} is a core step or a pitfall, and steps.py records none" for name in sorted(wanted - NOT_RECORDED - set(PROGRAMS))] + [
        f"no page has the code of {name} or a mark <!-- steps: {name} -->: nothing links to its steps" for name in sorted(set(PROGRAMS) - linked)
    ]


def main() -> int:
    options = parser(__doc__)
    work = Work(check=options.parse_args().check)
    for program, runs in PROGRAMS.items():
        work.file(FOLDER / f"{program}.json", recorded(program, runs))
    for program, words in DRAWN.items():
        work.file(FIGURES / f"{program}.svg", drawn(program, words))
    size = sum(len(lzma.compress(file.read_bytes())) for file in FOLDER.glob("*.json"))
    if size > MOST_BYTES:
        work.complain(f"the recordings have {size} bytes, compressed by xz, more than {MOST_BYTES}")
    for fault in missing():
        work.complain(fault)
    for file in sorted(FOLDER.glob("*.json")):
        if file.stem not in PROGRAMS:
            work.complain(f"{file.name} is of no program in steps.py")
    return work.finish("common/authoring/steps.py")


if __name__ == "__main__":
    tree.run_main(main)
