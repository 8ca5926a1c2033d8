#!/bin/sh
# Every drawing is made by a script with a test of its own, and the check reports one that is not. (The build of the site checks that each
# image exists and has an alternative text.)
# Needs: nothing
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# orphans ROOT: one line for each fault.
orphans() {
  (cd "$1" && find docs/figures -name '*.svg' | sort) >"$folder/figures"
  while read -r figure; do
    name=$(basename "$figure" .svg)
    case $figure in
      docs/figures/drawn/lanes-*) grep -q "^    \"${name#lanes-}\": " "$1/common/authoring/draw_lanes.py" ;;
      docs/figures/drawn/prediction.svg) grep -q '"prediction.svg"' "$1/common/authoring/prediction_accuracy.py" ;;
      docs/figures/steps/*) grep -q "^    \"$name\": " "$1/common/authoring/steps.py" ;;
      docs/figures/drawn/*) cat "$1/common/authoring/draw_ideas.py" "$1/common/authoring/draw_kernels.py" "$1/common/authoring/draw_banks.py" "$1/common/authoring/draw_layers.py" | grep -q "$name" ;;
      docs/figures/*/memory-latency*.svg | docs/figures/*/memory-bandwidth*.svg) grep -q "${name%-narrow}" "$1/common/authoring/plot_memory.py" ;;
      docs/figures/*/scaling-*.svg) grep -q 'scaling-{scaling}' "$1/common/authoring/plot_scaling.py" ;;
      docs/figures/*/*-bars.svg | docs/figures/*/*-size.svg | docs/figures/*/*-end-to-end.svg | docs/figures/*/*-roofline.svg | docs/figures/*/*-narrow.svg) : ;;  # plot_bench.py: one for each ladder
      *) false ;;
    esac || echo "$figure: no script draws it"
  done <"$folder/figures"
}

mkdir -p "$folder/tree/docs/figures/drawn" "$folder/tree/common/authoring"
cp "$SOURCE_DIR"/common/authoring/draw_*.py "$folder/tree/common/authoring"
: >"$folder/tree/docs/figures/drawn/by-hand.svg"
: >"$folder/tree/docs/figures/drawn/halo.svg"
[ "$(orphans "$folder/tree")" = "docs/figures/drawn/by-hand.svg: no script draws it" ] || { echo "what nobody draws is not noticed"; exit 1; }

orphans "$SOURCE_DIR" >"$folder/orphans"
[ ! -s "$folder/orphans" ] || { cat "$folder/orphans"; exit 1; }
