#!/bin/sh
# The page on supported CUDA functions lists those of the simulator's headers, and the check reports a difference.
# Needs: nothing
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
author supported_api --check
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page="$SOURCE_DIR/docs/pages/supported.md"
for name in cudaMalloc cudaMemcpyAsync __syncthreads __shfl_down_sync atomicAdd __ldg __fmaf_rn make_float4 __float2half __hmul; do
  grep -qF "\`$name\`" "$page" || { echo "$name is supported, and not listed"; exit 1; }
done
sed 's/`__syncthreads`, //' "$page" >"$folder/page.md"
! PAGE="$folder/page.md" author supported_api --check >/dev/null 2>&1 || { echo "a name that is left out was not noticed"; exit 1; }
