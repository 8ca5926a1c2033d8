#!/bin/sh
# exercises-on-gpu.sh passes if every answer gets its expected result, and names the line of one that does not. A script replaces the marker.
set -eu
FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"' EXIT
mkdir -p "$FOLDER/build/bin" "$FOLDER/path"
printf '#!/bin/sh\necho "some GPU"\n' >"$FOLDER/path/nvidia-smi"

# marker WRONG_ANSWER: full points for the solution, a time for what is right and not good; that answer is given full points, too
marker() {
  cat >"$FOLDER/build/bin/tutorial-mark" <<END
#!/bin/sh
case \$3 in
  *$1) echo "on the GPU: 1 us a call"; exit 0 ;;
  *wrong/*)
    grep -q "\"\$(basename "\$3")\": {\"part\": \"good\"" "\$(dirname "\$3")/../exercise.json" && echo "on the GPU: 2 us a call"
    exit 1 ;;
  *exercise.cu) exit 1 ;;
esac
echo "on the GPU: 1 us a call"
END
  chmod +x "$FOLDER/build/bin/tutorial-mark" "$FOLDER/path/nvidia-smi"
}

run() {
  code=0
  PATH="$FOLDER/path:$PATH" sh "$SOURCE_DIR/common/authoring/exercises-on-gpu.sh" "$FOLDER/build" "$FOLDER/results.csv" >"$FOLDER/out" 2>&1 || code=$?
}

complain() {
  echo "$1:" >&2
  cat "$FOLDER/out" >&2
  exit 1
}

marker no_such.cu
run
[ $code -eq 0 ] || complain "what is as it should be is complained about"
[ "$(grep -c ',ok,' "$FOLDER/results.csv")" -eq 32 ] || complain "there are not four lines for each of eight exercises"
marker too_few_threads.cu
run
[ $code -eq 1 ] || complain "a wrong answer has full points, and nobody says so"
grep -q '^coalesce_gather,too_few_threads.cu,loses,0,BAD,' "$FOLDER/results.csv" || complain "the line is not named"
code=0
sh "$SOURCE_DIR/common/authoring/exercises-on-gpu.sh" "$FOLDER" >"$FOLDER/out" 2>&1 || code=$?
[ $code -eq 2 ] || complain "a folder without a marker is taken"
