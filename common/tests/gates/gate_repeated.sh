#!/bin/sh
# Code that a later step repeats is the same as in the step that introduces it: repeated.py says how it is marked.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"

held() { python3 "$SOURCE_DIR/common/tests/gates/repeated.py" "$tree"; }

mark='// [repeated]'
code="__global__ void add() {
$(for k in 1 2 3 4 5 6 7 8; do echo "  f($k);"; done)
  __syncthreads();
}"

# small_tree: a rung whose kernel a header repeats, and a later rung that repeats it, between other code, together with another's.
small_tree() {
  new_tree
  plant ch01_one/01_add.cu "$mark
$(echo "$code" | sed 's|^  f(3);|// [change] [kernel]\n&|')
$mark"
  plant ch01_one/further/02_more.cu "$mark
$code
$mark"
  said='; a test compares the two.'
  plant ch01_one/add.cuh "// Identical to add$said
$mark
$code
$mark"
  plant ch01_one/further/03_choice.cu "// Identical to add$said
$mark
$(echo "$code" | sed 's|^  __sync.*|&  // kept: tried in add|')
$mark
int between = 0;
// Identical to more$said
$mark
$code
$mark"
}

# drifts FILE CHANGE WORDS: a change of one file in that tree is noticed.
drifts() {
  small_tree
  sed "$2" "$tree/$1" >"$folder/changed"
  plant "$1" "$(cat "$folder/changed")"
  must_find "$3" held
}

small_tree
must_pass held
drifts ch01_one/01_add.cu 's/f(5)/f(6)/' "add.cuh and ch01_one/01_add.cu differ in what is [repeated]: 'f(5);' is there 'f(6);'"
drifts ch01_one/add.cuh 's/f(5)/f(6)/' "add.cuh and ch01_one/01_add.cu differ in what is [repeated]: 'f(6);' is there 'f(5);'"
drifts ch01_one/further/03_choice.cu '0,/f(5)/s//f(6)/' "further/03_choice.cu and ch01_one/01_add.cu differ in what is [repeated]"
drifts ch01_one/further/02_more.cu '/f(5)/d' "further/03_choice.cu and ch01_one/further/02_more.cu differ in what is [repeated]"
drifts ch01_one/further/03_choice.cu '/between/,$s/__syncthreads();//' "further/03_choice.cu and ch01_one/further/02_more.cu differ in what is [repeated]"
drifts ch01_one/add.cuh 's/as in add/as in sum/' "add.cuh: sum has no 10 lines between two lines [repeated]"
drifts ch01_one/add.cuh '1d' "add.cuh: the line above [repeated] names no program"
drifts ch01_one/01_add.cu '$d' "01_add.cu: a line // [repeated] has no second one"
drifts ch01_one/further/03_choice.cu '/between/,$d' "02_more.cu: nobody repeats what is [repeated]"

real_tree
held
