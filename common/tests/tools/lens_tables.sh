#!/bin/sh
# The chapters' tables of what the lens counts are what it counts today, and the drawing of the banks is its script's. And this check notices if not.
set -eu
[ -x "$BUILD_DIR/lens/ch08_transpose/transpose_shared" ] || exit 77
case $CXX in *clang*) exit 77 ;; esac  # clang merges other accesses; the tables are g++'s
update="$SOURCE_DIR/common/tools/update-readme.sh"
sh "$update" --check lens
sh "$SOURCE_DIR/common/tools/draw-banks.sh" --check

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk '/^<!-- lens transpose_shared: begin/ { inside = 1 } inside { print } /: end -->$/ { inside = 0 }' "$SOURCE_DIR/ch08_transpose/README.md" >"$folder/table.md"
README="$folder/table.md" sh "$update" --check lens
sed 's/^\(| .* shared load .*\) 32 |/\1 31 |/' "$folder/table.md" >"$folder/wrong.md"
! cmp -s "$folder/table.md" "$folder/wrong.md" || { echo "no row of transpose_shared has 32 turns"; exit 1; }
! README="$folder/wrong.md" sh "$update" --check lens >/dev/null 2>&1 || { echo "not noticed: another conflict degree"; exit 1; }

mkdir -p "$folder/common/tools" "$folder/docs/figures/drawn"
cp "$SOURCE_DIR/common/tools/draw-banks.sh" "$folder/common/tools"
sed 's/class="hit"/class="bank"/' "$SOURCE_DIR/docs/figures/drawn/tile-banks.svg" >"$folder/docs/figures/drawn/tile-banks.svg"
! sh "$folder/common/tools/draw-banks.sh" --check >/dev/null 2>&1 || { echo "not noticed: a changed drawing"; exit 1; }
