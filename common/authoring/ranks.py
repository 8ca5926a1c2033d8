#!/usr/bin/env python3
"""Measures the programs of several processes, a GPU each, on one host with 2 GPUs or more: docs/results/DEVICE/ranks.json.

common/authoring/ranks.py BUILD FILE     runs them out of a CUDA build, with 1, 2, 4 … ranks, and writes what they took

Results of another host of the same GPUs, or of another run, have a file of their own beside it: ranks-4.json, ranks-4b.json;
what else kept the host busy is written into it by hand, as `beside`. `block` makes the tables of the pages.
docs/results/ranks_predicted.json has what was predicted of the gains, and why a prediction failed.

Strong scaling is the same work on more GPUs. Weak scaling is as much work for each GPU as one had: elements of a vector, rows of a
plate, and of the points, where every pair is compared, the root of the ranks times as many.
"""

from __future__ import annotations

import datetime
import json
import math
import subprocess
import tempfile
from pathlib import Path

import scaling_model
from options import parser
from tree import ROOT, Fault, run_main

CHAPTER_6, CHAPTER_7 = "cuda/ch06_reduction", "cuda/ch07_shared_blocking"
ROW = ("variant", "size", "type", "median_s", "spread", "throughput", "unit", "verified")
LIMIT = 90  # seconds a program may take; where a rank hangs, the others end


def works(ranks: int) -> list[tuple[str, str, str, str]]:
    """Work, scaling, program and its arguments on so many GPUs."""
    total, plate, points = f"{CHAPTER_6}/sum_ranks", f"{CHAPTER_7}/heat_ranks", f"{CHAPTER_7}/nearest_ranks"
    of = f"--ranks {ranks}"
    return [
        ("sum, 1000 M", "strong", total, f"{of} --n 1000000000"),
        ("sum, 1 M", "strong", total, f"{of} --n 1000000"),
        ("sum, 1000 M a GPU", "weak", total, f"{of} --n 1000000000 --scaling weak"),
        ("sum of one process, 1000 M", "strong", f"{CHAPTER_6}/sum_all_gpus", f"--devices {ranks} --n 1000000000"),
        ("sum of one process, 1 M", "strong", f"{CHAPTER_6}/sum_all_gpus", f"--devices {ranks} --n 1000000"),
        ("plate, 8192 x 8192, 100 steps", "strong", plate, f"{of} --rows 8192 --cols 8192 --steps 100"),
        ("plate, 8192 x 8192, 100 steps", "strong", plate, f"{of} --rows 8192 --cols 8192 --steps 100 --first none"),
        ("plate, 256 x 8192, 100 steps", "strong", plate, f"{of} --rows 256 --cols 8192 --steps 100"),
        ("plate, 256 x 8192, 100 steps", "strong", plate, f"{of} --rows 256 --cols 8192 --steps 100 --first none"),
        ("plate, 8192 x 8192 a GPU, 100 steps", "weak", plate, f"{of} --rows {8192 * ranks} --cols 8192 --steps 100"),
        ("nearest, 400 K", "strong", points, f"{of} --count 400000"),
        ("nearest, 10 K", "strong", points, f"{of} --count 10000"),
        ("nearest, pairs of 400 K a GPU", "weak", points, f"{of} --count {round(400_000 * math.sqrt(ranks))}"),
    ]


def rows_of(build: Path, program: str, arguments: str) -> list[dict]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.json"
        try:
            done = subprocess.run([str(build / program), *arguments.split(), "--json", str(file)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, timeout=LIMIT)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Fault(f"{Path(program).name} {arguments}: {error}") from error
        if done.returncode != 0:
            raise Fault(f"{Path(program).name} {arguments}: exit code {done.returncode}: {done.stdout.strip()[-300:]}")
        return json.loads(file.read_text(encoding="utf-8"))


def gpus() -> list[str]:
    try:
        said = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                              stdout=subprocess.PIPE, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Fault(f"nvidia-smi: {error}") from error
    return said.stdout.split("\n")[:-1]


def modelled(row: dict, one: float) -> float:
    """The prediction of the model of several GPUs for a row, from the time on one GPU."""
    constants = json.loads((ROOT / "docs/results/scaling_model.json").read_text(encoding="utf-8"))
    name = row["work"].split()[0].strip(",")
    travels = {"plate": {"steps": 100, "row_bytes": 4 * 8192}, "nearest": {"bytes": 12 * (10_000 if "10 K" in row["work"] else 400_000)}}
    model = scaling_model.Model(constants["assumed"], travels, {name: one})
    return {"sum": model.sum, "plate": model.plate, "nearest": model.nearest}[name](row["gpus"], row["scaling"] == "strong")


def gain(row: dict, one: float, seconds: float) -> str:
    return f"{one / seconds:.2f} x" if row["scaling"] == "strong" else f"{100 * one / seconds:.1f} % of ideal"


def predicted(told: dict, row: dict, one: float) -> str:
    """The predicted gain of a row, the measured one, and whether the prediction held."""
    low, high = told["gain"]
    strong = row["scaling"] == "strong"
    figure = one / row["median_s"] * (1 if strong else 100)
    verdict = "held" if low <= figure <= high else "**missed**"
    return f"{low:g} to {high:g} {'x' if strong else '% of ideal'} | {gain(row, one, row['median_s'])} | {verdict}"


def pairs(record: dict) -> list[tuple[dict, dict]]:
    """Each row of several GPUs with that of one GPU."""
    def kind(row: dict) -> tuple:
        """The key that rows of one work on different GPUs share: for a sum of one process also who adds, for a plate the stream that goes first."""
        return row["work"], row["type"], row["variant"].partition(",")[2]

    rows = [row for row in record["rows"] if row["verified"]]
    of_one = {kind(row): row for row in rows if row["gpus"] == 1 and row["variant"].startswith("1 ")}
    several = [row for row in rows if row["gpus"] > 1 and row["variant"].startswith(f"{row['gpus']} ")]
    return [(of_one[kind(row)], row) for row in several]


def records(folder: Path) -> list[dict]:
    """The measurements of a device: a record for each run on a host, those with the fewest GPUs first."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("ranks*.json"))]
    return sorted(found, key=lambda record: record["gpus"])


def block(page: Path, names: list[str]) -> str:
    """The tables of the works whose program names start as the block says, one for each host."""
    folder, wanted = ROOT / "docs/results" / names[0], names[1:]
    other_page = "" if page.parts[-3] == "ch07_shared_blocking" else "../../ch07_shared_blocking/several_gpus/README.md"
    lines, all_shown = [], []
    for run, record in enumerate(records(folder), 1):
        shown = [(one, row) for one, row in pairs(record) if row["program"] in wanted]
        all_shown += [(run, one, row) for one, row in shown]
        beside = f" In this run {record['beside']}." if "beside" in record else ""
        lines += [f"Run {run}: measured on one host with {record['gpus']} {record['device']} (driver {record['driver']}) on {record['date']}, by "
                  "`common/authoring/ranks.py`; medians, the spread is half of the interquartile range, all results checked. The model is "
                  f"[that of many GPUs]({other_page}#a-model-of-8-and-64-gpus), from the time of one GPU beside it.{beside}", "",
                  "| work | variant | scaling | 1 GPU | several | spread | gain | model |", "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |"]
        for one, row in shown:
            first, time = one["median_s"], row["median_s"]
            lines.append(f"| {row['work']} | {row['variant']} | {row['scaling']} | {milliseconds(first)} | {milliseconds(time)} | "
                         f"± {50 * row['spread']:.1f} % | {gain(row, first, time)} | {gain(row, first, modelled(row, first))} |")
        lines.append("")
    if not all_shown:
        raise Fault(f"{folder}: no rows of {', '.join(wanted)} in ranks*.json")
    return "\n".join(lines + verdicts(all_shown)).strip("\n") + "\n"


def verdicts(shown: list[tuple[int, dict, dict]]) -> list[str]:
    """The predictions for the rows shown, whether they held, and why not; nothing without predictions."""
    predictions = json.loads((ROOT / "docs/results/ranks_predicted.json").read_text(encoding="utf-8"))
    told = {(each["work"], each["variant"]): each for each in predictions["rows"]}
    lines = []
    for run, one, row in shown:
        prediction = told.get((row["work"], row["variant"]))
        if prediction is None:
            continue
        verdict = predicted(prediction, row, one["median_s"])
        if "missed" in verdict and not prediction["why"]:
            raise Fault(f"ranks_predicted.json: {row['work']}, {row['variant']} was missed, and no reason is given")
        why = prediction["why"] if "missed" in verdict else ""
        lines.append(f"| {row['work']} | {row['variant']} | {row['scaling']} | {run} | {verdict} | {why} |")
    head = [f"Gains predicted {predictions['written']}:", "", "| work | variant | scaling | run | predicted | gain | verdict | why |",
            "| --- | --- | --- | ---: | ---: | ---: | --- | --- |"]
    return [*head, *lines] if lines else []


def milliseconds(seconds: float) -> str:
    return f"{1e3 * seconds:#.4g}".rstrip(".") + " ms"


def main() -> int:
    options = parser(__doc__, check=False)
    options.add_argument("build", type=Path)
    options.add_argument("file", type=Path)
    given = options.parse_args()
    found = gpus()
    if len(found) < 2:
        raise Fault(f"{len(found)} GPU is visible; 2 are the least")
    name, driver = found[0].split(", ")
    failed = 0
    record = {"device": name, "gpus": len(found), "driver": driver, "date": datetime.date.today().isoformat(), "rows": []}
    for ranks in (count for count in (1, 2, 4, 8) if count <= len(found)):
        for work, scaling, program, arguments in works(ranks):
            try:
                rows = rows_of(given.build, program, arguments)
            except Fault as fault:
                print(fault)
                failed += 1
                continue
            for row in rows:
                record["rows"].append({"work": work, "scaling": scaling, "gpus": ranks, "program": Path(program).name, "arguments": arguments,
                                       **{key: row[key] for key in ROW}})
                print(f"{work}: {row['variant']}: {row['median_s'] * 1e3:.4g} ms")
            given.file.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    run_main(main)
