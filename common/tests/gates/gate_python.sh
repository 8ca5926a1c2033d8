#!/bin/sh
# ruff reports nothing in any Python file; .ruff.toml has its settings.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
wants ruff

clean() { files '*.py' | (cd "$tree" && xargs ruff check --no-cache --quiet --config "$SOURCE_DIR/.ruff.toml"); }

new_tree
plant common/authoring/unused.py 'import os'
must_find F401 clean
real_tree
clean
