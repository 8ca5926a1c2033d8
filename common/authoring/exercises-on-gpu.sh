#!/bin/sh
# Eight exercises on the GPU of this machine: the starter and a wrong answer must lose, the solution must get full marks and a time. A table of
# what was seen; exit 1 if a row is not as it should be.
#   common/authoring/exercises-on-gpu.sh BUILD_FOLDER      such as build/auto, where tutorial_exercise has been built with nvcc
set -u
[ $# -eq 1 ] && [ -x "$1/bin/tutorial-exercise" ] || {
  echo "usage: $0 BUILD_FOLDER, in which tutorial_exercise has been built" >&2
  exit 2
}
marker=$1/bin/tutorial-exercise
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0

# row EXERCISE WHAT FILE WANTED_EXIT
row() {
  "$marker" check "$1" "$3" --gpu >"$work/report" 2>&1
  code=$?
  said=$(grep -m1 -i 'on the GPU\|nvcc\|could not' "$work/report" | tr -s ' ')
  [ -n "$said" ] || said=$(sed -n '/ no$/{n;p;q;}' "$work/report" | tr -s ' ')
  verdict=ok
  case $4 in
    0) [ $code -eq 0 ] && grep -q 'on the GPU: .* a call' "$work/report" || verdict=BAD ;;
    *) [ $code -eq 1 ] || [ $code -eq 3 ] || verdict=BAD ;;
  esac
  [ $verdict = ok ] || bad=$((bad + 1))
  printf '| %-4s | %-20s | %-24s | %4s | %s |\n' $verdict "$1" "$2" $code "$said"
}

echo '|      | exercise             | answer                   | exit | what it says |'
echo '| ---- | -------------------- | ------------------------ | ---- | ------------ |'
for name in guard_tail grid_stride first_reduction warp_shuffle coalesce_gather smooth_halo matmul_tile transpose_rectangle; do
  folder=$(dirname "$(find "$root"/ch* -path "*/exercises/$name/exercise.json")")
  wrong=$(sed -n 's/^ *"\([a-z_0-9]*\.cu\)": {"part": "right".*/\1/p' "$folder/exercise.json" | head -n 1)
  { echo '#define SOLUTION'; cat "$folder/exercise.cu"; } >"$work/right.cu"
  row $name starter "$folder/exercise.cu" 1
  row $name "$wrong" "$folder/wrong/$wrong" 1
  row $name solution "$work/right.cu" 0
done
[ $bad -eq 0 ]
