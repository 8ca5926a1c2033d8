#!/bin/sh
# Steps of a ladder are predicted in the order in which they were measured, or a reason is recorded. The check reports a pair
# without a reason, and a reason without a pair.
# Needs: predict-counters
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
author prediction_order --build "$BUILD_DIR"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
cp "$BUILD_DIR/tutorial.json" "$folder"
cp "$BUILD_DIR/bin/predict-counters" "$folder/bin/real"
# Each row gets the same time: a step that is twice as fast as the one before does not look so any more.
printf '#!/bin/sh\n"%s" "$@" | sed "s/\\"predicted_s\\":[0-9.e-][0-9.e-]*/\\"predicted_s\\":1e-3/"\n' "$folder/bin/real" >"$folder/bin/predict-counters"
chmod +x "$folder/bin/predict-counters"
! author prediction_order --build "$folder" >"$folder/out" || { echo "another order was not noticed"; exit 1; }
grep -q '^reduce_shuffle, reduce_grid_stride (h200.*no reason in' "$folder/out" || { cat "$folder/out"; exit 1; }
grep -q '^reduce_global, reduce_shared: agrees.*remove its reason' "$folder/out" || { cat "$folder/out"; exit 1; }
