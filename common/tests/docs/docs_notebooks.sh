#!/bin/sh
# The notebooks' cells run and print the output that the notebooks contain. The check reports different output and a cell that fails.
# Needs: tutorial_driver cudasim-simcc tutorial_exercise
# Tier: nightly
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# A distribution's packages are its own Python's, which need not be the first one.
python=
for candidate in python3 /usr/bin/python3; do
  [ -n "$python" ] || ! "$candidate" -c 'import ipykernel, nbclient' 2>/dev/null || python=$candidate
done
[ -n "$python" ] || { echo "skipped: nbclient and ipykernel are not installed"; exit 77; }
notebooks() { "$python" "$authoring/notebooks.py" "$@"; }

# notebook FILE CODE OUTPUT: one cell that shows the output.
notebook() {
  printf '{"cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, "source": "%s", "outputs": [{"output_type": "stream", "name": "stdout", "text": "%s"}]}],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}, "nbformat": 4, "nbformat_minor": 4}' "$2" "$3" >"$folder/$1"
}
notebook other.ipynb 'print(6 * 7)' '41\n'
! notebooks --check "$folder/other.ipynb" >"$folder/out" 2>&1 || { echo "another output was not noticed"; exit 1; }
grep -q '^-41$' "$folder/out" || { echo "another output was not shown:"; cat "$folder/out"; exit 1; }
notebook fails.ipynb 'no_such_name' ''
! notebooks --check "$folder/fails.ipynb" >"$folder/out" 2>&1 || { echo "a cell that fails was not noticed"; exit 1; }
grep -q "NameError" "$folder/out" || { echo "why a cell fails was not said:"; cat "$folder/out"; exit 1; }

notebooks --check
