# shellcheck shell=sh
# Sourced by the tests of the authors' scripts: skips a test, and says so, if no recent Python is installed.
authoring=$SOURCE_DIR/common/authoring
export PYTHONDONTWRITEBYTECODE=1
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || { echo "skipped: Python 3.9 or newer is not installed"; exit 77; }

# author SCRIPT ARGUMENT…: runs one of common/authoring; another SOURCE_DIR is the tree that it works on.
author() {
  script=$1
  shift
  python3 "$authoring/$script.py" "$@"
}
