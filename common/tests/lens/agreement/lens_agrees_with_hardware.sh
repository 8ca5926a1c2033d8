#!/bin/sh
# Every counter of every kernel is what Nsight Compute read, or differs for a reason that is written down. And a wrong one is noticed.
set -eu
script="$SOURCE_DIR/common/tools/agreement/agreement.sh"
case $CXX in
  *clang*) "$BUILD_DIR/bin/agreement" compare "$SOURCE_DIR/docs/results/nvidia-h200/counters.json" "$SOURCE_DIR/common/tools/agreement/explained.txt" "$BUILD_DIR/lens" >/dev/null ;;
  *) sh "$script" --check ;;
esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$SOURCE_DIR"/docs/results/nvidia-h200/*.json "$SOURCE_DIR"/docs/results/nvidia-h200/*.md "$folder"
# The first kernel alone will do: all of them were run above.
awk '/^ },$/ { print " }\n]"; exit } { print }' "$SOURCE_DIR/docs/results/nvidia-h200/counters.json" |
  sed '0,/"global load sectors": /s//&1/' >"$folder/counters.json"
! RESULTS="$folder" sh "$script" --check >"$folder/out" 2>&1 || { echo "a changed counter was not noticed"; exit 1; }
grep -q unexplained "$folder/out"
