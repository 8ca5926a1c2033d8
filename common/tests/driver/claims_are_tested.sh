#!/bin/sh
# `claims` tests what a machine without a GPU can test, takes the rest from recorded results, and knows every claim of the books.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
author=$BUILD_DIR/bin/tutorial-author
complain() { echo "$*"; cat "$folder/out" "$folder/err"; exit 1; }

"$author" claims --recorded --json "$folder/all.json" >"$folder/out" 2>"$folder/err" || complain "--recorded failed"
for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do grep -q "\"id\": \"C$number\"" "$folder/all.json" || complain "no claim C$number"; done
for number in 1 2 3 4 5 6 7 8; do grep -q "\"id\": \"P$number\"" "$folder/all.json" || complain "no claim P$number"; done

# One run of bench has all except what a compiler says; each claim of a book names book and chapter, and claims of no book say "ours".
record=$SOURCE_DIR/docs/results/nvidia-h200
[ "$(grep -c '"id"' "$record/claims.json")" -eq 1 ] || complain "the record has more than C8: the others are judged from bench.json"
date=$(sed -n 's/.*"date": *"\([^"]*\)".*/\1/p' "$record/bench.json" | head -n 1)
[ "$(grep -c "\"date\": \"$date\"" "$folder/all.json")" -eq 24 ] || complain "not all of $date, the day of bench.json"
[ "$(grep -cE '"source": "(ours|\[(Rose|SandersKandrot|Farber|Fan)\] ch\. [0-9])"' "$folder/all.json")" -eq 25 ] || complain "a claim without book and chapter"
[ "$(grep -c '"source": "ours"' "$folder/all.json")" -eq 4 ] || complain "P4 to P7 are ours"

"$author" claims C8 P1 P3 P8 --json "$folder/some.json" >"$folder/out" 2>"$folder/err" || complain "C8 P1 P3 P8 failed"
[ "$(grep -c '"id"' "$folder/some.json")" -eq 4 ] || complain "not four findings"
[ "$(grep -c '"verdict": "holds' "$folder/some.json")" -eq 4 ] || complain "a fault that was not seen"

status=0
"$author" claims C99 >"$folder/out" 2>"$folder/err" || status=$?
[ $status -eq 2 ] || complain "an unknown claim: exit $status, wanted 2"
for words in "" "--json="; do
  status=0
  "$author" claims "$words" >"$folder/out" 2>"$folder/err" || status=$?
  [ $status -eq 2 ] || complain "claims '$words': exit $status, wanted 2"
done
