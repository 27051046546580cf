#!/usr/bin/env bash
# Prints the path of golangci-lint in exactly this version; builds it when it is
# neither on the path nor in the tool folder. Building takes minutes, once.
#
# usage: golangci-lint.sh VERSION TOOL_FOLDER
set -euo pipefail

version=$1
folder=$2/golangci-lint-$version

if found=$(command -v golangci-lint) && [ "v$("$found" version --short 2>/dev/null)" = "$version" ]; then
  echo "$found"
  exit 0
fi
if [ ! -x "$folder/golangci-lint" ]; then
  echo "tools: building golangci-lint $version (takes minutes, once) into $folder" >&2
  mkdir -p "$folder"
  GOBIN=$folder GOFLAGS= go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version" >&2
fi
echo "$folder/golangci-lint"
