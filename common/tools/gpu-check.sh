#!/bin/sh
# Checks the CUDA back end on this machine's GPU: build, tests, compute-sanitizer's four tools on every program, and the ladders.
#
#   common/tools/gpu-check.sh OUTPUT_FOLDER [cmake options…]
#
# Writes build.txt, ctest.txt, sanitizer.txt, ladders.txt, and ladders.json with about.json as docs/results keeps them. Exit code 0 only if everything is right and clean.
set -u
[ $# -ge 1 ] || { echo "usage: gpu-check.sh OUTPUT_FOLDER [cmake options…]" >&2; exit 2; }
output=$(mkdir -p "$1" && cd "$1" && pwd) || exit 2
shift
cd "$(dirname "$0")/../.." || exit 2
build=build/cuda
status=0

cmake --preset cuda "$@" >"$output/build.txt" 2>&1 && cmake --build "$build" >>"$output/build.txt" 2>&1 || {
  tail -n 40 "$output/build.txt"
  exit 1
}

echo "== ctest"
ctest --test-dir "$build" --no-tests=error --output-on-failure -j "$(nproc)" >"$output/ctest.txt" 2>&1 || status=1
tail -n 12 "$output/ctest.txt"

echo "== compute-sanitizer"
: >"$output/sanitizer.txt"
for program in "$build"/cuda/ch*/*; do
  name=$(basename "$program")
  # Programs for the CPU alone make no CUDA call, which the sanitizer takes for a failure.
  grep -q "\"name\": \"$name\".*\"host\": true" "$build/tutorial.json" && continue
  for tool in memcheck racecheck initcheck synccheck; do
    options=
    [ $tool = memcheck ] && options=--leak-check=full
    # --error-exitcode tells the sanitizer's findings from the program's own failures.
    timeout 120 compute-sanitizer --tool $tool $options --error-exitcode 99 "$program" --quick --repeats 1 >"$output/one.txt" 2>&1
    code=$?
    if [ $code -eq 0 ]; then
      echo "clean  $tool $name" >>"$output/sanitizer.txt"
    else
      status=1
      { echo "FAILED $tool $name (exit $code)"; cat "$output/one.txt"; } >>"$output/sanitizer.txt"
    fi
  done
done
rm -f "$output/one.txt"
grep -c '^clean' "$output/sanitizer.txt"
grep '^FAILED' "$output/sanitizer.txt"

echo "== ladders"
"$build/bin/tutorial-driver" run --backend cuda --json "$output/ladders.json" >"$output/ladders.txt" 2>&1 || status=1
cat "$output/ladders.txt"
cat >"$output/about.json" <<END
{
  "device": "$(nvidia-smi --query-gpu=name --format=csv,noheader -i 0)",
  "driver": "$(nvidia-smi --query-gpu=driver_version --format=csv,noheader -i 0)",
  "cuda": "$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')",
  "date": "$(date -u +%Y-%m-%d)",
  "command": "./tutorial run --backend cuda --json ladders.json"
}
END
exit $status
