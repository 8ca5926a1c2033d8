#!/bin/sh
# cudasim-translate --snapshot: an edit of a program in the output makes nothing out of date, an edit of a header does.
# Needs: cudasim-translate
# Tier: quick
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "$1" >&2
  cat "$folder/all.cpp.d" >&2
  exit 1
}
echo '__global__ void fill();' >"$folder/fill.cuh"
printf '#include "fill.cuh"\n__global__ void fill() {}\nvoid start() { fill<<<1, 1>>>(); }\n' >"$folder/program.cu"
echo '#include "program.cu"' >"$folder/all.cu"
translate() { "$BUILD_DIR/bin/cudasim-translate" "$folder/all.cu" -o "$folder/all.cpp" -MF "$folder/all.cpp.d" "$@"; }

translate
grep -q 'program\.cu' "$folder/all.cpp.d" || fail "without --snapshot, the program is missing in the depfile"
translate --snapshot
grep -q '/all\.cu' "$folder/all.cpp.d" || fail "the input is missing in the depfile"
grep -q 'fill\.cuh' "$folder/all.cpp.d" || fail "the header is missing in the depfile"
! grep -q 'program\.cu' "$folder/all.cpp.d" || fail "the program is in the depfile"
[ -n "$(find "$folder/program.cu" -newer "$folder/all.cpp.d")" ] || fail "an edit while the sources are read would be older than the depfile"
