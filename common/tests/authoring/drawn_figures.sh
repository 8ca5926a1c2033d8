#!/bin/sh
# Committed drawings that need no build equal the output of their scripts, and the scripts report a difference.
# Needs: nothing
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
author draw_ideas --check
author draw_kernels --check
author draw_banks --check
author draw_layers --check

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/docs/figures"
cp -R "$SOURCE_DIR/docs/figures/drawn" "$folder/docs/figures"
ln -s "$SOURCE_DIR/docs/results" "$folder/docs/results"  # one drawing has figures of the bench
sed -i 's/class="hit"/class="bank"/' "$folder/docs/figures/drawn/tile-banks.svg"
sed -i 's/marked/soft/' "$folder/docs/figures/drawn/halo.svg" "$folder/docs/figures/drawn/last-block.svg"
for script in draw_ideas draw_kernels draw_banks; do
  ! SOURCE_DIR="$folder" author $script --check >"$folder/message" 2>&1 || { echo "not noticed by $script: a changed drawing"; exit 1; }
  grep -q 'out of date' "$folder/message"
done
