#!/usr/bin/env bash
# Looks for known vulnerabilities in what the code calls, with govulncheck. It
# asks the database of Go, or the one that GOVULNDB names, and says so plainly and
# fails when that can't be reached: nothing was checked then.
#
# usage: vulncheck.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/.."

version=$1
database=${GOVULNDB:-https://vuln.go.dev}

if [[ $database == http* ]] && ! curl --silent --fail --max-time 15 --output /dev/null "$database/index/modules.json.gz"; then
  echo "vulncheck: the database of vulnerabilities at $database can't be reached; nothing was checked" >&2
  echo "vulncheck: name a mirror or a folder (file://…) with GOVULNDB" >&2
  exit 1
fi
exec go run "golang.org/x/vuln/cmd/govulncheck@$version" ./...
