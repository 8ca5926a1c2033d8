#!/bin/sh
# `grade` with the real grader: a course with bad submissions, interrupted by a kill, in shards, and for Gradescope.
# Needs: tutorial_exercise tutorial_grade tutorial_mark
set -eu
program=$BUILD_DIR/bin/tutorial-grade
marker=$BUILD_DIR/bin/tutorial-mark
exercise=$SOURCE_DIR/ch05_nearest_naive/exercises/guard_tail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
course=$folder/course
complain() { echo "$*"; cat "$folder/out" "$folder/err" 2>/dev/null; exit 1; }
grade() {
  case " $* " in *" --merge "*) ;; *) set -- "$@" --no-nvcc ;; esac  # nvcc_decides.sh has it
  "$program" grade "$@" >"$folder/out" 2>"$folder/err"
}
row() { grep -q "^$1" "$2/marks.csv" || complain "marks.csv has no row $1"; }
refuses() {
  words=$1
  shift
  code=0
  grade "$@" || code=$?
  [ "$code" -eq 2 ] || complain "exit $code, wanted 2: $*"
  [ "$(wc -l <"$folder/err")" -eq 1 ] || complain "not one line: $*"
  grep -q -e "$words" "$folder/err" || complain "says something else than '$words': $*"
}

mkdir -p "$course/gus" "$course/hal.cu" "$folder/tmp"
export TMPDIR="$folder/tmp"
(echo '#define SOLUTION'; cat "$exercise/exercise.cu") >"$course/ada.cu"
cp "$exercise/exercise.cu" "$course/bob_guard_tail.cu"
(printf '// gr\374\337e\n#define SOLUTION\n'; cat "$exercise/exercise.cu") >"$course/cy.cu"
: >"$course/dan.cu"
ln -s "$exercise/exercise.cu" "$course/eve.cu"
head -c 2000000 /dev/zero >"$course/fay.cu"
echo "no CUDA at all" >"$course/gus/guard_tail.cu"

# Killed in the middle: with one at a time, as soon as the first mark is stored. Some are left, and something in the temporary folder.
"$program" grade "$course" --exercise guard_tail --seed 3 --jobs 1 --no-nvcc --output "$folder/marks" >"$folder/out" 2>"$folder/err" &
grader=$!
tries=0
# A folder has its second name, with two hyphens, once it is locked: only such a one is known to be forgotten when its process is gone.
until ls "$folder"/marks/store/*.json >/dev/null 2>&1 && ls -d "$folder"/tmp/tutorial-*-* >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 1200 ] || complain "no mark after 60 s"
  sleep 0.05
done
kill -9 "$grader"
wait "$grader" 2>/dev/null || true
# Its workers die after it, and until then hold the locks of their folders, which the next run would leave alone.
unlocked() { for each in "$folder"/tmp/*; do [ ! -e "$each" ] || flock -n "$each" true || return 1; done; }
tries=0
until unlocked; do
  tries=$((tries + 1))
  [ "$tries" -lt 1200 ] || complain "60 s after the kill, a worker still holds one of: $(ls "$folder/tmp")"
  sleep 0.05
done
[ ! -e "$folder/marks/junit.xml" ] || complain "it was done before it was killed"
stored=$(find "$folder/marks/store" -name '*.json' | head -n 1)
inode=$(stat -c %i "$stored")
grade "$course" --exercise guard_tail --output "$folder/marks" --similarity --json "$folder/all.json" || complain "after the kill: exit $?"
[ -z "$(ls "$folder/tmp")" ] || complain "what the killed run left in the temporary folder is still there: $(ls "$folder/tmp")"
[ "$(stat -c %i "$stored")" = "$inode" ] || complain "a stored mark was made again"
row 'ada,,guard_tail,100,100,' "$folder/marks"
row 'bob,,guard_tail,[0-9.]*,100,10,0,' "$folder/marks"
row 'cy,,guard_tail,100,100,' "$folder/marks"
row 'dan,.*,0,100,0,0,0,0,,,the file is empty' "$folder/marks"
row 'eve,.*,0,100,0,0,0,0,,,"*what was handed in is a link' "$folder/marks"
row 'fay,.*,0,100,0,0,0,0,,,the file is too large' "$folder/marks"
row 'gus,.*,0,100,0,0,0,0,,,' "$folder/marks"
row 'hal,.*,0,100,0,0,0,0,,,nothing was handed in' "$folder/marks"
grep -q 'tests="32" failures="23" errors="0" skipped="0"' "$folder/marks/junit.xml" || complain "junit.xml counts otherwise"
grep -q '"student": "ada"' "$folder/all.json" || complain "--json has no ada"
grep -q '100%  ada' "$folder/marks/similarity.txt" || complain "cy's copy of ada's answer is not hinted at"
[ -s "$folder/marks/similarity/guard_tail-001.html" ] && grep -q 'similarity/guard_tail-001.html' "$folder/marks/similarity.html" ||
  complain "no page has ada's and cy's answers side by side"

# Shards: their merge is the whole. So are the columns of the roster, which each shard is given.
printf 'student,late,attempts,group\nada,,2,red\nbob,2 days,7,blue\n' >"$folder/roster.csv"
grade "$course" --exercise guard_tail --output "$folder/marks" --roster "$folder/roster.csv" || complain "with a roster: exit $?"
row 'student,.*,file,attempts,group' "$folder/marks"
row 'bob,,guard_tail,.*,2 days,.*,bob_guard_tail.cu,7,blue' "$folder/marks"
grep -q 'has no row for cy, dan' "$folder/err" || complain "not said: whom the roster does not have"
for i in 1 2; do
  grade "$course" --exercise guard_tail --seed 3 --shard $i/2 --output "$folder/shard-$i" --roster "$folder/roster.csv" || complain "shard $i"
done
grade --merge "$folder/merged" "$folder"/shard-* || complain "--merge failed"
for file in marks.csv summary.html; do
  cmp "$folder/marks/$file" "$folder/merged/$file" || complain "the merged shards are not the whole"
done
grep -q '8 submissions, 1 late, 1 not handed in, 0 not graded' "$folder/marks/summary.html" || complain "summary.html counts otherwise"
code=0
grade --merge "$folder/part" "$folder/shard-2" || code=$?
[ "$code" -eq 1 ] || complain "a missing shard: exit $code, wanted 1"
grep -q 'shard 1/2 is missing' "$folder/err" || complain "which shard is missing?"

# Gradescope: a copy of the tutorial whose script uses this build.
mkdir -p "$folder/autograder/source/tutorial" "$folder/autograder/submission"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >"$folder/autograder/source/tutorial/tutorial"
chmod +x "$folder/autograder/source/tutorial/tutorial"
echo guard_tail >"$folder/autograder/source/exercise"
cp "$course/ada.cu" "$folder/autograder/submission/whatever.cu"
AUTOGRADER_ROOT=$folder/autograder sh "$SOURCE_DIR/docs/instructors/gradescope/run_autograder" >"$folder/out" 2>&1
grep -q '"status": "passed"' "$folder/autograder/results/results.json" || complain "Gradescope: no part passed"
! grep -q '"status": "failed"' "$folder/autograder/results/results.json" || complain "Gradescope: a part of the solution failed"
echo nowhere >"$folder/autograder/source/exercise"
AUTOGRADER_ROOT=$folder/autograder sh "$SOURCE_DIR/docs/instructors/gradescope/run_autograder" >"$folder/out" 2>&1
grep -q 'did not run' "$folder/autograder/results/results.json" || complain "Gradescope: no word where the marker does not run"

refuses "no folder of submissions" "$folder/nowhere" --exercise guard_tail
refuses "there is no exercise 'gard_tail'. Did you mean guard_tail" "$course" --exercise gard_tail
refuses "needs one folder of submissions: ./tutorial grade FOLDER"
refuses "there is no option --exercsie. Did you mean --exercise" --exercsie guard_tail "$course"
refuses "is not I/N" "$course" --exercise guard_tail --shard 3/2 --seed 1
refuses "needs --seed" "$course" --exercise guard_tail --shard 1/2
refuses "jobs" "$course" --exercise guard_tail --jobs 0
refuses "holds something other" "$course" --exercise guard_tail --output "$folder"
# The instructor's points and contract: submissions are graded again with them, without building anything.
cat >"$folder/contract.json" <<'END'
{"guard_tail": {"points": {"compiles": 5, "right": 60, "safe": 20, "good": 15},
                "contract": [{"counter": "launches", "at_least": 1000, "say": "more launches than {value}"}]}}
END
grade "$course" --exercise guard_tail --output "$folder/marks" --contract "$folder/contract.json" || complain "with a contract: exit $?"
row 'ada,,guard_tail,85,100,5,60,20,0,,,more launches than' "$folder/marks"
row 'dan,.*,0,100,0,0,0,0,,,the file is empty' "$folder/marks"
code=0
"$marker" check guard_tail "$course/ada.cu" --contract "$folder/contract.json" >"$folder/out" 2>"$folder/err" || code=$?
[ "$code" -eq 1 ] || complain "check --contract: exit $code, wanted 1"
grep -q 'in all *85 / 100' "$folder/out" || complain "check --contract has other points"
code=0
"$BUILD_DIR/bin/tutorial-exercise" exercise check guard_tail --folder "$folder" --contract "$folder/nowhere.json" >"$folder/out" 2>"$folder/err" || code=$?
[ "$code" -eq 2 ] || complain "exercise check with no such contract: exit $code, wanted 2"
grep -q 'cannot read' "$folder/err" || complain "exercise check says nothing of its contract"
sed -i 's/launches/lunches/' "$folder/contract.json"
refuses "there is no counter of kernels 'lunches'" "$course" --exercise guard_tail --contract "$folder/contract.json"

echo 'name,late' >"$folder/roster.csv"
refuses "has no column student or id" "$course" --exercise guard_tail --roster "$folder/roster.csv"
refuses "cannot read the roster" --merge "$folder/x" "$folder/shard-1" --roster "$folder/nowhere.csv"
[ ! -e "$folder/x" ] || complain "a wrong roster, and a folder was made"
refuses "merge needs" --merge "$folder/x"
refuses "has no results" --merge "$folder/x" "$course"
refuses "does not go with --merge" --merge "$folder/x" "$folder/shard-1" --jobs 3
refuses "folder" --exercise guard_tail
