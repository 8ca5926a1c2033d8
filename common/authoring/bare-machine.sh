#!/bin/sh
# The README's two commands on a machine with nothing installed: makes a minimal Debian 12 in a folder (debootstrap), clones the last commit
# into it, runs `./tutorial run`, a first check and `./tutorial test` there, and prints when each was done. Needs root, debootstrap and a network.
#
#   common/authoring/bare-machine.sh [--as root|user] [--no-test] FOLDER
#
# --as user: as an ordinary user without sudo; the script must then print the command that installs, which is run as root.
# FOLDER is created, holds about 3 GB, and is removed at the end; the logs stay in FOLDER.logs. MIRROR: the packages' address.
set -eu
as=root
no_test=
folder=
while [ $# -gt 0 ]; do
  case $1 in
    --as) as=$2; shift ;;
    --no-test) no_test=--no-test ;;
    -*) echo "bare-machine: there is no option $1" >&2; exit 2 ;;
    *) folder=$1 ;;
  esac
  shift
done
case $as in root | user) ;; *) echo "bare-machine: --as wants root or user" >&2; exit 2 ;; esac
[ -n "$folder" ] || { echo "usage: bare-machine.sh [--as root|user] [--no-test] FOLDER" >&2; exit 2; }
[ ! -e "$folder" ] || { echo "bare-machine: $folder is there already" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "bare-machine: debootstrap and chroot want root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "bare-machine: debootstrap is not installed" >&2; exit 1; }
tree=$(cd "$(dirname "$0")/../.." && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
logs=$folder.logs
mkdir -p "$logs"
# In a mount namespace of its own, so that nothing stays mounted.
if [ -z "${BARE_MACHINE_INSIDE:-}" ]; then
  code=0
  BARE_MACHINE_INSIDE=1 unshare --mount "$0" --as "$as" ${no_test:+"$no_test"} "$folder" || code=$?
  rm -rf --one-file-system "$folder"
  exit "$code"
fi

debootstrap --variant=minbase bookworm "$folder" "$mirror" >"$logs/debootstrap.txt" 2>&1 || { tail -n 5 "$logs/debootstrap.txt" >&2; exit 1; }
mount -t proc proc "$folder/proc"
mount --bind /dev "$folder/dev"
mount --bind /dev/pts "$folder/dev/pts"
cp /etc/resolv.conf "$folder/etc/resolv.conf"
if [ "$as" = user ]; then
  chroot "$folder" useradd --create-home learner
  home=/home/learner
else
  home=/root
fi
git clone --quiet --no-hardlinks "$tree" "$folder$home/cuda-by-chapter"
[ "$as" = root ] || chroot "$folder" chown -R learner "$home"

# inside WHO COMMAND: in the clone, with only a PATH in the environment.
inside() {
  if [ "$1" = root ]; then
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root CI="${CI:-}" chroot "$folder" sh -c "cd $home/cuda-by-chapter && $2"
  else
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot --userspec=learner "$folder" env PATH=/usr/bin:/bin HOME="$home" sh -c "cd $home/cuda-by-chapter && $2"
  fi
}
now() { date +%s; }
start=$(now)
# said WHAT: prints the time since the start.
said() { printf '%-28s %4d s\n' "$1" $(($(now) - start)); }
# step NAME COMMAND WANTED-EXIT
step() {
  code=0
  inside "$as" "$2" >"$logs/$1.txt" 2>&1 || code=$?
  [ "$code" -eq "$3" ] || { tail -n 40 "$logs/$1.txt" >&2; echo "bare-machine: $2 ended with $code, wanted $3" >&2; exit 1; }
  said "end of $1"
}

yes=--yes
if [ "$as" = user ]; then
  yes=
  step "refusal" "./tutorial run" 1
  line=$(sed -n "s/^.*This installs it: su -c '\(.*\)'\$/\1/p" "$logs/refusal.txt")
  [ -n "$line" ] || { cat "$logs/refusal.txt" >&2; echo "bare-machine: no line to install with was named" >&2; exit 1; }
  inside root "DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; $line" >"$logs/packages.txt" 2>&1
  said "packages are there"
fi
# The first line of a table shows that there is something to read.
(
  while ! grep -qs '^Ladder: ' "$logs/run.txt"; do sleep 1; done
  said "first table"
) &
watcher=$!
trap 'kill "$watcher" 2>/dev/null || true' EXIT
step run "./tutorial run $yes" 0
wait "$watcher"
step mark "./tutorial exercise start guard_tail && { ./tutorial exercise check guard_tail; [ \$? -eq 1 ]; }" 0
[ -n "$no_test" ] || step test "./tutorial test $yes" 0
[ -n "$no_test" ] || tail -n 5 "$logs/test.txt"
