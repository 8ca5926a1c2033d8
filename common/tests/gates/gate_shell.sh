#!/bin/sh
# No shell script has a finding of shellcheck; .shellcheckrc has its settings.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"
wants shellcheck

# The scripts: by their name, or by their first line.
scripts() {
  files '*.sh'
  files '*' | grep -v '\.[a-zA-Z0-9]*$' | while read -r file; do
    case $(head -n 1 "$tree/$file" | tr -d '\000') in '#!/bin/sh'* | '#!/usr/bin/env bash'* | '#!/bin/bash'*) echo "$file" ;; esac
  done
}

clean() {
  cp "$SOURCE_DIR/.shellcheckrc" "$folder"  # which shellcheck looks for above a planted tree
  scripts | sort -u | (cd "$tree" && xargs -n 20 -P "$(nproc)" shellcheck)
}

new_tree
plant mend "#!/bin/sh
rm -r \$1"
must_find SC2086 clean
new_tree
plant mend '#!/bin/sh
rm -r "$1"'
must_pass clean
real_tree
clean
