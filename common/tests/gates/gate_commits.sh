#!/bin/sh
# A commit's subject has at most 72 letters, and a body below it says why. Looked at: the last 30 commits since the date below, merges
# excepted: what was committed before cannot be mended any more. An archive has none.
# Needs: nothing
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"

# said FOLDER [OPTION OF git log]: of the last commits there, what is wrong.
said() {
  git -C "$1" log --no-merges -n 30 "${2:-HEAD}" --format='commit %h%n%B' | awk '
    function tell() {
      if (hash == "") return
      if (length(subject) > 72) { print hash ": " length(subject) " letters in the subject: " subject; bad = 1 }
      if (!body) { print hash ": no body says why: " subject; bad = 1 }
    }
    /^commit [0-9a-f]+$/ { tell(); hash = $2; subject = ""; body = 0; next }
    subject == "" { subject = $0; next }
    NF { body = 1 }
    END { tell(); exit bad }'
}

wants git
commit() { git -C "$tree" -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q --allow-empty "$@"; }
new_tree
git -C "$tree" init -q
commit -m "It adds" -m "So that two and two are four."
must_pass said "$tree"
commit -m "It adds"
must_find "no body says why: It adds" said "$tree"
commit -m "$(printf '%073d' 1)" -m "It is long."
must_find "73 letters in the subject" said "$tree"

[ "$(git -C "$SOURCE_DIR" rev-parse --show-toplevel 2>/dev/null)" = "$(cd "$SOURCE_DIR" && pwd -P)" ] || { echo "skipped: no history of Git's is here"; exit 77; }
said "$SOURCE_DIR" --since=2026-11-22T22:41:11Z
