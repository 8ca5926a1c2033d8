#!/bin/sh
# The long part of the tests, run nightly: what CI only samples, or has no time or no machine for.
#
#   common/authoring/long-tests.sh                      all parts, one after the other: more than a day on two cores
#   common/authoring/long-tests.sh PART …               only these parts
#   common/authoring/long-tests.sh --list [PART …]      what they run, and what this machine lacks for them; runs nothing
#   common/authoring/long-tests.sh --limit 600 [PART …] each part for at most 600 s: a part passes if it has not failed by then
#
# A part is skipped if a tool is missing. The output of parts goes to build/long/PART.txt. Exit code: 1 if one failed, 77 if none ran.
set -eu
cd "$(dirname "$(readlink -f -- "$0")")/../.."

# parts: name | required commands | what it runs, in the root
parts() {
  cat <<'END'
nightly | ninja | ./tutorial test --nightly
clang | clang++ | ./tutorial --preset ci-clang test --all
sanitizers | clang++ ninja | cmake --preset asan && cmake --build --preset asan && ctest --preset asan
fuzz | clang++ ninja | common/tests/fuzz/fuzz.sh 3600
mutants | python3 ninja | cmake --preset auto && cmake --build --preset auto && common/authoring/mutate.py
calls | python3 ninja | cmake --preset auto && cmake --build --preset auto && common/tests/faults/every_call_fails.py
aarch64 | aarch64-linux-gnu-g++ qemu-aarch64-static | cmake --preset sim-aarch64 && cmake --build --preset sim-aarch64 && ctest --preset sim-aarch64
cuda | nvcc ninja | cmake --preset cuda -B build/long/cuda -DTUTORIAL_WERROR=ON -DCMAKE_CUDA_ARCHITECTURES=all-major && cmake --build build/long/cuda
release | git | rm -rf build/long/*.tar.gz* && common/authoring/release.sh --try 0.1.0 build/long
machine | debootstrap chroot | rm -rf --one-file-system build/long/machine && common/authoring/bare-machine.sh build/long/machine
END
  for compiler in g++-12 g++-13 g++-14 clang++-14 clang++-15 clang++-16 clang++-17 clang++-18 clang++-19; do
    echo "$compiler | $compiler | CXX=$compiler ./tutorial --build-dir build/long/$compiler --preset sim test --all"
  done
}

list=
limit=0
while [ $# -gt 0 ]; do
  case $1 in
    --list) list=1 ;;
    --limit) limit=${2:-none} && [ $# -eq 1 ] || shift ;;
    -*) echo "long-tests.sh: there is no option $1" >&2 && exit 2 ;;
    *) break ;;
  esac
  shift
done
case $limit in *[!0-9]*) echo "long-tests.sh: --limit wants seconds" >&2 && exit 2 ;; esac
# shellcheck disable=SC2046  # names without spaces
[ $# -gt 0 ] || set -- $(parts | cut -d ' ' -f 1)
for part; do
  parts | grep -q "^$part | " || { echo "long-tests.sh: there is no part '$part'" >&2 && exit 2; }
done

PATH=$PATH:/usr/local/cuda/bin
ran=
failed=
[ "$limit" -eq 0 ] && cut= || cut="timeout -k 10 $limit"
for part; do
  line=$(parts | grep "^$part | ")
  wants=${line#* | }
  command=${wants#* | }
  missing=
  for tool in ${wants%% | *}; do command -v "$tool" >/dev/null || missing="$missing $tool"; done
  [ -z "$list" ] || { echo "$part: $command${missing:+ (skipped: no$missing)}" && continue; }
  [ -z "$missing" ] || { echo "$part: skipped: no$missing" && continue; }
  mkdir -p build/long
  ran=1
  code=0
  began=$(date +%s)
  $cut sh -c "$command" </dev/null >"build/long/$part.txt" 2>&1 || code=$?
  took="$(($(date +%s) - began)) s"
  case $limit:$code in
    *:0) echo "$part: passed in $took" ;;
    [1-9]*:124 | [1-9]*:137) echo "$part: begun, and cut off after $took" ;;
    *) failed=1 && tail -n 20 "build/long/$part.txt" && echo "$part: failed with exit code $code after $took" ;;
  esac
done
[ -z "$failed" ] || exit 1
[ -n "$list$ran" ] || exit 77
