#!/bin/sh
# Every submission in attacks/ loses, for the reason in its second line, and the marker lives on to say so.
# Needs: tutorial_exercise
set -u
marker=$BUILD_DIR/bin/tutorial-exercise
attacks=$SOURCE_DIR/common/tests/marking/attacks
exercise=$SOURCE_DIR/ch05_nearest_naive/exercises/guard_tail/exercise.cu
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
  echo "FAILED  $1"
  cat "$work/report"
  failures=$((failures + 1))
}

# The exercise can be solved: what follows is not lost for another reason.
{ echo '#define SOLUTION'; cat "$exercise"; } > "$work/solution.cu"
"$marker" check guard_tail "$work/solution.cu" > "$work/report" 2>&1 || fail "the solution does not get full marks"

for attack in "$attacks"/*.cu; do
  name=$(basename "$attack" .cu)
  says=$(sed -n '2s|^// says: ||p' "$attack")
  [ -n "$says" ] || { echo "$name has no second line that says how it loses"; exit 1; }
  "$marker" check guard_tail "$attack" --time-limit 2 > "$work/report" 2>&1
  code=$?
  if [ $code -ne 1 ] && [ $code -ne 3 ]; then
    fail "$name: exit code $code"
  elif ! tr -s ' \n' '  ' < "$work/report" | tr -s ' ' | grep -Eq -- "$says"; then
    fail "$name: the report does not say '$says'"
  else
    echo "ok      $name"
  fi
done
[ $failures -eq 0 ]
