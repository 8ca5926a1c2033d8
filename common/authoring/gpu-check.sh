#!/bin/sh
# Checks the CUDA back end on this machine's GPU, stage by stage: build, tests, sanitizer, ladders, claims, pitfalls, agreement,
# limits, large, faults.
#
#   common/authoring/gpu-check.sh OUTPUT_FOLDER [STAGE…] [-- cmake options…]      without a stage: all except bench, large and faults
#
# Writes build.txt, ctest.txt, sanitizer.txt, ladders.txt, claims.txt and ncu.csv, and ladders.json, about.json, claims.json, limits.csv and pitfalls/
# in the form of docs/results. The stage bench takes long and resumes where it was interrupted. It writes bench.json, with which
# docs/results needs neither ladders.json nor about.json, and, if Python has PyTorch, peers.json. The stage large runs more than 2^31
# elements; the stage faults makes each CUDA call of each program fail once: large.txt, faults.txt. Exit code 0 only if everything is correct and clean.
set -u
[ $# -ge 1 ] || { echo "usage: gpu-check.sh OUTPUT_FOLDER [STAGE…] [-- cmake options…]" >&2; exit 2; }

# How this script calls itself, once per program and tool: many at a time.
if [ "$1" = --sanitize ]; then
  shift
  tool=$1 binary=$2
  shift 2
  options=
  [ "$tool" = memcheck ] && options=--leak-check=full
  # NCCL requests kernels for which it has no image, and handles the error; our own calls are all checked.
  [ "$(basename "$binary")" = sum_all_gpus ] && options="$options --report-api-errors no"
  output=$(mktemp) || exit 1
  # --error-exitcode separates the sanitizer's findings from failures of the program.
  # shellcheck disable=SC2086  # nothing or one word
  timeout 300 compute-sanitizer --tool "$tool" $options --error-exitcode 99 "$binary" --quick --repeats 1 "$@" >"$output" 2>&1
  code=$?
  if [ $code -eq 0 ]; then
    echo "clean  $tool $(basename "$binary")"
  else
    echo "FAILED $tool $(basename "$binary") (exit $code)"
    head -n 60 "$output" | sed 's/^/    /'
  fi
  rm -f "$output"
  exit 0
fi

here=$(cd "$(dirname "$0")" && pwd)
output=$(mkdir -p "$1" && cd "$1" && pwd) || exit 2
shift
stages=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  stages="$stages $1"
  shift
done
[ $# -eq 0 ] || shift
: "${stages:=build tests sanitizer ladders claims pitfalls agreement limits}"
cd "$here/../.." || exit 2
build=build/cuda
driver=$build/bin/tutorial-driver
author=$build/bin/tutorial-author
status=0

for stage in $stages; do
  echo "== $stage"
  case $stage in
    build)
      cmake --preset cuda "$@" >"$output/build.txt" 2>&1 && cmake --build "$build" >>"$output/build.txt" 2>&1 || {
        grep -A 30 '^FAILED' "$output/build.txt" | head -n 60
        tail -n 10 "$output/build.txt"
        exit 1
      }
      ;;
    tests)
      ctest --test-dir "$build" --no-tests=error --output-on-failure -j "$(nproc)" >"$output/ctest.txt" 2>&1 || status=1
      grep -v Passed "$output/ctest.txt" | tail -n 30
      ;;
    sanitizer)
      for binary in "$build"/cuda/ch*/*; do
        program=$(grep "\"name\": \"$(basename "$binary")\"" "$build/tutorial.json")
        # Programs for the CPU alone make no CUDA call, which the sanitizer reports as a failure.
        case $program in '' | *'"host": true'*) continue ;; esac
        clean=$(printf '%s' "$program" | sed 's/.*"clean": \[\([^]]*\)\].*/\1/; s/[",]/ /g')
        # shellcheck disable=SC2086  # no blank at the end, which would join lines for xargs
        for tool in memcheck racecheck initcheck synccheck; do echo $tool "$binary" $clean; done
      done | xargs -P "$(($(nproc) / 2 + 1))" -L 1 sh "$here/gpu-check.sh" --sanitize >"$output/sanitizer.txt"
      echo "clean: $(grep -c '^clean' "$output/sanitizer.txt")"
      if grep -A 12 '^FAILED' "$output/sanitizer.txt"; then status=1; fi
      ;;
    ladders)
      "$driver" run --backend cuda --json "$output/ladders.json" >"$output/ladders.txt" 2>&1 || status=1
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
      ;;
    bench)
      "$author" bench --json "$output/bench.json" >"$output/bench.txt" 2>&1 || status=1
      tail -n 30 "$output/bench.txt"
      # Peers that are not in the toolkit, if installed.
      if python3 -c 'import torch' 2>/dev/null; then
        python3 "$here/nearest_peers.py" "$output/peers.json" || status=1
      fi
      ;;
    claims)
      "$author" claims --json "$output/claims.json" >"$output/claims.txt" 2>&1 || status=1
      cat "$output/claims.txt"
      ;;
    pitfalls) BUILD_DIR=$PWD/$build python3 "$here/record_pitfalls.py" gpu "$output/pitfalls" || status=1 ;;
    agreement) sh "$here/agreement/ncu.sh" "$output" || status=1 ;;
    limits) python3 "$here/limits.py" "$output" || status=1 ;;
    large)
      # More than 2^31 elements: an index or a product of 32 bits would be wrong.
      while read -r program arguments; do
        echo "== $program $arguments"
        # shellcheck disable=SC2086  # words
        "$(ls "$build"/cuda/*/"$program")" $arguments --repeats 2 || { echo "$program: exit code $?"; status=1; }
      done >"$output/large.txt" 2>&1 <<END
transpose_padded --rows 46349 --cols 46351
copy --rows 46349 --cols 46351
transpose_windows --rows 46349 --cols 46351
transpose_swizzled --rows 46349 --cols 46351
transpose_vector --rows 46349 --cols 46351
transpose_bands --rows 46349 --cols 46351
transpose_lines --rows 46349 --cols 46351
transpose_tall --rows 46349 --cols 46351
transpose_strided_write --rows 46349 --cols 46351
function_reduce --n 2200000007
reduce_vector --n 2200000007
reduce_cluster --n 2200000007
dot_vector --n 2200000007
reduce_last_block --n 2200000007
reduce_block_step --n 2200000007
dot_single_pass --n 2200000007
dot_block_step --n 2200000007
END
      grep 'exit code' "$output/large.txt"
      ;;
    faults)
      # A separate build: the library that makes calls fail is loaded between a program and the dynamically linked runtime.
      { cmake --preset cuda -B build/cuda-faults -DCMAKE_CUDA_RUNTIME_LIBRARY=Shared "$@" && cmake --build build/cuda-faults; } \
        >"$output/build-faults.txt" 2>&1 || exit 1
      BUILD_DIR=$PWD/build/cuda-faults python3 "$here/../tests/faults/every_call_fails.py" --gpu >"$output/faults.txt" 2>&1 || status=1
      tail -n 30 "$output/faults.txt"
      ;;
    *)
      echo "gpu-check.sh: there is no stage $stage" >&2
      exit 2
      ;;
  esac
done
exit $status
