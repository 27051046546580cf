#!/usr/bin/env bash
# Installs the engine library that engine/package-lock.json pins for this platform.
#
# usage: install-engine.sh TARGET
#
# TARGET appears complete or not at all: npm works in a temporary folder beside
# it, and the finished file is moved there in one step.
set -euo pipefail

target=$1
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(dirname "$(dirname "$target")")

fail() {
  echo "engine: $1" >&2
  echo "engine: or set CAIRN_CLICKHOUSE_URL to use a ClickHouse server instead" >&2
  exit 1
}

[ -e "$target" ] && exit 0
command -v npm >/dev/null || fail "npm is missing; install Node.js 20.19 or newer"

mkdir -p "$folder"
# Left behind by an install that was killed.
find "$folder" -maxdepth 1 -name '.install-*' -mmin +120 -exec rm -rf {} +
work=$(mktemp -d "$folder/.install-XXXXXX")
progress=
finish() {
  [ -z "$progress" ] || kill "$progress" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

show_progress() {
  while sleep 2; do
    echo "engine: $(du -sm "$work" | cut -f1) MB of about 570 MB"
  done
}

echo "engine: installing into $(dirname "$target") (180 MB to download, once per version)"
show_progress &
progress=$!
cp "$root/engine/package.json" "$root/engine/package-lock.json" "$root/engine/.npmrc" "$work"
(cd "$work" && npm ci --ignore-scripts --loglevel=error) || fail "npm could not install the library"

library=$(find "$work/node_modules" -name libchdb.so -type f 2>/dev/null | head -n 1)
[ -n "$library" ] || fail "there is no engine library for $(uname -s) on $(uname -m)"
mkdir -p "$(dirname "$target")"
mv -f "$library" "$target"
echo "engine: installed $target"
