#!/usr/bin/env python3
"""What the cells of docs/notebooks put out.

common/authoring/notebooks.py [NOTEBOOK …]           runs them, on the simulator, and writes their outputs into them
common/authoring/notebooks.py --check [NOTEBOOK …]   exit code 1 and the differences if a notebook shows another output

Not compared: times and rates, and what is shown of a GPU where there is one; there, a cell that the notebook shows as not run must run.

BUILD_DIR: the build folder, by default that of the preset auto. Wants nbclient and ipykernel (Debian: python3-nbclient python3-ipykernel).
"""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from pathlib import Path

from options import parser
from shown_commands import comparable
from tree import BUILD, ROOT, Fault, run_main
from work import Work, differences, name_of

FOLDER = ROOT / "docs/notebooks"
PATIENCE = 600  # seconds for a cell: most of it is compilation, next to other tests

# The script `tutorial` without building: a test must not build next to others.
SCRIPT = """#!/bin/sh
verb=$1
case $verb in
  simcc) shift; exec {bin}/cudasim-simcc "$@" ;;
  exercise) exec {bin}/tutorial-exercise "$@" ;;
  bench | claims) exec {bin}/tutorial-author "$@" ;;
  *) exec {bin}/tutorial-driver "$@" ;;
esac
"""


def executed(path: Path):
    """The notebook after a run."""
    try:
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError
    except ImportError:
        raise Fault("nbclient is not installed", 77) from None
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "docs/notebooks"
        shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints"))
        script = Path(place) / "tutorial"
        script.write_text(SCRIPT.format(bin=shlex.quote(str(BUILD / "bin"))), encoding="utf-8")
        script.chmod(0o755)
        # One worker: several take the blocks of a launch in any order. The unused debugger warns about its own speed. The user's files of Jupyter
        # and IPython are not touched.
        os.environ.update(CUDASIM_WORKERS="1", PYTHONDONTWRITEBYTECODE="1", PYDEVD_DISABLE_FILE_VALIDATION="1")
        for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
            os.environ[name] = str(Path(place) / name)
        notebook = nbformat.read(path, as_version=4)
        client = NotebookClient(notebook, timeout=PATIENCE, startup_timeout=300, record_timing=False,
                                resources={"metadata": {"path": str(folder)}})
        try:
            client.execute()
        except CellExecutionError as error:
            raise Fault(f"{name_of(path)}: {error}") from None
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        cell.execution_count = None
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = None
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    return notebook


def shown(cell) -> str:
    """The output of a cell, as text."""
    return "".join(output.get("text", "") or "".join(f"{kind}:\n{data}\n" for kind, data in sorted(output.get("data", {}).items()))
                   for output in cell.get("outputs", []))


def main() -> int:
    options = parser(__doc__)
    options.add_argument("notebooks", nargs="*", type=Path, metavar="NOTEBOOK")
    words = options.parse_args()
    work = Work(words.check)
    for path in words.notebooks or sorted(FOLDER.glob("*.ipynb")):
        made = executed(path)
        import nbformat

        if not words.check:
            work.file(path, nbformat.writes(made, version=4) + "\n")
            continue
        for old, new in zip(nbformat.read(path, as_version=4).cells, made.cells):
            before, after = comparable(shown(old)), comparable(shown(new))
            on_gpu = before.startswith("Not run: ") and "exit code" not in after
            if before != after and not on_gpu:
                work.complain(f"{name_of(path)}: {old.source.splitlines()[0]}\n{differences(before, after, 'the notebook')}")
    return work.finish("common/authoring/notebooks.py")


if __name__ == "__main__":
    run_main(main)
