#!/bin/sh
# Every program of a list that wants a GPU says so where none is visible: exit code 77, which CTest counts as skipped, and one line.
#
#   every_program_is_skipped.sh programs_on_a_gpu.txt
set -u
programs=0
wrong=0
while read -r program; do
  programs=$((programs + 1))
  code=0
  said=$(CUDA_VISIBLE_DEVICES='' "$program" --quick 2>&1 >/dev/null) || code=$?
  case $code:$said in
    *"
"*) ;;
    77:"$(basename "$program"): no CUDA device "*) continue ;;
  esac
  wrong=$((wrong + 1))
  printf '%s --quick: exit code %s, it said:\n%s\n' "$program" "$code" "$said"
done <"$1"
[ "$programs" -gt 0 ] || { echo "$1 names no program"; exit 1; }
[ "$wrong" -eq 0 ]
