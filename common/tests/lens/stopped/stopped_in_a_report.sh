#!/bin/sh
# A program that the watchdog or a signal stops ends at once and prints its report, wherever the lens is stopped. The argument is races_for_ever.
set -eu
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CUDASIM_TIMEOUT=1
for run in 1 2 3 4 5 6; do
  code=0
  LENS_JSON=$folder/$run.json timeout 50 "$program" 2>"$folder/said" || code=$?
  [ "$code" -eq 1 ] || { echo "run $run ended with $code:"; cat "$folder/said"; exit 1; }
  grep -q 'still running after 1 s, stopped' "$folder/said" || { echo "run $run does not say why it ended:"; cat "$folder/said"; exit 1; }
  grep -q '"race-warp"\|"race-shared"\|"race-global"' "$folder/$run.json" || { echo "run $run left no report of the race"; exit 1; }
done

export CUDASIM_TIMEOUT=60
for signal in INT TERM; do
  code=0
  LENS_JSON=$folder/$signal.json LENS_SARIF=$folder/$signal.sarif timeout --signal $signal 8 "$program" 2>"$folder/said" || code=$?
  [ "$code" -eq 124 ] || { echo "SIG$signal: ended with $code:"; cat "$folder/said"; exit 1; }
  grep -q "stopped by SIG$signal.*, at .*races_for_ever.cu:" "$folder/said" || { echo "SIG$signal: does not say where:"; cat "$folder/said"; exit 1; }
  grep -q '"incomplete": true' "$folder/$signal.json" || { echo "SIG$signal: the report is not marked as incomplete"; exit 1; }
  grep -q '"race-warp"\|"race-shared"\|"race-global"' "$folder/$signal.json" || { echo "SIG$signal: left no report of the race"; exit 1; }
  grep -q '"executionSuccessful": false' "$folder/$signal.sarif" || { echo "SIG$signal: the SARIF file does not say so"; exit 1; }
done
