#!/bin/sh
# The lens's counters beside the hardware's, for every kernel of the tutorial. Needs no GPU: what ncu.sh measured on one is in docs/results.
#
#   common/tools/agreement/agreement.sh           writes docs/results/nvidia-h200/agreement.md
#   common/tools/agreement/agreement.sh --check   exit code 1 if that page is out of date or a difference is unexplained
#
# After a change of a kernel or of cases.txt, measure again where there is a GPU, and: agreement collect cases.txt ncu.csv > counters.json
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=${BUILD_DIR:-$root/build/auto}
results=${RESULTS:-$root/docs/results/nvidia-h200}
page=$(mktemp)
trap 'rm -f "$page"' EXIT

about() { sed -n "s/^ *\"$1\": \"\(.*\)\",*\$/\1/p" "$results/about.json"; }
{
  echo "# The lens beside the hardware"
  echo
  echo "Counters of one $(about device) (driver $(about driver), CUDA $(about cuda)), read with Nsight Compute on $(about date), and of the"
  echo "simulator's lens, for the same programs with the same arguments. Written by \`common/tools/agreement/agreement.sh\`."
  echo
  "$build/bin/agreement" compare "$results/counters.json" "$here/explained.txt" "$build/lens"
} >"$page" || { cat "$page"; exit 1; }

case ${1:-} in
  --check) diff -u "$results/agreement.md" "$page" || { echo "agreement.md is out of date: common/tools/agreement/agreement.sh writes it" >&2; exit 1; } ;;
  '') cat "$page" >"$results/agreement.md" ;;
  *) echo "usage: agreement.sh [--check]" >&2; exit 2 ;;
esac
