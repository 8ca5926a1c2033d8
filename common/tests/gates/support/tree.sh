# shellcheck shell=sh
# Sourced by the gates: the files that they examine, and planted faults that they must find. $tree is the folder that a gate examines.
# Only the temporary folder is removed.
tree=$SOURCE_DIR
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
planted=0

# files PATTERN…: the tree's own files of these names, as Git knows them; where it knows none, all that are there but what a build makes.
files() {
  if [ "$tree" = "$SOURCE_DIR" ] && git -C "$tree" rev-parse --git-dir >/dev/null 2>&1; then
    git -C "$tree" ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do [ ! -e "$tree/$file" ] || echo "$file"; done
  else
    for pattern in "$@"; do
      (cd "$tree" && find . -path ./build -prune -o -path ./my_exercises -prune -o -path ./.git -prune -o -type f -name "$pattern" -print | sed 's|^\./||')
    done | sort -u
  fi
}

# wants TOOL: skips the gate, and says so, where the tool is not installed.
wants() { command -v "$1" >/dev/null || { echo "skipped: $1 is not installed"; exit 77; }; }

# new_tree: from now on the gate looks at an empty tree, in which `plant FILE TEXT` makes files.
new_tree() {
  planted=$((planted + 1))
  tree=$folder/planted$planted
  mkdir "$tree"
}
plant() {
  mkdir -p "$(dirname "$folder/planted$planted/$1")"
  printf '%s\n' "$2" >"$folder/planted$planted/$1"
}

# The planted trees show that a gate can fail. They are looked at where GATES_PLANTED is set: in the tests gate_NAME.planted, which run when a
# gate has changed (`./tutorial test --changed`), and nightly.
GATES_PLANTED=${GATES_PLANTED:-}

# must_find WORDS GATE…: the gate fails in the planted tree, and says the words.
must_find() {
  [ -n "$GATES_PLANTED" ] || return 0
  words=$1
  shift
  if "$@" >"$folder/said" 2>&1; then echo "not noticed in a planted tree: $words"; exit 1; fi
  grep -qF -e "$words" "$folder/said" || { echo "'$words' is not said of a planted fault, but:"; cat "$folder/said"; exit 1; }
}

# must_advise WORDS GATE…: the gate passes the planted tree, with these words as advice.
must_advise() {
  [ -n "$GATES_PLANTED" ] || return 0
  words=$1
  shift
  "$@" >"$folder/said" 2>&1 && grep -qF -e "advice: $words" "$folder/said" || { echo "no advice '$words' for a planted tree, but:"; cat "$folder/said"; exit 1; }
}

# must_pass GATE…: the gate has nothing to say of the planted tree.
must_pass() {
  [ -n "$GATES_PLANTED" ] || return 0
  "$@" >"$folder/said" 2>&1 && ! grep -q '^advice: ' "$folder/said" || { echo "too much is said of a planted tree:"; cat "$folder/said"; exit 1; }
}
real_tree() { tree=$SOURCE_DIR; }
