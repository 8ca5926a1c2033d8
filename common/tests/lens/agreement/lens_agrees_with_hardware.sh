#!/bin/sh
# Every counter of every kernel equals the value of Nsight Compute, or differs for a recorded reason. The test reports a wrong counter.
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
# The table is of g++ 12's code.
case "$CXX $("$CXX" -dumpversion)" in
  *clang*) author agreement --compare ;;
  *" 12" | *" 12."*) author agreement --check ;;
  *) author agreement --compare ;;
esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$SOURCE_DIR"/docs/results/nvidia-h200/*.json "$SOURCE_DIR"/docs/results/nvidia-h200/*.md "$folder"
# The first kernel alone will do: all of them were run above.
awk '/^ },$/ { print " }\n]"; exit } { print }' "$SOURCE_DIR/docs/results/nvidia-h200/counters.json" |
  sed '0,/"global load sectors": /s//&1/' >"$folder/counters.json"
! RESULTS="$folder" author agreement --check >"$folder/out" 2>&1 || { echo "a changed counter was not noticed"; exit 1; }
grep -q unexplained "$folder/out"
