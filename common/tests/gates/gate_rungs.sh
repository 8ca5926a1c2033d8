#!/bin/sh
# Chapters have the structure that rungs.py describes: a rung's kernel is in its file or a step's header and includes few headers, a core ladder is short,
# numbers are in order and without gaps, and a part's page is short.
# Needs: tutorial_driver
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"

shaped() { python3 "$SOURCE_DIR/common/tests/gates/rungs.py" "$tree" "$@"; }

kernel='#include "part/part.hpp"
__global__ void add(int* sum) {  // of two
  const int two = 2;
  *sum += two;
}
int main() { add<<<1, 1>>>(nullptr); }'

# small_tree: one part with one rung that is right.
small_tree() {
  new_tree
  plant ch01_one/part/CMakeLists.txt 'tutorial_part("How?")'
  plant ch01_one/part/README.md '# How?'
  plant ch01_one/part/01_add.cu "$kernel"
  plant ch01_one/part/part.hpp '#include "more.hpp"'
  plant ch01_one/part/more.hpp "$(echo '#include "rest.hpp"'; seq 149)"
  plant ch01_one/part/rest.hpp "$(echo '#include "last.hpp"'; seq 149)"
  plant ch01_one/part/last.hpp "$(seq 99)"
  plant manifest.json '{"programs": [{"chapter": "ch01_one", "name": "add", "source": "ch01_one/part/01_add.cu", "role": "naive", "ladder": "part"}]}'
  manifest=$tree/manifest.json
}

small_tree
must_pass shaped "$manifest"
no_kernel='01_add.cu: launches no kernel of its file or of a STEP.cuh'
for change in 's/add<<</other<<</' 's/__global__/__device__/' 's/  const int.*//; s/  \*sum.*/  from_a_header(sum);/' 's/add<<<.*/} \/\/ add<<<1, 1>>>/' \
  's/int main.*/int main() { const char* text = "add<<<1, 1>>>"; }/'; do
  small_tree
  plant ch01_one/part/01_add.cu "$(printf '%s\n' "$kernel" | sed "$change")"
  must_find "$no_kernel" shaped "$manifest"
done
small_tree  # the address of the kernel is given to what launches it
plant ch01_one/part/01_add.cu "$(printf '%s\n' "$kernel" | sed 's/int main.*/int main() { auto kernel = add; kernel<<<1, 1>>>(nullptr); }/')"
must_pass shaped "$manifest"
small_tree
plant ch01_one/part/last.hpp "$(seq 100)"
must_find "01_add.cu: 401 lines of the chapter's headers, more than 400 (last.hpp 100, more.hpp 150, part.hpp 1, rest.hpp 150)" shaped "$manifest"
small_tree
plant ch01_one/part/rest.hpp "$(seq 151)"
must_find "01_add.cu: rest.hpp has 151 lines, more than 150" shaped "$manifest"
small_tree  # the header of a library peer does not count, nor what only it includes
plant ch01_one/part/more.hpp '#include "library_add.hpp"'
plant ch01_one/part/library_add.hpp "$(echo '#include "behind.hpp"'; seq 300)"
plant ch01_one/part/behind.hpp "$(seq 300)"
must_pass shaped "$manifest"
small_tree  # a kernel that a later step launches too is in a header with the step's name, and is launched
plant ch01_one/part/add.cuh "$(printf '%s\n' "$kernel" | sed '/include/d; /int main/d'; seq 401)"
plant ch01_one/part/01_add.cu '#include "add.cuh"
int main() { add<<<1, 1>>>(nullptr); }'
must_pass shaped "$manifest"
plant ch01_one/part/01_add.cu '#include "add.cuh"
int main() {}'
must_find "$no_kernel" shaped "$manifest"
small_tree  # a header with another name does not do
plant ch01_one/part/kernels.cuh "$(printf '%s\n' "$kernel" | sed '/include/d; /int main/d')"
plant ch01_one/part/01_add.cu '#include "kernels.cuh"
int main() { add<<<1, 1>>>(nullptr); }'
must_find "$no_kernel" shaped "$manifest"
small_tree
plant ch01_one/part/03_add.cu "$kernel"
must_find "ch01_one/part: numbered 01 03, not 01 to 02" shaped "$manifest"
small_tree  # a complete program comes before the ladder's first
plant ch01_one/part/00_add_whole.cu "$kernel"
must_pass shaped "$manifest"
small_tree
plant ch01_one/part/00_add.cu "$kernel"
must_find "ch01_one/part: numbered 00 01, not 01 to 02" shaped "$manifest"
small_tree
plant list.md '| [b](ch01_one/part/02_b.cu) | b? |
| [a](ch01_one/part/01_add.cu) | a? |'
must_find "the list has ch01_one/part/01_add.cu after 02_b.cu" shaped "$manifest" "$tree/list.md"
small_tree
plant ch01_one/part/README.md "$(seq 301)"
must_find "ch01_one/part/README.md: 301 lines of its own, more than 300" shaped "$manifest"
small_tree  # what a script fills in is not the author's
plant ch01_one/part/README.md "$(echo '<!-- code 01_add.cu kernel: begin -->'; seq 301; echo '<!-- code 01_add.cu kernel: end -->'; seq 299)"
must_pass shaped "$manifest"
small_tree
plant ch01_one/part/README.md "$(echo '<!-- code 01_add.cu kernel: begin -->'; seq 301; echo '<!-- code 01_add.cu other: end -->')"
must_find "ch01_one/part/README.md: 303 lines of its own, more than 300" shaped "$manifest"
small_tree
plant manifest.json "$(python3 -c 'import json
program = {"chapter": "ch01_one", "source": "ch01_one/part/01_add.cu", "role": "rung", "ladder": "part"}
print(json.dumps({"programs": [{**program, "name": f"p{i}"} for i in range(9)]}))')"
must_find "the ladder part has 9 rungs, more than 8" shaped "$manifest"

real_tree
"$BUILD_DIR/bin/tutorial-driver" list --markdown >"$folder/list.md"
shaped "$BUILD_DIR/tutorial.json" "$folder/list.md"
