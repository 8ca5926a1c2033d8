#!/bin/sh
# common is in layers, as ARCHITECTURE.md and the head of layers.py say: includes go down and never in a circle, headers have unique names
# and are included by their folder. That functions have at most 60 lines is advice.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
wants python3

layered() { python3 "$SOURCE_DIR/common/authoring/layers.py" "$tree"; }

# small_tree: two layers and a room that are right.
small_tree() {
  new_tree
  plant common/support/text.hpp '#pragma once'
  plant common/support/text.cpp '#include "support/text.hpp"'
  plant common/include/tutorial/program.hpp '#include "tutorial/errors.hpp"'
  plant common/include/tutorial/errors.hpp '#pragma once'
  plant common/driver/run/run.cpp "#include \"driver/data/rows.hpp\"
#include \"support/text.hpp\"
#include \"tutorial/program.hpp\"
const char* words = R\"(
#include \"marking/mark.hpp\"
)\";
$(seq 70 | sed 's/^/\/\/ /')
int run(int n) {
  return n == 1'000 ? '{' : 2;
}"
  plant common/driver/data/rows.hpp '#pragma once'
  plant common/marking/mark.hpp '#include "sim/lens/lens.hpp"'
  plant common/sim/lens/lens.hpp '#include "sim/lens/race/order.hpp"'
  plant common/sim/lens/race/order.hpp '#pragma once'
  plant common/sim/lens/race/races.cpp '#include "sim/lens/lens.hpp"'
  plant common/sim/include/cuda_runtime.h '#include "cuda_runtime_api.h"'
  plant common/sim/include/cuda_runtime_api.h '#include "cuda_runtime.h"'
}

small_tree
must_pass layered
small_tree
plant common/support/files.cpp '
#include "driver/data/rows.hpp"'
must_find 'common/support/files.cpp:2: support includes driver/data/rows.hpp of driver, a layer above' layered
small_tree
plant common/sim/runtime/heap.cpp '#include "support/text.hpp"'
must_find 'simulator includes support/text.hpp of support, a layer above' layered
small_tree
plant common/driver/run/table.cpp '#include "run.hpp"'
plant common/driver/run/run.hpp '#pragma once'
must_find 'common/driver/run/table.cpp:1: "run.hpp" is not included by its folder' layered
small_tree
plant common/driver/data/text.hpp '#pragma once'
must_find '2 headers are called text.hpp: common/driver/data/text.hpp, common/support/text.hpp' layered
small_tree
plant common/driver/data/rows.hpp '#include "driver/data/row.hpp"'
plant common/driver/data/row.hpp '#include "driver/data/rows.hpp"'
must_find 'a circle of includes: common/driver/data/row.hpp -> common/driver/data/rows.hpp -> common/driver/data/row.hpp' layered
small_tree
plant common/driver/run/run.hpp '#pragma once'
plant common/driver/data/rows.cpp '#include "driver/run/run.hpp"'
must_find 'a circle of includes: common/driver/data -> common/driver/run -> common/driver/data' layered
small_tree
plant common/driver/data/long.cpp "struct Long {
  int run(int n) const {
$(seq 59 | sed 's/.*/    if (n) { ++n; }/')
  }
};"
must_advise 'common/driver/data/long.cpp:2: a function of 61 lines, more than 60: int run(int n) const' layered

real_tree
layered
