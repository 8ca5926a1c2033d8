#!/bin/sh
# `handout` contains no line of a solution that the tutorial does not show elsewhere and no wrong answer; and it configures and grades.
# Needs: tutorial_exercise tutorial_grade exercise.fix_race
set -eu
program=$BUILD_DIR/bin/tutorial-grade
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
copy=$folder/copy
complain() { echo "$*"; cat "$folder/out" "$folder/err" 2>/dev/null; exit 1; }
handout() { "$program" handout "$@" >"$folder/out" 2>"$folder/err"; }
refuses() {
  code=0
  handout "$1" || code=$?
  [ "$code" -eq 2 ] || complain "exit $code, wanted 2: $1"
  [ "$(wc -l <"$folder/err")" -eq 1 ] || complain "not one line: $1"
}
handout "$copy" || complain "exit $?"
# By its name alone, from a folder outside of the tutorial.
(cd "$folder" && "$program" handout named >"$folder/out" 2>"$folder/err") || complain "from outside of the tree: exit $?"
[ -x "$folder/named/tutorial" ] || complain "from outside of the tree: no handout"
rm -rf "$folder/named"

# Lines that say something: of solutions, without those that the tutorial shows elsewhere (a starter, a program, a check).
trimmed() { sed 's/^[[:space:]]*//; s/[[:space:]]*$//' | awk 'length($0) >= 24' | sort -u; }
# side 1: what stands only in solutions; side 0: what starters show. On purpose not by the program that strips them.
side() {
  # shellcheck disable=SC2046  # no file's name has blanks
  awk -v wanted="$1" 'FNR == 1 {on = 0} /^#ifdef SOLUTION/ {on = 1; next} /^#ifndef SOLUTION/ {on = 2; next}
    /^#else/ && on {on = 3 - on; next} /^#endif/ {on = 0; next} (on == 1) == wanted' $(find "$SOURCE_DIR"/ch* -path '*/exercises/*' -name exercise.cu)
}
side 1 | trimmed >"$folder/solutions"
{
  side 0
  find "$SOURCE_DIR"/ch* "$SOURCE_DIR/common" -path '*/wrong' -prune -o -path '*/common/tests/marking' -prune -o -type f \
    \( -name '*.cu' -o -name '*.cuh' -o -name '*.cpp' -o -name '*.hpp' \) ! -name exercise.cu -exec cat {} +
} | trimmed >"$folder/shown"
comm -23 "$folder/solutions" "$folder/shown" >"$folder/lines"
[ -s "$folder/lines" ] || complain "no line of a solution was found: the test tests nothing"
! grep -rn '^#ifn*def SOLUTION' "$copy"/ch* || complain "an exercise is not stripped"
# Whole lines: a hint may quote a declaration.
looks() {
  find "$1" -type f -exec awk 'NR == FNR {answer[$0]; next}
    {line = $0; gsub(/^[[:space:]]+|[[:space:]]+$/, "", line)} line in answer {print FILENAME ":" FNR ": " line}' "$folder/lines" {} +
}
found=$(looks "$copy")
[ -z "$found" ] || complain "the handout has lines of solutions:
$found"
# The same search finds them where they are.
[ -n "$(looks "$SOURCE_DIR/ch05_nearest_naive")" ] || complain "the search finds nothing in the tutorial itself"

[ -z "$(find "$copy" -name wrong -path '*/exercises/*')" ] || complain "wrong answers are in it"
[ ! -e "$copy/common/tests/marking" ] || complain "the tests of the marking are in it"
[ ! -e "$copy/.git" ] || complain "the history is in it"
! grep -rn --include=exercise.json '"wrong": {"' "$copy"/ch* || complain "what wrong answers there are is in it"

refuses ""
refuses "$copy"
refuses "$SOURCE_DIR/inside"
[ ! -e "$SOURCE_DIR/inside" ] || complain "something was written into the tutorial"
refuses "$copy/README.md"

# A fault of its own for each learner of a roster, and not a word of which; the marks say it.
printf 'student,id\nada,\nbob,7\ncy,8\ndan,9\neve,10\nfay,11\n' >"$folder/roster.csv"
draw() { handout "$folder/$1" --roster "$folder/roster.csv" --seed-per-student "$2" || complain "a fault each: exit $?"; }
draw drawn-7 7
draw again-7 7
draw drawn-8 8
diff -r "$folder/drawn-7" "$folder/again-7" || complain "the same seed draws something else"
! diff -r "$folder/drawn-7" "$folder/drawn-8" >/dev/null || complain "another seed draws the same"
[ "$(find "$folder/drawn-7" -type f | wc -l)" -eq $((6 * $(grep -rl --include=exercise.json '"faults"' "$SOURCE_DIR"/ch* | wc -l))) ] ||
  complain "not a file for each learner and bug hunt"
given=$(cat "$folder"/drawn-7/*/my_exercises/fix_race.cu)
[ "$(cksum "$folder"/drawn-7/*/my_exercises/fix_race.cu | cut -d ' ' -f 1 | sort -u | wc -l)" -gt 2 ] || complain "the learners have one or two faults"
for fault in "$SOURCE_DIR"/ch06_reduction/pitfalls/exercises/fix_race/wrong/*.cu; do
  says=$(head -n 1 "$fault")
  case $given in *"$says"*) complain "a starter says what is wrong with it: $says" ;; esac
done
mkdir -p "$folder/course/bob"
cp "$folder/drawn-7/bob_7/my_exercises/fix_race.cu" "$folder/course/bob"
"$program" grade "$folder/course" --seed 3 --roster "$folder/roster.csv" --seed-per-student 7 --output "$folder/marks" >"$folder/out" 2>"$folder/err" ||
  complain "grade with the faults: exit $?"
drawn=$(sed -n 's/^bob,.*,\([a-z_]*\.cu\).*$/\1/p' "$folder/marks/marks.csv")
tail -n +2 "$SOURCE_DIR/ch06_reduction/pitfalls/exercises/fix_race/wrong/$drawn" >"$folder/wanted"
tail -n +2 "$folder/course/bob/fix_race.cu" | cmp - "$folder/wanted" || complain "bob was given something else than the marks say: $drawn"
refuses_options() {
  words=$1
  shift
  code=0
  handout "$@" || code=$?
  [ "$code" -eq 2 ] && [ "$(wc -l <"$folder/err")" -eq 1 ] && grep -q "$words" "$folder/err" || complain "exit $code: $*"
  [ ! -e "$folder/none" ] || complain "something was made: $*"
}
printf 'name\nada\n' >"$folder/bad.csv"
refuses_options "has no column student or id" "$folder/none" --roster "$folder/bad.csv" --seed-per-student 7
refuses_options "cannot read the roster" "$folder/none" --roster "$folder/nowhere.csv" --seed-per-student 7
refuses_options "go together" "$folder/none" --roster "$folder/roster.csv"
refuses_options "go together" "$folder/none" --seed-per-student 7
refuses_options "seed-per-student" "$folder/none" --roster "$folder/roster.csv" --seed-per-student x
refuses_options "is not empty" "$folder/drawn-7" --roster "$folder/roster.csv" --seed-per-student 7

# It configures, which names every file a target needs; building it is what building the tutorial is.
cmake -S "$copy" -B "$folder/build" -G Ninja -DTUTORIAL_BACKEND=sim -DCMAKE_CXX_COMPILER="$CXX" >"$folder/out" 2>"$folder/err" || complain "it does not configure"
ninja -C "$folder/build" -n tutorial_exercise >"$folder/out" 2>"$folder/err" || complain "the marker could not be built"
grep -q guard_tail "$folder/build/exercises.json" || complain "its marker knows no exercise"
