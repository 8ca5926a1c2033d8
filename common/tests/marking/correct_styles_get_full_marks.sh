#!/bin/sh
# Correct answers in other styles than the solution (grid-stride loops, cooperative groups, shuffles, vectors, blocks of other
# shapes, lambdas) get full points. correct_styles_get_full_marks.sh 2 4 tests every fourth of them, starting with the second.
# styles/EXERCISE.NAME.cu
set -u
marker=$BUILD_DIR/bin/tutorial-mark
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
first=${1:-1}
each=${2:-1}
number=0
failures=0

# NAME FILE [OPTION ...]
passes() {
  name=$1
  file=$2
  shift 2
  if "$marker" check "$@" "${name%%.*}" "$file" > "$work/report" 2>&1; then
    echo "ok      $name"
  else
    echo "FAILED  $name"
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
# With a compiler that is a script which names the library's folders itself, and a folder of CPATH that holds the toolkit's headers: the
# marker's own headers come first all the same.
real=$(command -v g++)
if [ "$first" -eq 1 ] && [ -n "$real" ]; then
  folders=$("$real" -x c++ -E -v /dev/null 2>&1 >/dev/null | sed -n '/^#include </,/^End of/s/^ //p' | grep 'c++')
  mkdir "$work/bin" "$work/toolkit"
  echo '#error "the headers of the toolkit"' > "$work/toolkit/cuda_runtime.h"
  {
    echo '#!/bin/sh'
    # shellcheck disable=SC2086  # one word for each folder
    echo "exec $real -nostdinc++ $(printf -- '-isystem %s ' $folders)\"\$@\""
  } > "$work/bin/g++"
  chmod +x "$work/bin/g++"
  for style in error_stream error_exception standard_headers; do
    number=$((number + 1))
    CPATH="$work/toolkit" passes guard_tail "$SOURCE_DIR/common/tests/marking/styles/guard_tail.$style.cu" --compiler "$work/bin/g++"
  done
fi
echo "$number styles"
[ "$number" -ge 160 ] && [ $failures -eq 0 ]
