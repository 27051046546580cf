#!/usr/bin/env bash
# Runs one long fault scenario. A scenario is a Go test named TestSoak… in a file
# with the build tag `soak`; its name here is the rest in lower case with hyphens
# (TestSoakEngineKill is engine-kill).
#
# usage: soak.sh SCENARIO        without a name: list the scenarios
set -euo pipefail
cd "$(dirname "$0")/.."

# Prints "name function folder" for each scenario.
scenarios() {
  grep -rlE --include='*_test.go' '^//go:build .*\bsoak\b' cmd internal bench 2>/dev/null | while read -r file; do
    grep -oE '^func TestSoak[A-Z][A-Za-z0-9]*' "$file" | sed 's/^func //' | while read -r function; do
      name=$(sed -E 's/^TestSoak//; s/([a-z0-9])([A-Z])/\1-\2/g' <<<"$function" | tr '[:upper:]' '[:lower:]')
      echo "$name $function ./$(dirname "$file")"
    done
  done || true
}

list() {
  local names
  names=$(scenarios | cut -d' ' -f1 | sort)
  if [ -z "$names" ]; then
    echo "there are no scenarios yet"
    return
  fi
  echo "scenarios:"
  sed 's/^/  /' <<<"$names"
}

wanted=${1:-}
if [ -z "$wanted" ]; then
  echo "usage: make soak SCENARIO=<name>" >&2
  list >&2
  exit 2
fi
found=$(scenarios | awk -v wanted="$wanted" '$1 == wanted')
if [ -z "$found" ]; then
  echo "soak: there is no scenario of that name" >&2
  list >&2
  exit 2
fi
read -r _ function folder <<<"$found"
exec go test -tags soak -count=1 -timeout 0 -v -run "^$function\$" "$folder"
