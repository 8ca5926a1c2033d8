#!/bin/sh
# Usage: what_nvcc_makes.sh FOLDER NVCC. Prints the accesses in nvcc's code for the forms, in the form in which access_forms prints the lens's counts.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# As a program is built that asks for nothing: NVCC_APPEND_FLAGS may say otherwise.
env -u NVCC_APPEND_FLAGS -u NVCC_PREPEND_FLAGS "$2" -x cu -std=c++17 -arch=sm_90 -ptx -o "$scratch/forms.ptx" "$1/forms.cuh"
awk -f "$1/ptx.awk" "$scratch/forms.ptx" | c++filt | sed 's/^void //; s/(.*)|/|/' | LC_ALL=C sort -t '|' -k 1,2 -k 3n | uniq -c |
  awk '{
    count = $1
    sub(/^ *[0-9]+ /, "")
    split($0, part, "|")
    if (!(part[1] in text)) text[part[1]] = ""
    if (part[2] != "") text[part[1]] = text[part[1]] (text[part[1]] == "" ? "" : ", ") part[2] " " count " x " part[3]
  }
  END { for (name in text) print name " | " text[name] }'
