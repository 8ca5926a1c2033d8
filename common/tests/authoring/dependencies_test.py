"""The table of dependencies: versions as CMake has them, and nothing that is installed or fetched without a line."""

import unittest
from pathlib import Path

import dependencies
from tree import Fault

KNOWN = [{"name": "fmt", "package": "libfmt-dev", "licence": "MIT", "for": "text", "cmake": "fmt"}]
CMAKE = "FetchContent_Declare(fmt URL https://example.org/refs/tags/11.2.0.tar.gz\n  DOWNLOAD_EXTRACT_TIMESTAMP OFF FIND_PACKAGE_ARGS 9)\n"


class Dependencies(unittest.TestCase):
    def test_a_line(self):
        self.assertIn("| fmt | MIT | text | 9 | 11.2.0 | `libfmt-dev` |", dependencies.table(KNOWN, CMAKE, "needed libfmt-dev\n"))

    def test_what_is_not_listed(self):
        with self.assertRaisesRegex(Fault, "libnew-dev"):
            dependencies.table(KNOWN, CMAKE, "needed libfmt-dev\noptional libnew-dev\n")
        with self.assertRaisesRegex(Fault, "zlib"):
            dependencies.table(KNOWN, CMAKE + CMAKE.replace("fmt", "zlib"), "")

    def test_all_that_the_script_installs_is_seen(self):
        script = Path(dependencies.ROOT / "common/setup/packages.sh").read_text(encoding="utf-8")
        for package in ("g++", "clang", "cmake", "ninja-build", "libmd-dev", "libthrust-dev", "doxygen", "make", "python3"):
            self.assertIn(package, dependencies.packages(script))


if __name__ == "__main__":
    unittest.main()
