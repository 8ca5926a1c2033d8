#!/bin/sh
# Prints the machine instructions of one kind in a program's kernels, such as the loads that the compiler emitted on each architecture.
#
#   common/authoring/sass.sh EXECUTABLE OPCODE     sass.sh build/auto/cuda/ch08_transpose/transpose_strided_read LDG
#
# Prints the compiler's version, then one line per architecture, kernel and instruction. Needs cuobjdump and nvcc, which come with the CUDA
# toolkit, and c++filt. Exit code 77 if one is missing, or if the program has only PTX and no machine code.
#
# docs/results/sass/PROGRAM.txt is this output for a build with CMAKE_CUDA_ARCHITECTURES="75-real;80-real;90-real;100-real;120-real";
# common/authoring/update_pages.py makes the table in the chapter's README from it.
set -eu
[ $# -eq 2 ] || { echo "usage: sass.sh EXECUTABLE OPCODE" >&2; exit 2; }
[ -r "$1" ] || { echo "sass.sh: cannot read '$1'" >&2; exit 2; }

PATH=$PATH:/usr/local/cuda/bin
for tool in cuobjdump nvcc c++filt; do
  command -v $tool >/dev/null || { echo "sass.sh: no $tool is installed" >&2; exit 77; }
done

# Kernels of common, such as the ceilings', are in every program.
instructions=$(cuobjdump -sass "$1" | c++filt | awk -v opcode="$2" '
  $1 == "code" && $2 == "for" { architecture = $3 }
  $1 == "Function" {
    kernel = $0
    sub(/^.*Function : (void )?/, "", kernel)
    common = kernel ~ /^tutorial::/
    sub(/\(.*$/, "", kernel)
  }
  /^[ \t]*\/\*[0-9a-f]+\*\// && !common {
    instruction = $0
    sub(/^[ \t]*\/\*[0-9a-f]+\*\/[ \t]*/, "", instruction)
    sub(/[ \t]*;.*$/, "", instruction)
    split(instruction, words, " ")
    name = words[1] ~ /^@/ ? words[2] : words[1]
    if (index(name, opcode) == 1) { printf "%-6s  %-22s  %s\n", architecture, kernel, instruction }
    any = 1
  }
  END { exit any ? 0 : 77 }') || { echo "sass.sh: no machine code in '$1'" >&2; exit 77; }
nvcc --version | sed -n 's/^.*, V\([0-9.]*\)$/nvcc \1/p'
printf '%s\n' "$instructions" | LC_ALL=C sort -s -k1.4,1n -k2,2
