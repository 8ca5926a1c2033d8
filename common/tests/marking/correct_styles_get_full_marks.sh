#!/bin/sh
# Right answers that are written in other ways than the solution (grid-stride loops, cooperative groups, shuffles, vectors, blocks of other
# shapes, lambdas) get full points. As correct_styles_get_full_marks.sh 2 4, each fourth of them alone, beginning with the second.
# styles/EXERCISE.NAME.cu
set -u
marker=$BUILD_DIR/bin/tutorial-exercise
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
first=${1:-1}
each=${2:-1}
number=0
failures=0

passes() {
  if "$marker" check "${1%%.*}" "$2" > "$work/report" 2>&1; then
    echo "ok      $1"
  else
    echo "FAILED  $1"
    cat "$work/report"
    failures=$((failures + 1))
  fi
}

for style in "$SOURCE_DIR"/common/tests/marking/styles/*.cu; do
  number=$((number + 1))
  [ $((number % each)) -eq $((first % each)) ] || continue
  passes "$(basename "$style" .cu)" "$style"
done
# As some editors save it: with a byte-order mark, and two letters at the end of each line.
if [ "$first" -eq 1 ]; then
  number=$((number + 1))
  { printf '\357\273\277'; sed 's/$/\r/' "$SOURCE_DIR/common/tests/marking/styles/guard_tail.grid_stride.cu"; } > "$work/saved.cu"
  passes guard_tail.saved_elsewhere "$work/saved.cu"
fi
echo "$number styles"
[ "$number" -ge 70 ] && [ $failures -eq 0 ]
