#!/bin/sh
# The errors on the page on predicted times agree with the model, and the check reports a difference.
# Needs: predict-counters
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/calls"
# The model answers once: what it said to the first, second, ... call of a script is what the next script gets, in the other model's words if
# the script sed says so.
cat >"$folder/bin/predict-counters" <<END
#!/bin/sh
number=\$((\$(cat "$folder/number") + 1))
echo "\$number" >"$folder/number"
[ -e "$folder/calls/\$number" ] || "$BUILD_DIR/bin/predict-counters" "\$@" >"$folder/calls/\$number" || exit
sed -f "$folder/sed" "$folder/calls/\$number"
END
chmod +x "$folder/bin/predict-counters"
: >"$folder/sed"
judged() {
  echo 0 >"$folder/number"
  author prediction_accuracy "$@" --build "$folder"
}
judged --check
judged --rows >"$folder/rows"
[ "$(wc -l <"$folder/rows")" -gt 100 ] || { echo "few rows were predicted"; exit 1; }
echo 's/"predicted_s":[0-9.e-][0-9.e-]*/"predicted_s":1e-3/' >"$folder/sed"
! judged --check >"$folder/out" 2>"$folder/err" || { echo "another model was not noticed"; exit 1; }
grep -q 'out of date' "$folder/err"
