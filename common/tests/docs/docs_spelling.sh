#!/bin/sh
# Pages, comments and messages contain no common misspelling. The check reports one.
# Needs: nothing
set -eu
command -v codespell >/dev/null || { echo "skipped: codespell is not installed"; exit 77; }
cd "$SOURCE_DIR"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
misspelt() { codespell --ignore-words "$SOURCE_DIR/common/tests/docs/words.txt" "$@"; }

echo "The threads of a warp recieve the same value." >"$folder/page.md"
! misspelt "$folder" >/dev/null || { echo "a misspelling was not noticed"; exit 1; }

# What people write: not recorded results, not drawings, not other languages, not what a build makes.
misspelt --skip './build,./docs/results/*,./docs/figures,./docs/zh,./.git,./.cache,./my_exercises,*.mtx,*.svg,*.json,words.txt,docs_spelling.sh' .
