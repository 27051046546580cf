#!/usr/bin/env bash
# Makes a clean Debian with systemd and curl for the tests of packages, once, as an
# archive in the user's cache.
#
# usage: install-root.sh FILE
set -euo pipefail

file=$1
[ ! -s "$file" ] || exit 0
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo -n)

mkdir -p "$(dirname "$file")"
work=$(mktemp -d)
trap '"${as_root[@]}" rm -rf "$work" "$file.part"' EXIT
echo "making a Debian for the tests of packages"
"${as_root[@]}" debootstrap --variant=minbase --include=systemd,curl bookworm "$work/root" >"$work/log" || {
  tail -n 20 "$work/log" >&2
  exit 1
}
"${as_root[@]}" rm -rf "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/*
"${as_root[@]}" tar --create --gzip --numeric-owner --one-file-system --directory "$work/root" . >"$file.part"
mv "$file.part" "$file"
