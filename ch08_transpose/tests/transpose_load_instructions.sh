#!/bin/sh
# Claim C15 in machine code: plain pointers get the ordinary load; __ldg and const __restrict__ get the read-only one.
set -eu
# holds FILE: what sass.sh printed; on each architecture, all of the six kernels and the right load in each.
holds() {
  awk '
    NR == 1 { next }
    {
      plain = $2 ~ /^read_plain</
      if (!plain && $2 !~ /^read_(ldg|restrict)</) { print "not a kernel of the program: " $0; wrong = 1 }
      instruction = $3 ~ /^@/ ? $4 : $3
      if (instruction !~ /^LDG\.E/ || (instruction ~ /\.CONSTANT/) == plain) { print "another load than expected: " $0; wrong = 1 }
      ++kernels[$1]
    }
    END {
      for (architecture in kernels) {
        ++architectures
        if (kernels[architecture] != 6) { print architecture ": " kernels[architecture] " loads, not 6"; wrong = 1 }
      }
      if (architectures == 0) { print "no machine code"; wrong = 1 }
      exit wrong
    }' "$1"
}

recorded="$SOURCE_DIR/docs/results/sass/transpose_strided_read.txt"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
holds "$recorded"

# The test must report wrong instructions.
for change in 's/\(read_restrict<float>.*\)\.CONSTANT/\1/' 's/\(read_plain<double>.*\)LDG\.E/\1LDG.E.CONSTANT/' '/^sm_80.*read_ldg<float>/d' '/^sm/d'; do
  sed "$change" "$recorded" >"$folder/changed"
  ! cmp -s "$recorded" "$folder/changed" || { echo "nothing to change for: $change"; exit 1; }
  ! holds "$folder/changed" >/dev/null || { echo "not noticed: $change"; exit 1; }
done

program="$BUILD_DIR/cuda/ch08_transpose/transpose_strided_read"
[ -x "$program" ] || { echo "skipped: this build has no CUDA programs"; exit 77; }
# In CI a folder's programs are compiled together, each in a namespace of its own.
sh "$SOURCE_DIR/common/authoring/sass.sh" "$program" LDG >"$folder/all"
sed 's/cudasim_together_02_transpose_strided_read:://; /cudasim_together_/d' "$folder/all" >"$folder/built"
holds "$folder/built"
