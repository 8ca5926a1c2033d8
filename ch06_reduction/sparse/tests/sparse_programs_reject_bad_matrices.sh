#!/bin/sh
# Matrices that cannot be read, or that a program does not support, end in one line with the reason, and exit code 2.
# Needs: ch06_reduction.sim
programs=$BUILD_DIR/sim/ch06_reduction
for program in spmv_ell spmv_blocks spmv_choice spmv_coo spmv_diagonals; do [ -x "$programs/$program" ] || exit 77; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

refuses() {  # what the message must contain, then the command
  wanted=$1
  program=$2
  shift 2
  message=$("$programs/$program" "$@" 2>&1 >"$folder/stdout")
  status=$?
  if [ $status -ne 2 ]; then echo "$program $*: exit code $status, wanted 2"; exit 1; fi
  if [ -s "$folder/stdout" ]; then echo "$program $*: something on standard output"; exit 1; fi
  if [ "$(printf '%s\n' "$message" | wc -l)" -ne 1 ]; then echo "$program $*: not one line: $message"; exit 1; fi
  case $message in
    *"$wanted"*) ;;
    *) echo "$program $*: no '$wanted' in: $message"; exit 1 ;;
  esac
}

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
