#!/bin/sh
# The root folder holds only the files that belong there, with no leftovers of a run, and the check reports others.
# Needs: nothing
# Tier: quick
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%s\n' .ci .clang-format .clang-tidy .clangd .devcontainer .editorconfig .github .gitignore .ruff.toml .shellcheckrc .vscode ARCHITECTURE.md CHANGELOG.md CITATION.cff CMakeLists.txt \
  CMakePresets.json CONTRIBUTING.md compile_flags.txt LICENSE README.md SECURITY.md ch05_nearest_naive ch06_reduction ch07_shared_blocking ch08_transpose common docs tutorial \
  >"$folder/wanted"

# strangers: of the paths on standard input, those whose first part is not wanted.
strangers() { cut -d / -f 1 | sort -u | grep -vxF -f "$folder/wanted" || true; }

[ "$(printf 'README.md\nmarks/marks.csv\ncommon/a\n' | strangers)" = marks ] || { echo "what does not belong here is not noticed"; exit 1; }

git -C "$SOURCE_DIR" rev-parse --show-toplevel >/dev/null 2>&1 || { echo "no Git repository: nothing to look at"; exit 77; }
found=$(git -C "$SOURCE_DIR" ls-files | strangers)
[ -z "$found" ] || { echo "in the root, and nobody's: $found (remove it, or name it in $0)"; exit 1; }
