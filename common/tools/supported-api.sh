#!/bin/sh
# Lists what the simulator supports of CUDA and what it refuses, out of its headers as a compiler sees them, on docs/pages/supported.md.
#
#   common/tools/supported-api.sh           writes
#   common/tools/supported-api.sh --check   exit code 1 and the differences if the page is out of date
#
# PAGE: another page. CXX: the compiler that preprocesses.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
page=${PAGE:-$root/docs/pages/supported.md}
. "$root/common/tools/blocks.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/all.cpp" <<'END'
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>
END
"${CXX:-g++}" -std=gnu++20 -E -I "$root/common/sim/include" "$folder/all.cpp" >"$folder/all.ii"

# "header name" of each function that is declared in no namespace, or as a friend: the first name before a parenthesis in a declaration.
awk '
  function declared(text, name) {
    gsub(/(__attribute__|__declspec__|alignas|noexcept|decltype) *\(\([^)]*\)\)|(alignas|noexcept|decltype) *\([^)]*\)/, "", text)
    if (text ~ /^[ \t]*(typedef|using|static_assert|struct|class|enum|union|namespace)[ \t(]/ || text ~ /operator/ || text ~ /^[^(]*=/) return
    if (!match(text, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) return
    name = substr(text, RSTART, RLENGTH)
    sub(/[ \t]*\($/, "", name)
    before = substr(text, 1, RSTART - 1)
    if (before ~ /[A-Za-z0-9_>&*][ \t&*]*$/ && before !~ /::[ \t]*$/) print header, name
  }
  /^# [0-9]+ "/ { ours = index($3, "/common/sim/include/") > 0; header = $3; gsub(/.*\/|"/, "", header); next }
  ours {
    line = $0
    while (match(line, /[{};]/)) {
      text = text substr(line, 1, RSTART - 1)
      mark = substr(line, RSTART, 1)
      line = substr(line, RSTART + 1)
      if (mark == "{") {
        transparent = text ~ /extern "C"[ \t]*$/
        if (!transparent && (depth == 0 || text ~ /^[ \t]*friend /)) declared(text)
        stack[++level] = transparent ? 0 : 1
        depth += stack[level]
      } else if (mark == "}") {
        depth -= stack[level--]
      } else if (depth == 0) {
        declared(text)
      }
      text = ""
    }
    text = text line " "
  }' "$folder/all.ii" | sort -u >"$folder/names"

# What the simulator refuses, with the reason.
sed -n 's/.*::cudasim::refuse("\([A-Za-z0-9_]*\)", *\("[^"]*"\( *"[^"]*"\)*\)).*/\1 \2/p' "$folder/all.ii" | sed 's/" *"//g; s/"//g' | sort -u >"$folder/refused"
cut -d ' ' -f 1 "$folder/refused" >"$folder/refused-names"

# names HEADER …: the functions that these headers declare, as a list in one paragraph.
names() {
  pattern=$(printf '%s\n' "$@" | paste -sd '|' -)
  sed -nE "s/^($pattern) //p" "$folder/names" | grep -vxFf "$folder/refused-names" | grep -v '^cudasim\|^CUDASIM' | sort -u | sed 's/.*/`&`/' | paste -sd ' ' - | sed 's/` `/`, `/g'
}

{
  echo "### The runtime, for the host"
  echo
  names api.hpp api_overloads.hpp error.hpp properties.hpp driver_types.hpp launch.hpp launch_ex.hpp nvToolsExt.h cuda_profiler_api.h
  printf '\n### Barriers, fences and warps\n\n'
  names sync.hpp warp.hpp shared.hpp site.hpp
  printf '\n### Atomics\n\n'
  names atomics.hpp
  printf '\n### Integers, loads and stores\n\n'
  names intrinsics.hpp load_store.hpp simd.hpp builtins.hpp
  printf '\n### Floating point\n\n'
  names math.hpp rounding.hpp
  printf '\n### `half` and `__nv_bfloat16`\n\n'
  names half.hpp bf16.hpp small_float.hpp
  printf '\n### Vector types\n\n'
  names types.hpp
} >"$folder/supported"

awk '{ name = $1; sub(/^[^ ]* /, ""); if (!($0 in list)) order[++count] = $0; list[$0] = list[$0] (list[$0] == "" ? "" : ", ") "`" name "`" }
  END { print "| why | functions |"; print "| --- | --- |"; for (i = 1; i <= count; ++i) print "| " order[i] " | " list[order[i]] " |" }' "$folder/refused" >"$folder/refusals"

status=0
for part in supported refusals; do
  case ${1:-} in
    --check)
      block "$part" >"$folder/old"
      diff -u "$folder/old" "$folder/$part" || status=1
      ;;
    '') replace "$part" "$folder/$part" ;;
    *) echo "usage: supported-api.sh [--check]" >&2; exit 2 ;;
  esac
done
[ $status -eq 0 ] || echo "supported.md is out of date: common/tools/supported-api.sh writes it anew" >&2
exit $status
