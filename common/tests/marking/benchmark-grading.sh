#!/bin/sh
# How long does it take to grade a course? Makes COUNT different submissions of an exercise from its starter, solution and wrong answers,
# and grades them: benchmark-grading.sh [COUNT [EXERCISE [PROGRAM]]]. It is not a test, since it measures the machine.
set -eu
count=${1:-200}
exercise=${2:-guard_tail}
root=$(cd "$(dirname "$0")/../../.." && pwd)
program=${3:-${BUILD_DIR:-$root/build/auto}/bin/tutorial-grade}
source=$(find "$root"/ch* -path "*/exercises/$exercise" -type d)
[ -d "$source" ] || { echo "benchmark-grading.sh: there is no exercise '$exercise'" >&2; exit 2; }
[ -x "$program" ] || { echo "benchmark-grading.sh: '$program' is not built" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/kinds" "$folder/course"
cp "$source/exercise.cu" "$folder/kinds/starter.cu"
(echo '#define SOLUTION'; cat "$source/exercise.cu") >"$folder/kinds/solution.cu"
cp "$source"/wrong/*.cu "$folder/kinds"
made=0
while [ "$made" -lt "$count" ]; do
  for kind in "$folder"/kinds/*.cu; do
    [ "$made" -lt "$count" ] || break
    made=$((made + 1))
    (cat "$kind"; echo "// submission $made") >"$folder/course/student$made.cu"
  done
done
start=$(date +%s)
"$program" grade "$folder/course" --exercise "$exercise" --seed 1 --output "$folder/marks" >"$folder/table"
end=$(date +%s)
tail -n 2 "$folder/table" | head -n 1
echo "$count submissions of $exercise, $(nproc) cores: $((end - start)) s"
