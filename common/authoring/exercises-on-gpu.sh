#!/bin/sh
# Eight exercises on this machine's GPU: the starter and a wrong answer must fail; the solution must get full points and a time; a correct
# answer that is not good must be correct there too, and get a time. Prints a line for each; exit code 1 if one differs.
#   common/authoring/exercises-on-gpu.sh BUILD_FOLDER [RESULTS.csv]     such as build/auto, where tutorial_mark has been built with nvcc
# JOBS, by default 1: number of parallel checks; with more than one, the times are no measurements.
set -u

# How this script calls itself, once per line: EXERCISE ANSWER FILE EXPECTED.
if [ "${1-}" = --line ]; then
  report=$(mktemp) || exit 1
  trap 'rm -f "$report"' EXIT
  "$MARKER" check "$2" "$4" --gpu >"$report" 2>&1
  code=$?
  said=$(grep -m1 -i 'on the GPU\|nvcc\|could not' "$report")
  [ -n "$said" ] || said=$(sed -n '/ no$/{n;p;q;}' "$report")
  said=$(printf '%s' "$said" | tr -d '"' | tr -s ' ' | sed 's/^ //')
  verdict=ok
  case $5 in
    full) [ $code -eq 0 ] && grep -q 'on the GPU: .* a call' "$report" || verdict=BAD ;;
    timed) [ $code -eq 1 ] && grep -q 'on the GPU: .* a call' "$report" || verdict=BAD ;;
    *) [ $code -eq 1 ] && ! grep -q 'nvcc\|could not' "$report" || verdict=BAD ;;
  esac
  echo "$2,$3,$5,$code,$verdict,\"$said\""
  exit 0
fi

[ $# -ge 1 ] && [ $# -le 2 ] && [ -x "$1/bin/tutorial-mark" ] || {
  echo "usage: $0 BUILD_FOLDER [RESULTS.csv], in which tutorial_mark has been built" >&2
  exit 2
}
MARKER=$1/bin/tutorial-mark
export MARKER
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# wrong PART: the exercise's first wrong answer that loses points in that part
wrong() { sed -n 's/^ *"\([a-z_0-9]*\.cu\)": {"part": "'"$1"'".*/\1/p' "$folder/exercise.json" | head -n 1; }

for name in guard_tail grid_stride first_reduction warp_shuffle coalesce_gather smooth_halo matmul_tile transpose_rectangle; do
  folder=$(dirname "$(find "$root"/ch* -path "*/exercises/$name/exercise.json")")
  { echo '#define SOLUTION'; cat "$folder/exercise.cu"; } >"$work/$name.cu"
  echo "$name starter $folder/exercise.cu loses"
  echo "$name $(wrong right) $folder/wrong/$(wrong right) loses"
  echo "$name $(wrong good) $folder/wrong/$(wrong good) timed"
  echo "$name solution $work/$name.cu full"
done >"$work/lines"
xargs -P "${JOBS:-1}" -L 1 sh "$0" --line <"$work/lines" >"$work/out"
{
  echo "# $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1), $(date +%Y-%m-%d), ${JOBS:-1} at the same time"
  echo exercise,answer,wanted,exit,verdict,says
  sort "$work/out"
} | tee "${2:-$work/results}"
[ "$(grep -c ',ok,' "$work/out")" -eq "$(wc -l <"$work/lines")" ]
