#!/bin/sh
# Needs: tutorial_driver transpose_padded.lens reduce_shared.lens reduce_shuffle.lens nearest_blocked.lens
# The steps that `explain --trace` records of a launch of one block sum up to the counters of the same launch, line by line.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
python=$(command -v python3) || { echo "skipped: Python 3 is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# holds PROGRAM ARGUMENT…: --trace and --json of one run.
holds() {
  program=$1
  shift
  "$BUILD_DIR/bin/tutorial-driver" explain "$program" --trace "$folder/steps.json" --json "$folder/counters.json" -- "$@" >"$folder/out"
  "$python" "$SOURCE_DIR/common/tests/driver/steps_equal_counters.py" "$folder/steps.json" "$folder/counters.json"
}
holds transpose_padded --rows 32 --cols 32
holds transpose_padded --rows 31 --cols 31
holds reduce_shared --n 128
holds reduce_shuffle --n 100
holds nearest_blocked --count 128

# A trace that lacks a step is noticed.
sed '0,/"kind":"store"/s//"kind":"load"/' "$folder/steps.json" >"$folder/wrong.json"
! "$python" "$SOURCE_DIR/common/tests/driver/steps_equal_counters.py" "$folder/wrong.json" "$folder/counters.json" >"$folder/said" ||
  { echo "a step of the wrong kind was not noticed"; exit 1; }
grep -q 'store' "$folder/said"
