"""Where things lie: the repository, a build of it, its pages, and the links between them."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

ROOT = Path(os.environ.get("SOURCE_DIR") or Path(__file__).parents[2]).resolve()
BUILD = Path(os.environ.get("BUILD_DIR") or ROOT / "build" / "auto")
DRIVER = BUILD / "bin" / "tutorial-driver"
AUTHOR = BUILD / "bin" / "tutorial-author"

DEVICE = "nvidia-h200"  # whose results and figures the chapters show
RESULTS = ROOT / "docs" / "results" / DEVICE


class Fault(Exception):
    """An error that the author can fix; its text is one line."""

    def __init__(self, text: str, status: int = 1):
        super().__init__(text)
        self.status = status


def run_main(main) -> None:
    """Ends the program with the result of `main`, and prints each fault in one line."""
    try:
        sys.exit(main())
    except Fault as fault:
        print(f"{Path(sys.argv[0]).stem}: {fault}", file=sys.stderr)
        sys.exit(fault.status)
    except BrokenPipeError:
        sys.exit(1)


def chapters() -> list[Path]:
    return sorted(folder for folder in ROOT.glob("ch[0-9]*") if folder.is_dir())


def below(folder: Path, name: str) -> list[Path]:
    """The files with that name, or pattern, in a folder and its subfolders."""
    return sorted(path for path in folder.resolve().rglob(name) if path.is_file())


def in_tree(path: Path) -> Path:
    """The path from the root, even if a chapter is a link to another repository's."""
    path = Path(path)
    for chapter in chapters():
        if path.is_relative_to(chapter):
            return chapter.relative_to(ROOT) / path.relative_to(chapter)
        if path.is_relative_to(chapter.resolve()):
            return chapter.relative_to(ROOT) / path.relative_to(chapter.resolve())
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def found(pattern: str) -> list[Path]:
    """The files with that name, or pattern, in all chapters."""
    return [ROOT / in_tree(path) for chapter in chapters() for path in below(chapter, pattern)]


def chapter_pages() -> list[Path]:
    """The pages of chapters, parts and further reading; not those of exercises and tests."""
    return [page for page in found("*.md") if not {"exercises", "tests"} & set(in_tree(page).parts)]


def exercise_pages() -> list[Path]:
    return [page for page in found("README.md") if page.parts[-3] == "exercises"]


def exercise_folder(name: str) -> Path | None:
    folders = [page.parent for page in exercise_pages() if page.parent.name == name]
    return folders[0] if folders else None


def program_source(name: str) -> Path | None:
    """The source of a program: NN_name.cu, or .cpp if it is for the CPU alone."""
    named = re.compile(rf"\d+_{re.escape(name)}\.c(u|pp)")
    sources = [path for path in found("[0-9]*.c*") if named.fullmatch(path.name)]
    return sources[0] if sources else None


def way(page: Path, target: Path) -> str:
    """The link from a page to a file of the repository: down from the page's folder, or down from the root."""
    folder, target = in_tree(page).parent, in_tree(target)
    if target.is_relative_to(folder):
        return target.relative_to(folder).as_posix()
    return "../" * len(folder.parts) + target.as_posix()
