#!/bin/sh
# Usage: compare.sh lens PROGRAM | compare.sh nvcc NVCC. Compares the table with forms.txt: exactly these forms, with these counts; a wrong
# row is reported. 77: there is nothing to compare with.
set -eu
folder=$(dirname "$0")
case $1 in
  lens) got=$("$2") && columns='$3 == "" ? $2 : $3' ;;
  nvcc)
    [ -x "$2" ] || { echo "skipped: no nvcc" && exit 77; }
    release=$("$2" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
    [ "$release" -ge 13 ] || { echo "skipped: nvcc $release, and the table is of 13" && exit 77; }
    got=$(sh "$folder/what_nvcc_makes.sh" "$folder" "$2") && columns='$2'
    ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
printf '%s\n' "$got" | LC_ALL=C sort >"$scratch/got"
# expected TABLE: its rows as they are compared
expected() { awk -F ' *[|] *' '/^[^#]/ { print $1 " | " ('"$columns"') }' "$1" | LC_ALL=C sort; }

expected "$folder/forms.txt" >"$scratch/expected"
[ -s "$scratch/expected" ]
diff "$scratch/expected" "$scratch/got" || { echo "< forms.txt, > $1" && exit 1; }
echo "$(wc -l <"$scratch/got") forms"
sed 's|^\(brace_float3 *. global store\) 3 x 4|\1 1 x 4|' "$folder/forms.txt" >"$scratch/planted.txt"
expected "$scratch/planted.txt" >"$scratch/expected"
! diff "$scratch/expected" "$scratch/got" >/dev/null || { echo "a planted difference was not noticed" && exit 1; }
