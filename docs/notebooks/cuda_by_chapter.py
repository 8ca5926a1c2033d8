"""Magics for the notebooks beside this file, after `%load_ext cuda_by_chapter`: a cell is a program in CUDA C++, and line N of the cell is
line N of the program.

%%cuda FILE.cu [--line N …]   compiles the cell for the simulator and runs it: what it says, what each line asks of the memory, every
                              hazard; and of each line N, which lane wants which sector or bank
%%cuda FILE.cu --gpu          compiles the cell with nvcc and runs it on this machine's GPU
%%exercise NAME               marks the cell as the answer to an exercise
%on_gpu WHAT                  ./tutorial run WHAT, on this machine's GPU

What wants a GPU says so where there is none, and does nothing.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from IPython.core.magic import Magics, cell_magic, line_magic, magics_class
from IPython.display import SVG, Markdown, display

TUTORIAL = Path(__file__).resolve().parents[2] / "tutorial"


def done(*command, **environment):
    """Runs a command; its exit code, and all that it says."""
    result = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    return result.returncode, result.stdout


def said(*command, **environment) -> bool:
    """Runs a command, prints what it says, and how it ended if that was not well. The lens's code 3 is well: right, but with hazards."""
    code, text = done(*command, **environment)
    print(text, end="" if text.endswith("\n") else "\n")
    if code not in (0, 3):
        print(f"exit code {code}")
    return code in (0, 3)


def said_nothing(*command) -> bool:
    """Runs a command that is of no interest unless it fails."""
    code, text = done(*command)
    if code != 0:
        print(text, end="")
    return code == 0


def nvcc() -> str:
    folders = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    path = os.pathsep.join([os.environ.get("PATH", ""), *(f"{folder}/bin" for folder in folders if folder)])
    return shutil.which("nvcc", path=path) or ""


def gpu_is_missing() -> str:
    """Why nothing can run on a GPU here, or nothing."""
    if not shutil.which("nvidia-smi") or done("nvidia-smi", "-L")[0] != 0:
        return "no GPU"
    return "" if nvcc() else "a GPU, but no nvcc"


def options_of(line: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="%%cuda", allow_abbrev=False, exit_on_error=False)
    parser.add_argument("file")
    parser.add_argument("--line", type=int, action="append", default=[])
    parser.add_argument("--gpu", action="store_true")
    return parser.parse_args(shlex.split(line))


@magics_class
class CudaByChapter(Magics):
    def __init__(self, shell):
        super().__init__(shell)
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name) / "notebook"
        self.folder.mkdir()

    def written(self, file: Path, magic: str, cell: str) -> Path:
        """The magic's own line stays, as a comment: so lines have the numbers that they have in the cell."""
        file.write_text(f"// {magic}\n{cell}", encoding="utf-8")
        return file

    @cell_magic
    def cuda(self, line, cell):
        options = options_of(line)
        source = self.written(self.folder / Path(options.file).name, f"%%cuda {line}", cell)
        program = source.with_suffix("")
        if options.gpu:
            missing = gpu_is_missing()
            if missing:
                print(f"Not run: this machine has {missing}.")
            elif said_nothing(nvcc(), "-arch=native", source, "-o", program):
                said(program)
            return
        if said_nothing(TUTORIAL, "simcc", source, "-o", program):
            self.explain(program, options.line)

    def explain(self, program: Path, lines: list):
        report = program.with_suffix(".json")
        report.unlink(missing_ok=True)
        said(program, LENS_JSON=str(report))
        if not report.exists():
            return
        display(Markdown(done(TUTORIAL, "explain", report, "--markdown")[1]))
        for hazard in json.loads(report.read_text(encoding="utf-8"))["hazards"]:
            print(f"{hazard['kind']}: {hazard['text']}")
        for number in lines:
            picture = program.with_suffix(".svg")
            code, text = done(TUTORIAL, "explain", report, "--line", number, "--svg", picture)
            if code in (0, 3):  # in a cell it would be as wide as the page
                display(SVG(picture.read_text(encoding="utf-8").replace("<svg ", '<svg style="width: 24rem; max-width: 100%" ', 1)))
            else:
                print(text, end="")

    @cell_magic
    def exercise(self, line, cell):
        name, folder = line.strip(), self.folder / "exercises"
        if not (folder / f"{name}.cu").exists() and not said_nothing(TUTORIAL, "exercise", "start", name, "--folder", folder):
            return
        self.written(folder / f"{name}.cu", f"%%exercise {name}", cell)
        print(done(TUTORIAL, "exercise", "check", name, "--folder", folder)[1], end="")

    @line_magic
    def on_gpu(self, line):
        missing = gpu_is_missing()
        if missing:
            print(f"Not run: this machine has {missing}.")
        else:
            said(TUTORIAL, "run", *shlex.split(line), "--backend", "cuda")


def load_ipython_extension(shell):
    shell.register_magics(CudaByChapter)
