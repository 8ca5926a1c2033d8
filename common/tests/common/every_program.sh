#!/bin/sh
# Every program of a list, started with one option, ends with the given exit code and prints one line: its name, then the given text.
#
#   every_program.sh programs_sim.txt --no-such-option 2 ""                  the shared command line
#   every_program.sh programs_on_a_gpu.txt --quick 77 "no CUDA device "      where no GPU is visible; CTest counts 77 as skipped
set -u
programs=0
wrong=0
while read -r program; do
  programs=$((programs + 1))
  code=0
  said=$(CUDA_VISIBLE_DEVICES='' "$program" "$2" 2>&1 >/dev/null) || code=$?
  case $code:$said in
    *"
"*) ;;
    "$3:$(basename "$program"): $4"*) continue ;;
  esac
  wrong=$((wrong + 1))
  printf '%s %s: exit code %s, not %s and one line that begins with "%s: %s"; it said:\n%s\n' "$program" "$2" "$code" "$3" "$(basename "$program")" "$4" "$said"
done <"$1"
[ "$programs" -gt 0 ] || { echo "$1 names no program"; exit 1; }
[ "$wrong" -eq 0 ]
