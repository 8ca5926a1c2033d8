#!/bin/sh
# Matrices that cannot be read, or that a program does not support, end in one line with the reason, and exit code 2.
# Needs: ch06_reduction.sim
# shellcheck source=ch06_reduction/tests/support/refuses.sh
. "$SOURCE_DIR/ch06_reduction/tests/support/refuses.sh"
for program in spmv_ell spmv_blocks spmv_choice spmv_coo spmv_diagonals spmv_hybrid spmv_sliced; do [ -x "$programs/$program" ] || exit 77; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

sample=$SOURCE_DIR/ch06_reduction/sparse/data
head -n 40 "$sample/uneven.mtx" >"$folder/truncated.mtx"
sed '50s/.*/73 1 2/' "$sample/uneven.mtx" >"$folder/outside.mtx"

for program in spmv_thread_per_row spmv_warp_per_row spmv_ell spmv_choice; do
  refuses 'truncated.mtx, line 40: the file ends after 36 of the' "$program" --matrix "$folder/truncated.mtx"
  refuses "outside.mtx, line 50: row: '73' is outside 1 to 72" "$program" --matrix "$folder/outside.mtx"
  refuses 'cannot open' "$program" --matrix "$folder/none.mtx"
  refuses 'is a directory' "$program" --matrix "$folder"
done
refuses 'ELL would need' spmv_ell --grid 60 --data uneven
refuses 'blocks of 8 x 8 would need' spmv_blocks --grid 100 --data random
refuses 'DIA would need' spmv_diagonals --grid 60 --data uneven
refuses 'takes denormals for zero' spmv_coo --grid 5 --x denormal
refuses 'takes denormals for zero' spmv_hybrid --grid 5 --x denormal
refuses 'sliced ELL would need' spmv_sliced --grid 300 --data long
