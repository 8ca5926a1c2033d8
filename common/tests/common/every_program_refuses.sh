#!/bin/sh
# Every program of a list has the shared command line: an unknown option is exit code 2 and one line that begins with the program's name.
#
#   every_program_refuses.sh programs_sim.txt
set -u
programs=0
wrong=0
while read -r program; do
  programs=$((programs + 1))
  code=0
  said=$("$program" --no-such-option 2>&1 >/dev/null) || code=$?
  case $code:$said in
    *"
"*) ;;
    2:"$(basename "$program"): "*) continue ;;
  esac
  wrong=$((wrong + 1))
  printf '%s --no-such-option: exit code %s, it said:\n%s\n' "$program" "$code" "$said"
done <"$1"
[ "$programs" -gt 0 ] || { echo "$1 names no program"; exit 1; }
[ "$wrong" -eq 0 ]
