#!/bin/sh
# The lens beside Oclgrind in one run: wall seconds of the whole process, both with their checks for races and unset memory on.
#
#   common/sim/bench/oclgrind/run.sh       wants oclgrind (Debian: apt-get install oclgrind) and the lens programs in build/auto
#
# Ours also makes the data, verifies the result, and counts sectors and conflicts; Oclgrind only runs the kernel.
set -eu
cd "$(dirname "$0")"
build=${BUILD_DIR:-../../../../build/auto}
command -v oclgrind-kernel >/dev/null || { echo "run.sh: there is no oclgrind" >&2; exit 77; }

# seconds COMMAND…: of the fastest of three runs.
seconds() {
  best=
  for _ in 1 2 3; do
    begin=$(date +%s%N)
    "$@" >/dev/null 2>&1
    took=$(($(date +%s%N) - begin))
    [ -n "$best" ] && [ "$took" -ge "$best" ] || best=$took
  done
  awk "BEGIN { printf \"%.2f\", $best / 1e9 }"
}

printf '%-24s %12s %12s\n' kernel 'lens, s' 'Oclgrind, s'
row() {
  name=$1
  shift
  ours=$(LENS_WATCH=all seconds "$build"/lens/ch*/"$name" "$@")
  printf '%-24s %12s %12s\n' "$name" "$ours" "$(seconds oclgrind-kernel --data-races --uninitialized "$name.sim")"
}
row transpose_strided_read --rows 1024 --cols 1024
row transpose_padded --rows 1024 --cols 1024
row reduce_shared --n 1000000
row nearest_naive --count 1000
