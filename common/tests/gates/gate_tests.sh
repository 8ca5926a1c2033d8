#!/bin/sh
# CTest runs every script that says what it needs built (a line "# Needs:"). A script in a folder that no CMakeLists.txt passes to
# tutorial_shell_tests(…) would never run, without anyone noticing.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || { echo "skipped: many tests want the simulator, which this build leaves out"; exit 77; }
ctest --test-dir "$BUILD_DIR" --show-only=json-v1 >"$folder/known"

are_run() {
  files '*.sh' | while read -r file; do
    grep -q '^# Needs: ' "$tree/$file" && ! grep -qF "\"$tree/$file\"" "$folder/known" || continue
    echo "$file says what it needs, and is no test of CTest's"
  done >"$folder/never_run"
  cat "$folder/never_run"
  [ ! -s "$folder/never_run" ]
}

new_tree
plant common/tests/sandbox/holds.sh '# Needs: nothing'
must_find 'common/tests/sandbox/holds.sh says what it needs, and is no test' are_run
new_tree
plant common/tests/sandbox/support.sh 'helps() { true; }'
plant common/tests/sandbox/holds.sh '# Needs: nothing'
printf '"command" : [ "sh", "%s" ]\n' "$tree/common/tests/sandbox/holds.sh" >>"$folder/known"
must_pass are_run

real_tree
are_run
