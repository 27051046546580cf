#!/usr/bin/env bash
# Fuzzes every target of the module, one after the other, each for the time; what
# a target finds stays in its testdata/fuzz folder, to be committed with the mend.
#
# usage: fuzz.sh TIME [PATTERN]        as in: fuzz.sh 30s Decode
set -euo pipefail
cd "$(dirname "$0")/.."

time=${1:-}
pattern=${2:-}
if [ -z "$time" ]; then
  echo "usage: make fuzz TIME=<duration> [TARGET=<pattern>]" >&2
  exit 2
fi

# Prints "folder function" for each target.
targets() {
  grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+' cmd internal bench |
    sed -E 's|^(.*)/[^/]+:func (.*)$|\1 \2|' | sort
}

# Tells whether a run ended at its deadline without a finding. The coordinator of
# Go's fuzzing takes its own deadline for a failure now and then, the more so on a
# busy machine (golang/go#75804); a finding has a failing input.
found_nothing() {
  grep -qE '^ +context deadline exceeded$' "$1" && ! grep -q 'Failing input written' "$1"
}

# Fuzzes one target, again when the run ended without a finding and yet failed.
fuzz() {
  for _ in 1 2 3; do
    go test -run '^$' -fuzz "^$2\$" -fuzztime "$time" "./$1" 2>&1 | tee "$log" && return 0
    found_nothing "$log" || return 1
    echo "fuzz: $1 $2 ended without a finding: again"
  done
  return 1
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
while read -r folder function; do
  echo "fuzz: $folder $function for $time"
  fuzz "$folder" "$function" || failed=1
done < <(targets | grep -E -- "$pattern")
exit $failed
