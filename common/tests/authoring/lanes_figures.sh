#!/bin/sh
# The drawn requests agree with the lens's counts, and the script that draws them reports a difference.
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
[ -x "$BUILD_DIR/lens/ch08_transpose/transpose_padded" ] || exit 77
case $CXX in *clang*) exit 77 ;; esac  # the lens names the same lines, but the committed figures are g++'s
author draw_lanes --check

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/docs/figures"
cp -R "$SOURCE_DIR/docs/figures/drawn" "$folder/docs/figures"
for chapter in ch06_reduction ch08_transpose; do ln -s "$SOURCE_DIR/$chapter" "$folder/$chapter"; done
sed -i 's/crowded/calm/' "$folder/docs/figures/drawn/lanes-tile-32.svg"
! SOURCE_DIR="$folder" author draw_lanes --check >"$folder/message" 2>&1 || { echo "a changed figure was not noticed"; exit 1; }
grep -q 'out of date' "$folder/message"
