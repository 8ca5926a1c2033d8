#!/bin/sh
# Counters shown on pages agree with the lens, and the check reports a difference.
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
[ -x "$BUILD_DIR/lens/ch08_transpose/transpose_shared" ] || exit 77
case $CXX in *clang*) exit 77 ;; esac  # clang merges other accesses; the tables are g++'s
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/outputs"
OUTPUTS=$folder/outputs  # transpose_shared, below, is counted once
export OUTPUTS
author update_pages --check --only lens

awk '/^<!-- lens transpose_shared kernel: begin/ { inside = 1 } inside { print } /: end -->$/ { inside = 0 }' "$SOURCE_DIR/ch08_transpose/README.md" >"$folder/table.md"
author update_pages --only lens "$folder/table.md"  # its links lead there from another folder
sed "s/32-way/31-way/" "$folder/table.md" >"$folder/wrong.md"
! cmp -s "$folder/table.md" "$folder/wrong.md" || { echo "no line of transpose_shared has a 32-way conflict"; exit 1; }
! author update_pages --check --only lens "$folder/wrong.md" >/dev/null 2>&1 || { echo "not noticed: another conflict degree"; exit 1; }
