#!/usr/bin/env bash
# Runs golangci-lint over the Go code. Its cache names files by absolute path, so
# that checkouts can't share one: it would report findings in folders that are
# gone. So it looks at a copy, in a folder that stays.
#
# usage: lint-go.sh LINTER FOLDER [FLAG...]
set -euo pipefail

linter=$1 folder=$2
shift 2

mkdir -p "$folder"
exec 9>"$folder/lock"
flock 9 # one checkout at a time

rm -rf "$folder/src"
mkdir "$folder/src"
sources() {
  git ls-files -z --cached --others --exclude-standard 2>/dev/null ||
    find . \( -path ./web/node_modules -o -path ./bin \) -prune -o -type f -print0
  find web/dist -type f -print0
}
sources | tar --null --files-from=- --create --ignore-failed-read 2>/dev/null | tar --extract --directory "$folder/src"

cd "$folder/src"
export GOLANGCI_LINT_CACHE=$folder/cache
"$linter" run "$@" ./...
cd release # a module of its own
"$linter" run "$@" --build-tags artefacts ./...
cd ../prometheus/check # another
"$linter" run "$@" ./...
