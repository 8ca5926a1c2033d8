#!/bin/sh
# Every submission in attacks/ fails with the reason in its second line, and the grader survives to report it. attacks_fail_with_a_reason.sh 2 4 tests
# every fourth of them, starting with the second. attacks/NAME.cu answers guard_tail, attacks/EXERCISE.NAME.cu that exercise.
# Needs: tutorial_mark
set -u
marker=$BUILD_DIR/bin/tutorial-mark
attacks=$SOURCE_DIR/common/tests/marking/attacks
exercise=$SOURCE_DIR/ch05_nearest_naive/exercises/guard_tail/exercise.cu
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
first=${1:-1}
each=${2:-1}
number=0

fail() {
  echo "FAILED  $1"
  cat "$work/report"
  failures=$((failures + 1))
}

# The exercise can be solved: what follows is not lost for another reason.
{ echo '#define SOLUTION'; cat "$exercise"; } > "$work/solution.cu"
"$marker" check guard_tail "$work/solution.cu" > "$work/report" 2>&1 || fail "the solution does not get full points"

is_of_this_part() {
  number=$((number + 1))
  [ $((number % each)) -eq $((first % each)) ]
}

says_why() { tr -s ' \n' '  ' < "$work/report" | tr -s ' ' | grep -Eq -- "$1"; }

loses() {
  is_of_this_part || return 0
  name=$(basename "$1" .cu)
  says=$2
  [ -n "$says" ] || { echo "$name has no second line that says how it loses"; exit 1; }
  case $name in *.*) answers=${name%%.*} ;; *) answers=guard_tail ;; esac
  # On a busy machine five seconds may end before the reason is found.
  for limit in 5 30; do
    "$marker" check "$answers" "$1" --time-limit $limit > "$work/report" 2>&1
    code=$?
    ! says_why "$says" || break
  done
  if [ "$code" -ne 1 ] && [ "$code" -ne 3 ]; then
    fail "$name: exit code $code"
  elif ! says_why "$says"; then
    fail "$name: the report does not say '$says'"
  elif LC_ALL=C grep -q '[[:cntrl:]]' "$work/report"; then
    fail "$name: the report has control characters"
  elif grep -q "$SOURCE_DIR\|$BUILD_DIR\|/tmp/" "$work/report"; then
    fail "$name: the report shows a path of the marker"
  elif grep -q 'freed at an unknown line' "$work/report"; then
    fail "$name: the report blames an array of an earlier case"
  elif grep -q 'was was' "$work/report"; then
    fail "$name: the report was was written twice"
  else
    echo "ok      $name"
  fi
}

for attack in "$attacks"/*.cu; do
  loses "$attack" "$(sed -n '2s|^// says: ||p' "$attack")"
done

# Past the end of its array, in one of an earlier case.
cp "$SOURCE_DIR/ch05_nearest_naive/exercises/first_guard/wrong/both.cu" "$work/first_guard.both.cu"
loses "$work/first_guard.both.cu" "out-of-bounds"

# Too long to be kept: what the translator and the explainer of messages must come to the end of.
repeated() { yes "$1" | head -n "$2" | tr -d '\n'; }
for brackets in '(' 'for(' '<<(' '[' '{' 'template<' 'k<<<'; do
  { echo '#include "exercise.hpp"'; repeated "$brackets" 30000; } > "$work/nests.cu"
  loses "$work/nests.cu" "compiles 0 / 10 no"
done
{ echo '#include "exercise.hpp"'; printf 'int x = '; repeated a 40000; echo ';'; } > "$work/has_a_long_name.cu"
loses "$work/has_a_long_name.cu" "the compiler says"
# Most of these are refused before anything reads them.
line=0
while IFS='|' read -r says text; do
  line=$((line + 1))
  case $says in '#'*) continue ;; esac
  {
    echo '#include "exercise.hpp"'
    printf '%s\n' "$text"
    sed '/^#include/d' "$work/solution.cu"
  } > "$work/line_$line.cu"
  loses "$work/line_$line.cu" "$says"
done < "$attacks/one_line.txt"
# No formatter would leave it as it is.
{ printf '#include "exercise.hpp"\n// a comment\rasm("nop");\n'; tail -n +2 "$work/solution.cu"; } > "$work/hides_behind_return.cu"
loses "$work/hides_behind_return.cu" "a carriage return that ends no line"
echo "$number attacks"
[ "$number" -ge 250 ] && [ $failures -eq 0 ]
