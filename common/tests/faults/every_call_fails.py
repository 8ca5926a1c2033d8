#!/usr/bin/env python3
"""What does a program make of a call of CUDA's that fails? On the simulator each call of each program fails once, and once for good:

  common/tests/faults/every_call_fails.py                    all programs of build/auto, or of $BUILD_DIR
  common/tests/faults/every_call_fails.py --program dot      some of them
  common/tests/faults/every_call_fails.py --run ./mine ARG…  another program, with --json FILE behind its arguments
  common/tests/faults/every_call_fails.py --gpu              the same on a GPU, of a build whose programs link CUDA's runtime dynamically:
                                                             cmake --preset cuda -DCMAKE_CUDA_RUNTIME_LIBRARY=Shared

A program must end with 1 (77 where the devices cannot be counted), in time, with one message that names the call and the error; it must have
given back what it took, and must not have touched the file of its results."""

from __future__ import annotations

import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "authoring"))
from options import parser  # noqa: E402
from tree import BUILD, Fault, run_main  # noqa: E402

SEED = 19
BEFORE = "what was here before\n"
LAUNCH = "kernel launch"
BREAKS_DEVICE = "cudaErrorIllegalAddress"
NOTHING_LEFT = "left: 0 allocations, 0 pinned, 0 streams, 0 events"


@dataclass
class Program:
    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Run:
    exit: int | None  # None: it did not end in time
    err: str
    calls: list[str]
    left: str
    files: dict[str, str]


def run(program: Program, seconds: float, failing: str = "") -> Run:
    with tempfile.TemporaryDirectory() as folder:
        results, calls = Path(folder, "results"), Path(folder, "calls")
        results.mkdir()
        Path(results, "run.json").write_text(BEFORE)
        environment = {**os.environ, **program.environment, "CUDASIM_CALLS": str(calls), **({"CUDASIM_FAIL": failing} if failing else {})}
        try:
            command = [*program.command, "--json", str(results / "run.json")]
            ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return Run(None, "", [], "", {})
        lines = calls.read_text().splitlines() if calls.exists() else []
        left = lines.pop() if lines and lines[-1].startswith("left: ") else "it did not come to its end"
        return Run(ended.returncode, ended.stderr, lines, left, {file.name: file.read_text() for file in results.iterdir()})


def own_error(call: str) -> str:
    """What this call may well fail with, and the device lives on."""
    if re.search("Malloc|HostAlloc", call):
        return "cudaErrorMemoryAllocation"
    return "cudaErrorLaunchOutOfResources" if call == LAUNCH else "cudaErrorUnknown"


def gives_back(call: str) -> bool:
    return re.search("Free|Destroy|Unregister", call) is not None


def names_call(message: str, call: str) -> bool:
    """The simulator may do a call by its more general form: cudaEventCreate by cudaEventCreateWithFlags, cudaLaunchCooperativeKernel as a launch."""
    words = [word for word in re.findall(r"\bcuda[A-Z]\w*", message) if not word.startswith("cudaError")]
    return call in message or any(call.startswith(word) or (call == LAUNCH and word.startswith("cudaLaunch")) for word in words)


def message_problems(program: Program, call: str, error: str, err: str) -> list[str]:
    lines = err.splitlines()
    if not lines:
        return ["it says nothing"]
    found = []
    if not lines[0].startswith(f"{program.name}: "):
        found.append("its message does not begin with its name")
    if any(not line.startswith("  ") for line in lines[1:]):
        found.append("it says more than one thing")
    out_of_memory = error == "cudaErrorMemoryAllocation" and "not enough device memory" in err
    if error not in err and not out_of_memory:
        found.append(f"its message does not name {error}")
    # What fails in a destructor is reported by the next check, whatever that is of.
    if not out_of_memory and not gives_back(call) and not names_call(lines[0], call):
        found.append(f"its message does not name {call}")
    return found


def problems(program: Program, seconds: float, number: int, call: str, error: str) -> list[str]:
    ended = run(program, seconds, f"{number}:{error}")
    if ended.exit is None:
        return [f"it has not ended after {seconds:g} s"]
    # On a GPU a host that polls does not call as often each time.
    if len(ended.calls) < number:
        return []
    call = ended.calls[number - 1]
    counts_devices = call == "cudaGetDeviceCount" and ended.exit == 77 and "no CUDA device" in ended.err
    found = [] if ended.exit == 1 or counts_devices else [f"exit code {ended.exit}"]
    found += [] if counts_devices else message_problems(program, call, error, ended.err)
    if error != BREAKS_DEVICE and not gives_back(call) and ended.left != NOTHING_LEFT:
        found.append(ended.left)
    if ended.files != {"run.json": BEFORE}:
        found.append(f"it has touched its results: {', '.join(sorted(ended.files))}")
    return [*found, *(f"    {line}" for line in ended.err.splitlines())] if found else []


def chosen(count: int, most: int) -> list[int]:
    """The numbers of the calls that fail: all, or the first and a sample of the others."""
    if count <= most:
        return list(range(1, count + 1))
    first = most - most // 4
    return [*range(1, first + 1), *sorted(random.Random(SEED).sample(range(first + 1, count + 1), most - first))]


def preload(build: Path, gpu: bool) -> dict[str, str]:
    """What stands between a program and CUDA's runtime and fails its calls; the simulator does that itself."""
    return {"LD_PRELOAD": str(build / "lib" / "libcuda_faults.so")} if gpu else {}


def programs_of(build: Path, wanted: list[str], gpu: bool) -> list[Program]:
    manifest = build / "tutorial.json"
    if not manifest.exists():
        raise Fault(f"{build} is no build folder: run ./tutorial test first, or set BUILD_DIR", 2)
    backend = "cuda" if gpu else "sim"
    known = {each["name"]: each["binaries"].get(backend, "") for each in json.loads(manifest.read_text())["programs"] if not each["host"]}
    for name in wanted:
        if not known.get(name):
            raise Fault(f"there is no program '{name}' for the {'GPU' if gpu else 'simulator'}", 2)
    missing = [name for name in wanted or known if known[name] and not Path(known[name]).exists()]
    if missing:
        raise Fault(f"not built: {', '.join(missing)}", 2)
    arguments = ["--quick", "--repeats", "2"] if gpu else ["--quick"]  # as often each time
    return [Program(name, [known[name], *arguments], preload(build, gpu)) for name in wanted or known if known[name]]


def cases_of(program: Program, seconds: float, most: int) -> list[tuple[int, str, str]]:
    """Each call that is to fail: its number, its name and the error."""
    whole = run(program, seconds)
    if whole.exit == 0 and not whole.calls:
        raise Fault(f"{program.name} makes no call that is seen: does it link CUDA's runtime dynamically?", 2)
    if whole.exit != 0 or whole.left != NOTHING_LEFT:
        raise Fault(f"{program.name}: with no fault: exit code {whole.exit}, {whole.left}\n{whole.err}")
    numbers = chosen(len(whole.calls), most)
    return [(n, whole.calls[n - 1], error) for n in numbers for error in (own_error(whole.calls[n - 1]), BREAKS_DEVICE)]


def main() -> int:
    line = parser(__doc__, check=False)
    line.add_argument("--program", nargs="+", default=[], metavar="NAME", help="these programs, not all")
    line.add_argument("--most", type=int, default=60, metavar="N", help="calls that fail of a program that makes more: the first, and a sample (60)")
    line.add_argument("--gpu", action="store_true", help="on a GPU, not on the simulator")
    line.add_argument("--run", nargs="...", default=[], metavar="PROGRAM", help="a program that is none of the tutorial's, and its arguments")
    line.add_argument("--seconds", type=float, default=60, metavar="S", help="after which a program counts as hung (60)")
    options = line.parse_args()
    if options.most < 1:
        raise Fault("--most: at least one call must fail", 2)
    if options.run:
        programs = [Program(Path(options.run[0]).name, options.run, preload(BUILD, options.gpu))]
    else:
        programs = programs_of(BUILD, options.program, options.gpu)
    calls = faults = failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program in programs:
            cases = cases_of(program, options.seconds, options.most)
            calls += len(cases) // 2
            faults += len(cases)
            for (number, call, error), found in zip(cases, pool.map(lambda case, program=program: problems(program, options.seconds, *case), cases)):
                failures += bool(found)
                if found:
                    print(f"{program.name}: call {number}, {call}, with {error}: {found[0]}", *found[1:], sep="\n  ", flush=True)
    print(f"{len(programs)} programs, {calls} calls, {faults} faults, {failures} of them ended badly")
    return 1 if failures or not faults else 0


run_main(main)
