#!/bin/sh
# A commit's subject names its area first and says what the commit does: "sim: report a failed launch at its line", at most 60 characters. A body
# says why. Checks the last 30 commits since the date below, except for merges. An archive has none.
# Needs: nothing
# Tier: quick
set -eu
# shellcheck source=common/tests/gates/support/tree.sh
. "$SOURCE_DIR/common/tests/gates/support/tree.sh"

# said FOLDER [OPTION OF git log]: of the last commits there, what is wrong. A verb in the imperative has no ending of another form.
said() {
  git -C "$1" log --no-merges -n 30 "${2:-HEAD}" --format='commit %h%n%B' | awk '
    function wrong(why) { print hash ": " why ": " subject; bad = 1 }
    function tell(   word) {
      if (hash == "") return
      if (length(subject) > 60) wrong(length(subject) " characters in the subject, more than 60")
      if (subject !~ /^[A-Za-z0-9_.\/-]+(, [a-z0-9_.\/-]+)*: [a-z]/) wrong("the subject is not \"area: verb ...\"")
      else {
        word = subject
        sub(/^[^:]*: /, "", word)
        sub(/ .*/, "", word)
        if (word ~ /(ed|ing)$/ && word !~ /^(need|embed|feed|bring|seed|shed|speed|proceed|exceed|ring|string|sing)$/ ) wrong("\"" word "\" is no imperative")
      }
      if (!body) wrong("no body says why")
    }
    /^commit [0-9a-f]+$/ { tell(); hash = $2; subject = ""; body = 0; next }
    subject == "" { subject = $0; next }
    NF { body = 1 }
    END { tell(); exit bad }'
}

wants git
commit() { git -C "$tree" -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q --allow-empty "$@"; }
# planted SUBJECT: the last commit of a tree of its own.
planted() {
  new_tree
  git -C "$tree" init -q
  commit -m "$1" -m "So that two and two are four."
}
for subject in "sum: add two numbers" "tests/gates: need a body" "sim, lens: explain" "README: say less"; do
  planted "$subject"
  must_pass said "$tree"
done
commit -m "sum: add"
must_find "no body says why: sum: add" said "$tree"
planted "sum: $(printf '%056d' 1)"
must_find "61 characters in the subject" said "$tree"
planted "It adds two numbers"
must_find 'the subject is not "area: verb ..."' said "$tree"
planted "sum: added two numbers"
must_find '"added" is no imperative' said "$tree"

[ "$(git -C "$SOURCE_DIR" rev-parse --show-toplevel 2>/dev/null)" = "$(cd "$SOURCE_DIR" && pwd -P)" ] || { echo "skipped: no history of Git's is here"; exit 77; }
said "$SOURCE_DIR" --since=2026-11-28T12:00:00Z
