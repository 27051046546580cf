#!/usr/bin/env bash
# Builds and installs the S3 server that tests run, as bench/s3server pins it.
#
# usage: install-s3.sh TOOL_FOLDER        prints its path
#
# The program appears complete or not at all.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
pins=$(cat "$root"/bench/s3server/go.sum "$root"/bench/s3server/*.go | sha256sum | cut -c1-16)
target=$1/s3server-$pins
if [ ! -x "$target" ]; then
  echo "tools: building an S3 server (once, about a minute)" >&2
  mkdir -p "$1"
  work=$(mktemp -d "$1/.s3server-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  (cd "$root/bench/s3server" && CGO_ENABLED=0 GOFLAGS= go build -trimpath -buildvcs=false -ldflags '-s -w' -o "$work/s3server" .)
  mv "$work/s3server" "$target"
fi
echo "$target"
