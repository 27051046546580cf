#!/usr/bin/env bash
# Builds and installs the OpenTelemetry Collector that runs the recipes in
# deploy/collect, as deploy/collect/collector pins it.
#
# usage: install-collector.sh TOOL_FOLDER        prints its path
#
# The program appears complete or not at all.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
source=$root/deploy/collect/collector
pins=$(cat "$source"/go.sum "$source"/*.go | sha256sum | cut -c1-16)
target=$1/collector-$pins
if [ ! -x "$target" ]; then
  echo "tools: building an OpenTelemetry Collector (once, about five minutes)" >&2
  mkdir -p "$1"
  work=$(mktemp -d "$1/.collector-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  # Prometheus without its discovery of targets, which is a client for each cloud.
  (cd "$source" && CGO_ENABLED=0 GOFLAGS= go build -tags remove_all_sd -trimpath -buildvcs=false -ldflags '-s -w' -o "$work/collector" .)
  mv "$work/collector" "$target"
fi
echo "$target"
