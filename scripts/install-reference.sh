#!/usr/bin/env bash
# Installs the script of the API reference page that web/reference.json pins: one
# file of a package that would otherwise bring along 240 others.
#
# usage: install-reference.sh TARGET
#
# TARGET appears complete or not at all.
set -euo pipefail

target=$1
root=$(cd "$(dirname "$0")/.." && pwd)

fail() {
  echo "reference: $1" >&2
  exit 1
}

[ -e "$target" ] && exit 0
command -v npm >/dev/null || fail "npm is missing; install Node.js 20.19 or newer"
pinned() { node -p "require('$root/web/reference.json').$1"; }

folder=$(dirname "$target")
mkdir -p "$folder"
work=$(mktemp -d "$folder/.install-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

package=$(pinned name)@$(pinned version)
echo "reference: installing $package (once per version)"
(cd "$work" && npm pack --silent --loglevel=error "$package" >/dev/null) || fail "npm could not fetch $package"
archive=$(echo "$work"/*.tgz)
digest=sha512-$(node -p 'crypto.createHash("sha512").update(fs.readFileSync(process.argv[1])).digest("base64")' "$archive")
[ "$digest" = "$(pinned integrity)" ] || fail "$package is not the one that web/reference.json pins: $digest"
tar -xzf "$archive" -C "$work" package/dist/browser/standalone.js
touch "$work/package/dist/browser/standalone.js" # packages have files of 1985
mv -f "$work/package/dist/browser/standalone.js" "$target"
