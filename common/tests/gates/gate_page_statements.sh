#!/bin/sh
# Statements on pages that a script can check, listed in page_statements.py, are true, and the script reports a false one.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"

true_pages() { python3 "$SOURCE_DIR/common/tests/gates/page_statements.py" "$tree"; }

# results FRACTION VARIANT SIZE: 1 GB, with an L2 cache of 100 MB.
results() {
  plant docs/results/gpu/bench.json '{"about": {"l2_bytes": 100e6}, "rows": [{"program": "add", "variant": "'"$2"'", "size": "'"$3"'", "unit": "GB/s",
    "throughput": 1e3, "median_s": 1e-3, "ceiling": "read", "ceiling_fraction": '"$1"'}]}'
}

# small_tree: one part that checks a sample and says so, a page that draws a line, and one result.
small_tree() {
  new_tree
  plant ch01_one/part/README.md 'The check takes a sample. `./tutorial explain add --line 2`'
  plant ch01_one/part/part.hpp 'queries_(choose_queries(count, seed, 10))'
  plant ch01_one/part/01_add.cu '// add
out[i] = in[i];'
  plant docs/pages/ladder.md 'or a random sample'
  results 1.04 v 8192
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

small_tree
results 1.06 v 8192
must_find "bench.json: add, v, 8192: above the ceiling 'read'" true_pages
results 1.06 'v' '8192, 20 steps'
must_pass true_pages  # 50 MB a step
results 1.06 '8 steps per pass' 8192
must_pass true_pages
small_tree
plant docs/claims/claims.json '[{"id": "C1", "figures": [{"of": {}, "over": {}, "holds": [1, 9]}]}]'
must_find 'C1 has bounds of its own' true_pages

real_tree
true_pages
