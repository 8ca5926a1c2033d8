#!/bin/sh
# The common start of submissions is precompiled, which halves the time to compile one, and gives the same object as the text.
# Needs: tutorial_exercise
set -eu
command -v python3 >/dev/null || exit 77
words() {
  python3 -c 'import json, sys
build = json.load(open(sys.argv[1]))
print(build["compiler"], *build["flags"], *build["lens_flags"]["gnu"],
      "-I", build["library_headers"], "-isystem", build["simulator_headers"])' "$BUILD_DIR/exercises.json"
}
compiler=$(words | cut -d ' ' -f 1)
"$compiler" --version | grep -qi clang && exit 77 # reads the text
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
exercise=$SOURCE_DIR/ch06_reduction/pitfalls/exercises/fix_race
cp "$exercise/wrong/syncwarp.cu" "$folder/fix_race.cu"
cp "$exercise/exercise.hpp" "$BUILD_DIR/submission/precompiled_submission.hpp" "$folder"
cd "$folder"
"$BUILD_DIR/bin/tutorial-exercise" translate fix_race.cu translated.cpp
# shellcheck disable=SC2046  # no folder's name has blanks
$(words) -c -H translated.cpp -o compiled.o 2>headers
grep -q '^! .*precompiled_submission.hpp.gch' headers || { echo "the compiled header is not taken"; head -n 5 headers; exit 1; }
# shellcheck disable=SC2046
$(words | sed "s,$BUILD_DIR/submission/,$folder/,") -c -H translated.cpp -o text.o 2>headers
! grep -q '^! ' headers || { echo "the text is not taken: the comparison compares nothing"; exit 1; }
cmp compiled.o text.o || { echo "the compiled header makes another object"; exit 1; }
