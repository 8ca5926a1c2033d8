"""Runs the unit tests of one file: python3 -m cases FILE. Exit code 77 where all are skipped. And what several of them use."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import sys
import tempfile
import unittest
from pathlib import Path


def silent(function, *arguments):
    """What the function returns, and what it prints."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        result = function(*arguments)
    return result, said.getvalue()


class FolderCase(unittest.TestCase):
    """Each test has a temporary folder."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name).resolve()

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class TreeCase(FolderCase):
    """Each test has a repository of its own, in which all modules work."""

    def setUp(self):
        super().setUp()
        places = {"ROOT": self.folder, "RESULTS": self.folder / "docs/results/nvidia-h200"}
        for module in list(sys.modules.values()):
            if Path(getattr(module, "__file__", None) or "").parent.name != "authoring":
                continue
            for name, value in places.items():
                if hasattr(module, name):
                    self.addCleanup(setattr, module, name, getattr(module, name))
                    setattr(module, name, value)


def main() -> int:
    file = Path(sys.argv[1])
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    sys.modules["cases"] = sys.modules["__main__"]
    spec.loader.exec_module(module)
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if result.testsRun == 0:
        print(f"{file}: no tests")
        return 1
    if not result.wasSuccessful():
        return 1
    return 77 if len(result.skipped) == result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main())
