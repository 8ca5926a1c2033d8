#!/bin/sh
# Sentences of pages that a script can hold: what true.py lists. And it notices where one is not true.
# Needs: nothing
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"

true_pages() { python3 "$SOURCE_DIR/common/tests/gates/true.py" "$tree"; }

# small_tree: one part that checks a sample and says so, a page that draws a line, and one result.
small_tree() {
  new_tree
  plant ch01_one/part/README.md 'The check takes a sample. `./tutorial explain add --line 2`'
  plant ch01_one/part/part.hpp 'queries_(choose_queries(count, seed, 10))'
  plant ch01_one/part/01_add.cu '// add
out[i] = in[i];'
  plant docs/pages/ladder.md 'or a random sample'
  plant docs/results/gpu/bench.json '{"rows": [{"program": "add", "variant": "v", "size": "8192", "ceiling": "read", "ceiling_fraction": 1.04, "verified": true}]}'
  plant docs/claims/claims.json '[{"id": "C1", "source": "ours", "figures": [{"what": "all", "of": {}, "over": {}, "expect": 3}]}]'
}

small_tree
must_pass true_pages
plant ch01_one/part/README.md 'Every element is checked.'
must_find 'ch01_one/part/README.md: part.hpp checks a sample, and the page does not say so' true_pages
small_tree
plant docs/pages/ladder.md 'every element of it is right'
must_find 'docs/pages/ladder.md: some programs check a sample, and the page does not say so' true_pages
small_tree
plant docs/pages/a.md '`./tutorial explain add --line 1`'
must_find 'docs/pages/a.md: line 1 of 01_add.cu accesses nothing' true_pages
small_tree
plant docs/pages/a.md '`./tutorial explain add --line 3`'
must_find 'docs/pages/a.md: 01_add.cu has no line 3' true_pages

real_tree
true_pages
