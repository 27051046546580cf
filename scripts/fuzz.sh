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

failed=0
while read -r folder function; do
  echo "fuzz: $folder $function for $time"
  go test -run '^$' -fuzz "^$function\$" -fuzztime "$time" "./$folder" || failed=1
done < <(targets | grep -E -- "$pattern")
exit $failed
