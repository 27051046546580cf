#!/usr/bin/env bash
# Runs one long fault scenario. A scenario is a Go test named TestSoak… in a file
# with the build tag `soak`, whose name here is the rest in lower case with hyphens
# (TestSoakEngineKill is engine-kill), or one of the commands below. Variables
# CAIRN_SOAK_… change how large it is; docs/reliability.md lists them.
#
# usage: soak.sh SCENARIO        without a name: list the scenarios
set -euo pipefail
cd "$(dirname "$0")/.."

# Scenarios that are short tests, or fuzzing, over everything there is.
commands() {
  printf '%s\n' documents hostile-pages hostile-queries hostile-values language-limits package-upgrade release tenant-matrix
}

# Upgrades the package of an older commit with another schema, by default the one
# before the newest migration. CAIRN_SOAK_OLDER names another.
package_upgrade() (
  older=${CAIRN_SOAK_OLDER:-$(git log -1 --format=%H -- internal/sqlstore/migrations)^}
  work=$(mktemp -d)
  trap 'git worktree remove --force "$work/clone"; rm -rf "$work"' EXIT
  git worktree add --quiet --detach "$work/clone" "$older"
  (cd "$work/clone" && CGO_ENABLED=0 go build -trimpath -buildvcs=false -o "$work/cairn" ./cmd/cairn)
  CAIRN_TEST_OLDER=$work/cairn make --no-print-directory test-packages PACKAGE_TESTS='-tags soak -v -run ^TestSoakOlderPackageIsUpgraded$$'
)

run_command() {
  case $1 in
    tenant-matrix)
      go test -count=1 -v -run '^Test(TenantMatrix|ManagedStackIsInsideItsOrganization|TelemetryOfOthersDoesNotExist)$' \
        ./internal/stackwire ./internal/cloudapi ./internal/stackapi/querytest ;;
    hostile-queries)
      go test -count=1 -v -run '^TestHostile' ./internal/ql ./internal/clickhouse/... ./internal/stackapi/querytest
      scripts/fuzz.sh "${CAIRN_SOAK_TIME:-10m}" ' Fuzz(Lucene|Expression|Statement|Compile|Formula|Template|StringParam)$' ;;
    hostile-values)
      go test -count=1 -v -run '^Test(HostileValuesSilenceNothing|InfiniteValue|NonFiniteValues|SumsOfGreat|QuantilesAreClose)' \
        ./internal/app ./internal/stackapi/querytest ;;
    language-limits)
      go test -count=1 -v -run '^Test(EveryLimitHoldsFromBothSides|LimitIsTheLastThatIsAllowed|LimitOfParameters)' \
        ./internal/ql ./internal/stackapi/querytest ;;
    package-upgrade)
      package_upgrade ;;
    hostile-pages)
      make --no-print-directory build
      (cd web && npx vitest run --project e2e e2e/explore.e2e.ts e2e/dashboards.e2e.ts) ;;
    release)
      make --no-print-directory test-release
      scripts/in-memory.sh scripts/reproduce-release.sh ;;
    documents)
      go test -count=1 -v -run '^Test(RoutesServedAreTheRoutesOfTheDocument|DocumentIsTheGoldenFile|OpenAPI|PageShowsEveryOperation|EveryDocumentedStatusIsAnswered|TelemetryAnswersAreThoseOfTheDocument|.*HoldsTheContract|.*HoldTheContract)$' \
        ./internal/httpx ./internal/stackapi/... ./internal/stackwire ./internal/cloudapi ;;
  esac
}

# Prints "name function folder" for each scenario that is a test.
tests() {
  grep -rlE --include='*_test.go' '^//go:build .*\bsoak\b' cmd internal bench | while read -r file; do
    grep -oE '^func TestSoak[A-Z][A-Za-z0-9]*' "$file" | sed 's/^func //' | while read -r function; do
      name=$(sed -E 's/^TestSoak//; s/([a-z0-9])([A-Z])/\1-\2/g' <<<"$function" | tr '[:upper:]' '[:lower:]')
      echo "$name $function ./$(dirname "$file")"
    done
  done || true
}

list() {
  echo "scenarios:"
  { tests | cut -d' ' -f1; commands; } | sort | sed 's/^/  /'
}

wanted=${1:-}
if [ -z "$wanted" ]; then
  echo "usage: make soak SCENARIO=<name>" >&2
  list >&2
  exit 2
fi
if commands | grep -qxF -- "$wanted"; then
  run_command "$wanted"
  exit
fi
found=$(tests | awk -v wanted="$wanted" '$1 == wanted')
if [ -z "$found" ]; then
  echo "soak: there is no scenario of that name" >&2
  list >&2
  exit 2
fi
read -r _ function folder <<<"$found"
exec go test -tags soak -count=1 -timeout 0 -v -run "^$function\$" "$folder"
