#!/bin/sh
# The errors on the page on predicted times agree with the model, and the check reports a difference.
# Needs: predict-counters
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
author prediction_accuracy --check --build "$BUILD_DIR"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
author prediction_accuracy --rows --build "$BUILD_DIR" >"$folder/rows"
[ "$(wc -l <"$folder/rows")" -gt 100 ] || { echo "few rows were predicted"; exit 1; }
mkdir "$folder/bin"
cp "$BUILD_DIR/bin/predict-counters" "$folder/bin/real"
printf '#!/bin/sh\n"%s" "$@" | sed "s/\\"predicted_s\\":[0-9.e-][0-9.e-]*/\\"predicted_s\\":1e-3/"\n' "$folder/bin/real" >"$folder/bin/predict-counters"
chmod +x "$folder/bin/predict-counters"
! author prediction_accuracy --check --build "$folder" >"$folder/out" 2>"$folder/err" || { echo "another model was not noticed"; exit 1; }
grep -q 'out of date' "$folder/err"
