#!/bin/sh
# A new learner goes through an exercise from another folder: start, check, hint, solution, next, reset. Whatever
# breaks, their files are never lost or half-written.
# Needs: tutorial_exercise
set -eu
[ -x "$BUILD_DIR/bin/tutorial-exercise" ] || exit 77
. "$SOURCE_DIR/common/tests/marking/learner/support/learner.sh"
# shellcheck source=common/tests/support/terminal.sh
. "$SOURCE_DIR/common/tests/support/terminal.sh"

test_name="a new learner has nothing started, and is told where to begin"
exercise list
expect_exit 0
expect_line out "not started +10 min +first steps +Guard the tail"
expect_line out '^0 of [0-9]+ solved, about .* to go'
expect_none "$LEARNER"
exercise next
expect_exit 0
expect_line out "exercise start "
expect_none "$LEARNER"
code=0
"$BUILD_DIR/bin/tutorial-exercise" exercise >"$FOLDER/out" 2>"$FOLDER/err" </dev/null || code=$?
expect_exit 0
expect_line out "exercise (start|check) "
for command in check hint watch; do
  exercise $command
  expect_exit 2
  expect_line err "^tutorial: no exercise is started yet: ./tutorial exercise next$"
done

test_name="what makes no sense: one line, exit 2, and nothing made"
refuses() {
  regex=$1
  shift
  exercise "$@"
  expect_exit 2
  expect_lines err 1
  expect_line err "^tutorial: $regex"
  expect_lines out 0
  expect_none "$LEARNER"
}
refuses "there is no exercise 'gaurd_tail'. Did you mean guard_tail" start gaurd_tail
refuses "there is no exercise 'quaternion'. ./tutorial exercise list" start quaternion
refuses "exercise has no command 'checq'. Did you mean check" checq
refuses "exercise needs a command" --verbose-not
refuses "there is no .*guard_tail.cu: ./tutorial exercise start guard_tail" check guard_tail
refuses "start needs an exercise's name: ./tutorial exercise list" start
refuses "start: there is no option --verbos\\. ./tutorial exercise help" start --verbos
refuses "check: there is no option --ginth" check --ginth
refuses "check: there is no option --hnit\\. Did you mean --hint" check --hnit
refuses ".*not empty" start ""
refuses "grade is a verb of its own: ./tutorial grade FOLDER" grade
refuses "handout is a verb of its own" handout
refuses "check: 'b' is one word too many" check guard_tail b
refuses "cannot write to" list --json /no/such/folder/x

test_name="start makes the file, once"
exercise start guard_tail
expect_exit 0
expect_line out "guard_tail/README.md"
expect_line out "^Task$"
expect_line out "moves every point by one step"
expect_no_line out "^Afterwards|^## |exercise start"
expect_line out "guard_tail.cu$"
grep -q "Your turn" "$FILE" || complain "the starter has no gap"
! grep -q SOLUTION "$FILE" || complain "the starter has the solution"
cp "$FILE" "$FOLDER/starter.cu"
echo "// mine" >>"$FILE"
exercise start guard_tail
expect_exit 0
expect_line out "already"
[ "$(tail -n 1 "$FILE")" = "// mine" ] || complain "the learner's file was overwritten"

test_name="the starter fails its check, in words and in JSON; so does what does not compile"
exercise check --json "$FOLDER/mark.json"
expect_exit 1
expect_line out "exercise hint guard_tail \(3 left\)"
grep -q '"exercise": "guard_tail"' "$FOLDER/mark.json" || complain "no mark in JSON"
exercise check guard_tail --json -
expect_exit 1
expect_line out '^\{$'
expect_no_line out "exercise hint"
exercise list --json -
expect_line out '"checks": 2'
expect_line out '"progress": "partly"'

test_name="hints come one at a time"
for i in 1 2 3; do
  exercise hint
  expect_exit 0
  expect_line out "^Hint $i of 3 for guard_tail \($((3 - i)) left|none left"
done
exercise hint
expect_line out "no more hints"

test_name="the solution comes at the second time of asking, and gets full points"
exercise solution guard_tail
expect_exit 1
expect_line out "repeat the command"
exercise solution guard_tail
expect_exit 0
cp "$FOLDER/out" "$FILE"
exercise check
expect_exit 0
expect_line out "^Solved"
exercise list
expect_line out "guard_tail +solved"
exercise next
expect_exit 0
expect_no_line out "exercise (start|check) guard_tail"

test_name="right, but out of bounds: exit 3"
cp "$SOURCE_DIR/ch05_nearest_naive/exercises/guard_tail/wrong/off_by_one.cu" "$FILE"
exercise check guard_tail.cu
expect_exit 3
exercise list
expect_line out "guard_tail +solved"

test_name="reset keeps each file it replaces"
for i in 1 2; do
  echo "attempt $i" >"$FILE"
  exercise reset guard_tail
  expect_exit 0
  expect_line out "guard_tail.$i.cu"
  [ "$(cat "$LEARNER/.backup/guard_tail.$i.cu")" = "attempt $i" ] || complain "backup $i is not what was there"
  cmp -s "$FILE" "$FOLDER/starter.cu" || complain "not the starter again"
done

test_name="a broken record of progress is kept, said once, and begun anew"
printf '{"version": 1, "exerci' >"$LEARNER/.progress.json"
exercise list
expect_exit 0
expect_line err "^tutorial: your progress was unreadable .*kept as .*progress.1.json"
expect_line out "guard_tail +begun"
[ "$(cat "$LEARNER/.backup/progress.1.json")" = '{"version": 1, "exerci' ] || complain "the broken record is lost"
exercise hint
expect_lines err 0

test_name="commands killed at any moment leave a whole record and whole files"
for pause in 0 0.005 0.01 0.02 0.03; do
  "$BUILD_DIR/bin/tutorial-exercise" exercise --folder "$LEARNER" hint guard_tail >/dev/null 2>&1 &
  sleep $pause
  kill -KILL $! 2>/dev/null || true
  wait $! 2>/dev/null || true
done
exercise list
expect_lines err 0
cmp -s "$FILE" "$FOLDER/starter.cu" || complain "the learner's file has changed"

test_name="commands at the same time count each of them"
exercise reset guard_tail
for i in 1 2 3; do
  "$BUILD_DIR/bin/tutorial-exercise" exercise --folder "$LEARNER" hint guard_tail >/dev/null 2>&1 &
done
wait
exercise list --json -
expect_line out '"hints": 3'

test_name="an output that is full is an error, not silence"
if [ -e /dev/full ]; then
  code=0
  "$BUILD_DIR/bin/tutorial-exercise" exercise --folder "$LEARNER" list >/dev/full 2>"$FOLDER/err" || code=$?
  expect_exit 1
  expect_line err "No space left"
fi

test_name="colour on a terminal only, and not if NO_COLOR is set"
if has_terminal; then
  escape=$(printf '\033\[')
  on_terminal() {
    list="env $1 '$BUILD_DIR/bin/tutorial-exercise' exercise --folder '$LEARNER' list"
    TERM=xterm script -qec "$list" /dev/null </dev/null
  }
  on_terminal -uNO_COLOR | grep -q "$escape" || complain "no colour on a terminal"
  ! on_terminal NO_COLOR=1 | grep -q "$escape" || complain "colour in spite of NO_COLOR"
fi
exercise list
expect_no_line out "$(printf '\033')"

test_name="git ignores the learner's folder"
if [ -e "$SOURCE_DIR/.git" ] && command -v git >/dev/null; then
  (cd "$SOURCE_DIR" && git -c safe.directory='*' check-ignore -q my_exercises/guard_tail.cu) || complain "it does not"
fi
