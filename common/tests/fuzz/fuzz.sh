#!/bin/sh
# Fuzzes code that reads external input, with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, by clang:
#
#   common/tests/fuzz/fuzz.sh [SECONDS [NAME …]]    every harness NAME.cpp that has a corpus, or some of them, each for 3600 s
#
# The preset asan builds them. The inputs that a harness found stay in build/fuzz/NAME. If one crashes, hangs or leaks, the script ends with exit
# code 1, and the input is in build/fuzz.
set -eu
tree=$(cd "$(dirname "$0")/../../.." && pwd)
corpus=$tree/common/tests/fuzz/corpus
build=$tree/build/fuzz
seconds=${1:-3600}
case $seconds in '' | *[!0-9]*) echo "fuzz.sh: SECONDS is no number: $seconds" >&2 && exit 2 ;; esac
[ $# -eq 0 ] || shift
# shellcheck disable=SC2046  # names without spaces
[ $# -ne 0 ] || set -- $(ls "$corpus")
for name; do
  [ -d "$corpus/$name" ] || { echo "fuzz.sh: there is no harness '$name'" >&2; exit 2; }
done
command -v clang++ >/dev/null || { echo "fuzz.sh: clang++ is not installed" >&2; exit 2; }

cd "$tree" # inputs name files of the tree
cmake --preset asan >/dev/null
for name; do
  cmake --build build/asan --target "fuzzer_$name" >/dev/null
  mkdir -p "$build/$name"
  "build/asan/common/tests/fuzz/fuzzer_$name" -max_total_time="$seconds" -timeout=10 -print_final_stats=1 -artifact_prefix="$build/$name-" \
    "$build/$name" "$corpus/$name" >"$build/$name.txt" 2>&1 || { tail -n 40 "$build/$name.txt"; exit 1; }
  echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.txt") inputs in $seconds s"
done
