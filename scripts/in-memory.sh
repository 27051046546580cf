#!/usr/bin/env bash
# Runs a command with its temporary files in memory, where there is room: tests
# with databases otherwise spend much of their time in making, flushing and
# removing files. What Go links stays on disk, as it is large.
#
# usage: in-memory.sh COMMAND...
set -euo pipefail

place=/dev/shm
files_kib=$((4 << 20))  # what the files may need, several times over
memory_kib=$((8 << 20)) # what must be free for them and the programs

available_kib() { awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo; }

# A container may be allowed less than the machine has.
allowed_kib() {
  local max
  max=$(cat /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null | head -n 1) || true
  case $max in
    '' | max) echo "$memory_kib" ;;
    *) awk -v max="$max" 'BEGIN { printf "%d\n", max / 1024 }' ;;
  esac
}

has_room() {
  [ -w "$place" ] && [ "$(stat -f -c %T "$place")" = tmpfs ] &&
    [ "$(df -k --output=avail "$place" | tail -n 1)" -ge "$files_kib" ] &&
    [ "$(available_kib)" -ge "$memory_kib" ] && [ "$(allowed_kib)" -ge "$memory_kib" ]
}

# Tests run programs that they put there, which a mount can forbid.
runs_programs() { cp "$(type -P true)" "$1/probe" && "$1/probe" && rm "$1/probe"; }

# Left behind by a run that was killed.
find "$place" -maxdepth 1 -name 'cairn-test-*' -mmin +120 -exec rm -rf {} + 2>/dev/null || true
has_room 2>/dev/null || exec "$@"
folder=$(mktemp -d "$place/cairn-test-XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP
chmod 1777 "$folder" # PostgreSQL runs as somebody else when we are root
runs_programs "$folder" 2>/dev/null || { rm -rf "$folder"; exec "$@"; }

GOTMPDIR=${GOTMPDIR:-${TMPDIR:-/tmp}} TMPDIR=$folder "$@"
