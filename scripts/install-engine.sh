#!/usr/bin/env bash
# Installs the engine library that engine/package-lock.json pins, for this platform
# or another one in Go's words. It must have the digest that the source pins.
#
# usage: install-engine.sh TARGET [PLATFORM]        as in: install-engine.sh lib/libchdb.so linux-arm64
#
# TARGET appears complete or not at all: npm works in a temporary folder beside
# it, and the finished file is moved there in one step. With CAIRN_ENGINE_PIN=1
# a platform that has no digest yet gets that of the library which npm installs;
# the change of the source is for you to look at.
set -euo pipefail

target=$1
this=$(uname -sm | tr '[:upper:]' '[:lower:]' | sed 's/ x86_64/ amd64/; s/ aarch64/ arm64/; s/ /-/')
platform=${2:-$this}
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(dirname "$(dirname "$target")")

fail() {
  echo "engine: $1" >&2
  echo "engine: or set CAIRN_CLICKHOUSE_URL to use a ClickHouse server instead" >&2
  exit 1
}

digests=$root/internal/clickhouse/embedded/libchdb.sha256
pinned() { awk -v platform="$platform" '$2 == platform { print $1 }' "$digests"; }
digest_of() { { sha256sum "$1" 2>/dev/null || shasum -a 256 "$1"; } | cut -c1-64; }

[ -e "$target" ] && exit 0
if [ -z "$(pinned)" ] && [ -z "${CAIRN_ENGINE_PIN:-}" ]; then
  fail "$digests has no digest for $platform, so that nothing vouches for its library; make engine CAIRN_ENGINE_PIN=1 adds the one of npm's package, to be looked at and committed"
fi
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
(cd "$work" && npm ci --ignore-scripts --loglevel=error "--os=${platform%-*}" "--cpu=$(sed 's/amd64/x64/' <<<"${platform#*-}")" --libc=glibc) || fail "npm could not install the library"

library=$(find "$work/node_modules" -name libchdb.so -type f 2>/dev/null | head -n 1)
[ -n "$library" ] || fail "the registry has no engine library for $platform"
digest=$(digest_of "$library")
[ -n "$(pinned)" ] || echo "$digest  $platform" >>"$digests"
[ "$digest" = "$(pinned)" ] || fail "the library for $platform is not the one that the source pins: its SHA-256 is $digest"
mkdir -p "$(dirname "$target")"
mv -f "$library" "$target"
echo "engine: installed $target"
