#!/usr/bin/env python3
"""Sums the steps of `explain --trace` by line and holds them against the counters of `explain --json`.

    steps_equal_counters.py STEPS.json COUNTERS.json    exit code 1 and the lines that differ

Only kernels with one launch of one block: of those the steps are all that was counted.
"""

import collections
import json
import pathlib
import sys


def steps_of(launch):
    sums = collections.Counter()
    barriers = 0
    for step in launch["steps"]:
        if step["kind"] == "barrier":
            barriers += 1
        elif step["kind"] != "warp":
            array = launch["arrays"][step["array"]]
            key = (pathlib.Path(launch["sources"][step["file"]]["name"]).name, step["line"], array["space"], step["kind"])
            sums[*key, "requests"] += step.get("requests", 1)
            sums[*key, "cost"] += step["cost"]
    return sums, barriers


def counters_of(kernel):
    sums = collections.Counter()
    for line in kernel["lines"]:
        key = (pathlib.Path(line["file"]).name, line["line"], line["space"], line["op"])
        sums[*key, "requests"] += line["requests"]
        sums[*key, "cost"] += line["sectors"] if line["space"] == "global" else line["wavefronts"]
    return sums, kernel["barriers"]


def main():
    launches = {launch["kernel"]: launch for launch in json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["launches"]}
    kernels = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))["kernels"]
    compared = 0
    for kernel in kernels:
        if kernel["blocks"] != 1 or kernel["launches"] != 1:
            continue
        compared += 1
        steps, counters = steps_of(launches[kernel["name"]]), counters_of(kernel)
        if steps != counters:
            for key in sorted(set(steps[0]) | set(counters[0])):
                if steps[0][key] != counters[0][key]:
                    print(f"{kernel['name']}: {key}: {steps[0][key]} in the steps, {counters[0][key]} counted")
            print(f"{kernel['name']}: {steps[1]} barriers in the steps, {counters[1]} counted")
            return 1
    if compared == 0:
        print("no kernel had one launch of one block")
    return 0 if compared else 1


if __name__ == "__main__":
    sys.exit(main())
