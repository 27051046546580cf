#!/usr/bin/env bash
# Builds and installs the programs that send telemetry in tests, as bench/senders
# pins them: telemetrygen, an OpenTelemetry Collector, and the JavaScript SDK.
#
# usage: install-senders.sh CACHE        prints the folder that holds them
#
# The folder appears complete or not at all.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
pins=$(cat "$root"/bench/senders/go.sum "$root"/bench/senders/collector/*.go "$root"/bench/senders/js/package-lock.json "$root"/bench/senders/js/send.mjs | sha256sum | cut -c1-16)
target=$1/senders/$pins
if [ ! -e "$target" ]; then
  command -v npm >/dev/null || { echo "senders: npm is missing; install Node.js 20.19 or newer" >&2; exit 1; }
  echo "senders: building (once, about two minutes)" >&2
  mkdir -p "$1/senders"
  # Left behind by an install that was killed.
  find "$1/senders" -maxdepth 1 -name '.install-*' -mmin +120 -exec rm -rf {} +
  work=$(mktemp -d "$1/senders/.install-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  (cd "$root/bench/senders" && CGO_ENABLED=0 go build -o "$work/telemetrygen" github.com/open-telemetry/opentelemetry-collector-contrib/cmd/telemetrygen)
  (cd "$root/bench/senders" && CGO_ENABLED=0 go build -o "$work/collector" ./collector)
  cp -R "$root/bench/senders/js" "$work/js"
  (cd "$work/js" && npm ci --ignore-scripts --loglevel=error >&2)
  mv -T "$work" "$target" 2>/dev/null || [ -e "$target" ] # another one may have been quicker
fi
echo "$target"
