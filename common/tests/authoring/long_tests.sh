#!/bin/sh
# long-tests.sh: everything that its parts run exists; planted parts end as expected, and it reports those that fail or cannot run.
# Needs: nothing
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
script=$SOURCE_DIR/common/authoring/long-tests.sh

# absent FILE: of what --list prints, the scripts and presets that the tree does not have.
absent() {
  sed 's/^[^:]*: //; s/ (skipped: .*//; s/ && /\n/g' "$1" | while read -r first rest; do
    case $first in [A-Z]*=*) first=${rest%% *} ;; esac
    case $first in */*) [ -x "$SOURCE_DIR/$first" ] || echo "$first" ;; cmake | ctest | rm) ;; *) echo "$first" ;; esac
    for preset in $(echo "$rest " | sed -n 's/.*--preset \([^ ]*\) .*/\1/p'); do
      grep -q "\"name\": \"$preset\"" "$SOURCE_DIR/CMakePresets.json" || echo "$preset"
    done
  done
}
printf 'a: cmake --preset sin && common/nowhere.sh 3 (skipped: no ninja)\nb: CXX=g++-9 ./tutorial test\nc: nothing\n' >"$folder/planted"
[ "$(absent "$folder/planted" | paste -s -d ' ')" = 'sin common/nowhere.sh nothing' ] || { echo "not noticed: $(absent "$folder/planted")"; exit 1; }
"$script" --list >"$folder/list"
[ "$(wc -l <"$folder/list")" -gt 15 ] && [ -z "$(absent "$folder/list")" ] || { echo "its parts want what is not there:"; absent "$folder/list"; exit 1; }
[ "$("$script" --list fuzz)" = "$(grep '^fuzz:' "$folder/list")" ] || { echo "a part alone is listed otherwise"; exit 1; }

# The same script with other parts, in a tree of its own.
mkdir -p "$folder/tree/common/authoring"
sed "s/^parts() {\$/parts() { printf '%s\\\\n' 'right | true | pwd' 'wrong | true | echo why; exit 3' 'long | true | sleep 60' 'nowhere | true no-such | true'; }\nunused() {/" \
  "$script" >"$folder/tree/common/authoring/planted.sh"
# ends CODE REGEX ARGUMENT…: how it ends, and a line that it prints.
ends() {
  wanted=$1
  line=$2
  shift 2
  code=0
  sh "$folder/tree/common/authoring/planted.sh" "$@" >"$folder/out" 2>&1 || code=$?
  [ "$code" -eq "$wanted" ] && grep -qxE "$line" "$folder/out" || { echo "$*: exit code $code, not $wanted with '$line'"; cat "$folder/out"; exit 1; }
}
ends 0 'right: passed in [0-9]+ s' right
grep -qxF "$(cd "$folder/tree" && pwd -P)" "$folder/tree/build/long/right.txt" || { echo "it does not run in the root"; exit 1; }
ends 1 'wrong: failed with exit code 3 after [0-9]+ s' wrong right
ends 1 'why' wrong
ends 0 'long: begun, and cut off after [0-9]+ s' --limit 1 long
ends 77 'nowhere: skipped: no no-such' nowhere
ends 1 'nowhere: skipped: no no-such' --limit 1
ends 2 "long-tests.sh: there is no part 'lost'" right lost
ends 2 'long-tests.sh: there is no option --quick' --quick
ends 2 'long-tests.sh: --limit wants seconds' --limit
ends 2 'long-tests.sh: --limit wants seconds' --limit soon
