#!/bin/sh
# Advice: a source file of common has at most 400 lines. Longer files may do two jobs, and are listed.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
most=400

small() {
  files '*.cpp' '*.hpp' '*.cu' '*.cuh' '*.h' '*.py' '*.sh' '*.cmake' CMakeLists.txt '*/CMakeLists.txt' | grep '^common/' | sort -u >"$folder/files"
  (cd "$tree" && xargs wc -l <"$folder/files") |
    awk -v most=$most '$2 != "total" && $1 > most { print "advice: " $2 ": " $1 " lines, more than " most }'
}

new_tree
plant common/src/long.cpp "$(seq 401)"
must_advise "common/src/long.cpp: 401 lines" small
new_tree
plant common/src/short.cpp "$(seq 400)"
must_pass small
real_tree
small
