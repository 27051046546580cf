# Cairn. `make` lists the targets; `make run` and `make test` are the two to know.

GO   ?= go
NPM  ?= npm

VERSION        := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
CACHE          := $(if $(XDG_CACHE_HOME),$(XDG_CACHE_HOME),$(HOME)/.cache)/cairn
ENGINE_VERSION := $(shell sed -n 's|.*"@chdb/lib-linux-x64-gnu": "\(.*\)".*|\1|p' engine/package.json)
ENGINE_LIB     := $(CACHE)/engine/$(ENGINE_VERSION)/libchdb.so
REFERENCE      := $(CACHE)/reference/$(shell sed -n 's|.*"version": "\(.*\)".*|\1|p' web/reference.json)/standalone.js
LINT_VERSION   := v2.12.2
VULN_VERSION   := v1.9.0
LDFLAGS        := -X github.com/cairnstack/cairn/internal/app.version=$(VERSION)

# How bin/cairn is compiled. Checks without -race do it the same way, so that each
# package is compiled once for all of them, whichever folder the checkout is in.
AS_BUILT        = CGO_ENABLED=0 GOFLAGS="$$($(GO) env GOFLAGS) -trimpath -buildvcs=false"

# Folders count as inputs too, so that a deleted file leads to a new build.
WEB_INPUTS    := $(shell find web/src web/public web/build) web/index.html web/vite.config.ts web/package.json web/reference.json
WEB_INSTALLED := web/node_modules/.installed
WEB_BUILT     := web/dist/.built

TEST_TIMEOUT  := 45m
# Runs every test binary, ends one in which no test makes progress for two minutes,
# with the stacks of its goroutines, and judges a test again that failed while others
# had the processors.
WATCHDOG      := $(CURDIR)/bin/watchdog
# Without tables for debuggers, which take a sixth of the time to link.
TEST           = $(GO) test -exec '$(WATCHDOG)' -count=1 -timeout $(TEST_TIMEOUT) -ldflags '-s -w'
BENCH         ?=
BENCH_PACKAGES = $(shell grep -rl --include='*_test.go' '^func Benchmark' cmd internal bench 2>/dev/null | xargs -r -n1 dirname | sort -u | sed 's|^|./|')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## Show this list
	@echo 'usage: make <target>'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- Building --------------------------------------------------------------

.PHONY: build
build: engine web ## Build bin/cairn with everything it needs
	$(AS_BUILT) $(GO) build -ldflags '$(LDFLAGS)' -o bin/cairn ./cmd/cairn

.PHONY: run
run: build ## Build, then serve with demo data
	bin/cairn serve --demo

.PHONY: engine
engine: $(ENGINE_LIB) ## Install the engine library into the user's cache, once per version

$(ENGINE_LIB):
	@scripts/install-engine.sh $@

.PHONY: web
web: $(WEB_BUILT) ## Build the web interface when its sources changed

$(WEB_INSTALLED): web/package.json web/package-lock.json
	@scripts/install-web.sh
	@touch $@

$(REFERENCE):
	@scripts/install-reference.sh $@

$(WEB_BUILT): $(WEB_INSTALLED) $(REFERENCE) $(WEB_INPUTS)
	cd web && CAIRN_REFERENCE=$(REFERENCE) $(NPM) run --silent build
	@touch $@

.PHONY: dev
dev: $(WEB_INSTALLED) ## Serve the web interface from source, in front of a running cairn
	cd web && $(NPM) run --silent dev

# The APIs describe themselves; golden files hold their documents, from which the
# types of the web interface are made.
.PHONY: gen
gen: $(WEB_INSTALLED) ## Write the OpenAPI documents anew, the types of the web interface, and the configuration of packages
	$(AS_BUILT) $(GO) test -run '^Test(OpenAPI|DocumentIsTheGoldenFile)$$' ./internal/stackapi ./internal/cloudapi ./internal/uiapi ./internal/promapi -update
	$(AS_BUILT) $(GO) run ./cmd/cairn config --example --data-dir /var/lib/cairn >release/packages/files/cairn.yaml
	cd web && $(NPM) run --silent types

# --- Checking --------------------------------------------------------------

# Packages whose tests ask one thing after another, by the thousand: the race
# detector makes them several times slower, and has something to see only in
# those that do things at the same time.
WIRE_PACKAGES = ./internal/cloudapi ./internal/explore/querytest ./internal/stackapi/querytest ./internal/stackwire
AT_ONCE = ^Test(NoUpdateIsLost|WritersWithoutIfMatch|RacingCreates|InvitationMakesOne|InvitationIsAcceptedOnce|LogIsOneChain|RepeatedPosts|NewTeamIsFurnishedOnce|WebhookInUse|ServiceConverges|QueryEndsWhen|EngineAway|Tail|AlertsShareScans|LongAlerts|CursorIsNotMoved|AuditIsOneChain)

# Packages in which nothing happens at the same time as anything else.
STILL_PACKAGES = ./bench/otlpgen ./internal/archtest ./internal/grafana

# The same of single tests of other packages.
ONE_BY_ONE = ^Test(ListsAreInTheOrder|CloudDoor|StackDoor|TheOperatorRestores|WrongKeysAreStopped|InvitationsEnd|PasswordsChange|TrustedProxies|MembersSitInEvery|TheLastAdmin|PeopleOfATeam|AdminWithoutASeat|BillingSees|RateLimitCountsExactly|HostileValues|RolesHold|CloudRoles|ForbiddenAddressesAreRefused|WhatGoesWith|ScopedPeopleSee|TeamsComeAndGo|ProxySays|BackupIsFor|SprayingIsStopped|Guessers|InvitationsOf|InvitationGrants|QueryEndpointWrites|PathsBelow|EveryListenerStamps|MutatedDashboards|DashboardPutOfGet|StoredDashboardReadsBack|ServiceIsReachedFrom|BothDeploymentsShowOne|ListOfAServiceIsNotBelow|CallersActIn|AddressesHoldIn|RandomHistoriesAgree|DowntimeLeavesNoTrace|BacktestTellsWhat|BacktestReadsLong|BacktestLimits|EveryWriteOfTheInterface|OperatorsAndStrangers)
ONE_BY_ONE_PACKAGES = ./internal/app ./internal/stack ./internal/alerting/evaltest

# SQLite is C translated to Go, with locks of its own: watching each of its
# memory accesses finds nothing and takes most of the time of tests with a store.
# Only packages without generic code can be spared, as its instances are shared.
RACE = -race '-gcflags=modernc.org/sqlite/lib=-race=false -d=checkptr=0' '-gcflags=modernc.org/libc=-d=checkptr=0' '-gcflags=golang.org/x/crypto/argon2=-race=false'

# Packages whose tests take longest; begun first, none of them is left over when
# the others are through.
SLOW_PACKAGES = ./internal/sqlstore ./internal/alerting/delivertest ./internal/alerting/evaltest ./internal/clickhouse/...

# Packages that carry the web interface: all others are tested while it is built.
WEB_PACKAGES = ./internal/app ./internal/cli ./internal/testkit/apptest ./internal/testkit/clitest ./web

# The packages that run under the race detector as a whole, besides those.
RACED_PACKAGES = $$($(GO) list ./... | grep -v -E '/cmd/cairn|($(subst $(empty) ,|,$(patsubst .%,%,$(WIRE_PACKAGES) $(STILL_PACKAGES) $(WEB_PACKAGES))))$$')

# Packages that kill, starve and restart the program as it is shipped, and hold it
# to its times. What runs in it is watched for races by all the others.
PROCESS_PACKAGES = ./cmd/cairn ./cmd/cairn/states

# What the inner loop does without: packages that start servers, engines and
# databases by the dozen.
NOT_SHORT = /cmd/cairn|/internal/(app|cloudapi|sqlstore|stackwire)$$|/(delivertest|evaltest|querytest)$$|/clickhouse/(embedded|tables)$$

# Three parts at a time, as each alone leaves a core idle now and then: those that
# wait most first, lint, which never waits, last. What they need stands before them:
# make gives no place to what it has to make for a part while others need less. The
# journeys that look for pauses come after all of them and alone.
.PHONY: test
test: packages ## Check everything: lint and vet, Go with -race, web, browser journeys
	scripts/in-memory.sh $(MAKE) --no-print-directory -j 3 tools web watchdog test-race test-processes test-web test-app test-wire test-deploy test-prometheus lint vet
	cd web && ../scripts/in-memory.sh $(NPM) run --silent journeys-alone

# Compiled packages name no folder, so that another checkout can use them; the
# tests themselves always run. A test binary that is through waits for races in
# threads that still run, a whole second by default.
TEST_RACE = CGO_ENABLED=1 GORACE=atexit_sleep_ms=100 $(TEST) -trimpath $(RACE)

.PHONY: test-race
test-race: engine s3 watchdog
	$(TEST_RACE) -p 2 -skip '$(ONE_BY_ONE)' $(SLOW_PACKAGES) $(RACED_PACKAGES)

.PHONY: test-processes
test-processes: tools web watchdog
	$(AS_BUILT) $(TEST) -p 1 $(PROCESS_PACKAGES)

.PHONY: test-app
test-app: tools web watchdog
	$(TEST_RACE) -skip '$(ONE_BY_ONE)' $(WEB_PACKAGES)
	$(AS_BUILT) $(TEST) -run '$(ONE_BY_ONE)' $(ONE_BY_ONE_PACKAGES)

.PHONY: test-wire
test-wire: engine web watchdog
	$(AS_BUILT) $(TEST) -p 2 $(WIRE_PACKAGES) $(STILL_PACKAGES)
	$(TEST_RACE) -p 2 -run '$(AT_ONCE)' $(WIRE_PACKAGES)

# Builds here: as a target of its own, others would get its place in between.
.PHONY: test-web
test-web: engine web
	$(MAKE) --no-print-directory build shards
	cd web && $(NPM) run --silent test
	cd web && $(NPM) run --silent journeys

# The chart, the compose files and the recipes of collectors, with a binary of their
# own: that of test-web may be replaced meanwhile.
.PHONY: test-deploy
test-deploy: engine web watchdog ## Check deploy: the Helm chart, compose files, recipes of collectors
	$(AS_BUILT) $(GO) build -ldflags '$(LDFLAGS)' -o bin/deploy/cairn ./cmd/cairn
	collector=$$(scripts/install-collector.sh $(CACHE)/tools) && cd deploy/check && $(AS_BUILT) \
		CAIRN_TEST_BINARY=$(CURDIR)/bin/deploy/cairn CAIRN_TEST_COLLECTOR=$$collector $(TEST) ./...

# Prometheus' own tests of PromQL and a Prometheus beside Cairn, which mostly waits for
# scrapes.
.PHONY: test-prometheus
test-prometheus: engine web watchdog ## Run Prometheus' tests of PromQL against Cairn, and compare its answers with those of a Prometheus
	$(AS_BUILT) $(GO) build -ldflags '$(LDFLAGS)' -o bin/prometheus/cairn ./cmd/cairn
	cd prometheus/check && $(AS_BUILT) CAIRN_TEST_BINARY=$(CURDIR)/bin/prometheus/cairn $(TEST) -parallel 12 ./...

# Packages whose tests ask about telemetry, and ask the same of three shards. Two tests
# fill the one engine until it refuses; a third does so to shards.
CLUSTER_PACKAGES = ./internal/explore/querytest ./internal/stackapi/querytest ./internal/prom/promtest ./internal/app
ONE_ENGINE = ^TestAlertsWaitFor(WhatTheEngine|ANode)

.PHONY: test-cluster
test-cluster: tools web watchdog ## Run the tests of queries and of the whole server over three shards, and compare them with one engine over more telemetry
	$(AS_BUILT) CAIRN_TEST_SHARDS=3 $(TEST) -p 1 -skip '$(ONE_ENGINE)' $(CLUSTER_PACKAGES)
	$(AS_BUILT) CAIRN_CLUSTER_QUESTIONS=1500 CAIRN_CLUSTER_RECORDS=8000 $(TEST) -run '^TestOneEngineAndThreeShardsAnswerAlike$$' ./internal/stackapi/querytest

.PHONY: test-short
test-short: engine web s3 watchdog ## Run the Go tests without -race and without the slow ones
	$(GO) test -exec '$(WATCHDOG)' -timeout $(TEST_TIMEOUT) $$($(GO) list ./... | grep -E -v '$(NOT_SHORT)')

.PHONY: watchdog
watchdog:
	@$(AS_BUILT) $(GO) build -o $(WATCHDOG) ./internal/testkit/watchdog

# The cluster of journeys.
.PHONY: shards
shards:
	@$(AS_BUILT) $(GO) build -o bin/shards ./internal/testkit/clustertest/shards

.PHONY: e2e
e2e: build shards ## Drive the built binary in a real browser
	cd web && $(NPM) run --silent e2e

# Without a limit the linter takes 7 GB beside everything else, and no less time.
.PHONY: lint
lint: $(WEB_INSTALLED) web ## Check style: golangci-lint, TypeScript, oxlint, oxfmt, knip
	$(AS_BUILT) GOGC=400 GOMEMLIMIT=3GiB scripts/lint-go.sh "$$(scripts/golangci-lint.sh $(LINT_VERSION) $(CACHE)/tools)" $(CACHE)/lint --allow-parallel-runners --timeout $(TEST_TIMEOUT)
	cd web && $(NPM) run --silent check

.PHONY: fmt
fmt: $(WEB_INSTALLED) ## Format everything as make lint wants it
	"$$(scripts/golangci-lint.sh $(LINT_VERSION) $(CACHE)/tools)" fmt ./...
	cd web && $(NPM) run --silent fmt

.PHONY: packages
packages:
	@scripts/install-test-packages.sh

.PHONY: tools
tools: packages engine s3 $(WEB_INSTALLED) ## Install what tests need: PostgreSQL, Chromium, HAProxy, nginx, Glewlwyd, a C compiler, golangci-lint, OTLP senders, an S3 server
	@scripts/install-senders.sh $(CACHE) >/dev/null
	@scripts/golangci-lint.sh $(LINT_VERSION) $(CACHE)/tools >/dev/null

.PHONY: s3
s3:
	@scripts/install-s3.sh $(CACHE)/tools >/dev/null

# --- Packages --------------------------------------------------------------

# A clean Debian in which tests install packages; its number rises with what
# scripts/install-root.sh puts into it.
PACKAGE_TESTS ?=
DEBIAN_ROOT   := $(CACHE)/roots/bookworm-1.tar.gz

$(DEBIAN_ROOT):
	@scripts/install-root.sh $@

.PHONY: test-packages
test-packages: packages build $(DEBIAN_ROOT) ## Install the deb and rpm packages in a clean Debian with systemd, use, upgrade and remove them; needs root
	cd release && CAIRN_TEST_ENGINE=$(ENGINE_LIB) CAIRN_TEST_ROOT=$(DEBIAN_ROOT) ../scripts/in-memory.sh $(GO) test -count=1 -timeout $(TEST_TIMEOUT) $(PACKAGE_TESTS) ./packages

.PHONY: bench
bench: build ## Measure everything, for docs/benchmarks.md; PARTS=<pattern> picks some (such as PARTS=cluster), BENCH=<pattern> only runs Go benchmarks
ifeq ($(BENCH),)
	$(GO) build -o bin/bench-ingest ./bench/ingest
	$(GO) run ./bench/report -parts '$(or $(PARTS),.)'
else
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem $(BENCH_PACKAGES)
endif

.PHONY: bench-ingest
bench-ingest: build ## Measure what a million records cost the built server, from OTLP to disk
	$(GO) build -o bin/bench-ingest ./bench/ingest
	bin/bench-ingest -signal logs
	bin/bench-ingest -signal logs -rich
	bin/bench-ingest -signal traces -rows 500000
	bin/bench-ingest -signal metrics -rows 500000

.PHONY: scope
scope: engine ## Ask ten thousand random questions under data scopes, and compare with filtered data
	CAIRN_SCOPE_QUESTIONS=10000 $(GO) test -timeout 60m -count 1 -run TestScopeHidesEverythingElse ./internal/explore/querytest

.PHONY: soak
soak: engine web ## Run one long fault scenario: make soak SCENARIO=<name>; without a name: list them
	@scripts/soak.sh '$(SCENARIO)'

.PHONY: fuzz
fuzz: ## Fuzz every parser and decoder: make fuzz TIME=30s; TARGET=<pattern> picks some
	@scripts/fuzz.sh '$(TIME)' '$(TARGET)'

.PHONY: sbom
sbom: build ## List what bin/cairn is made of, as CycloneDX JSON: bin/cairn.cdx.json
	$(GO) run ./bench/sbom -version '$(VERSION)'

.PHONY: vulncheck
vulncheck: engine web ## Look for known vulnerabilities in what the code calls; needs the network
	@scripts/vulncheck.sh $(VULN_VERSION)

.PHONY: crawl
crawl: build ## Click through everything of the demo for ten minutes, or for CAIRN_CRAWL_MINUTES
	cd web && $(NPM) run --silent crawl

.PHONY: shots
shots: build ## Look at every page in three widths and both colour schemes: pictures in web/test-results/shots
	cd web && $(NPM) run --silent shots

.PHONY: drawn
drawn: build ## Trace how soon pages of the demo are drawn after their last answer: web/test-results/drawn.json
	cd web && $(NPM) run --silent drawn

.PHONY: screenshots
screenshots: build ## Take pictures of every page into docs/images
	cd web && $(NPM) run --silent screenshots

# --- Releases ---------------------------------------------------------------

RELEASE_PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64

.PHONY: release
release: engine web ## Make everything that people download into dist: make release VERSION=1.2.3; CAIRN_RELEASE_KEY=<file> signs it
	cd release && $(GO) run . -cache '$(CACHE)' -version '$(VERSION)' -platforms '$(RELEASE_PLATFORMS)' -key '$(CAIRN_RELEASE_KEY)'

.PHONY: release-lock
release-lock: ## Pin the newest packages of Debian for the images
	cd release && $(GO) run . -lock

.PHONY: test-release
test-release: packages engine web ## Make a release and run each artefact of it
	scripts/in-memory.sh scripts/test-release.sh '$(CACHE)'

# Each platform compiles what the code imports, once: half a gigabyte of Go's cache.
.PHONY: vet
vet:
	@for platform in $(RELEASE_PLATFORMS); do \
	  $(AS_BUILT) GOOS=$${platform%/*} GOARCH=$${platform#*/} $(GO) vet ./... || exit 1; \
	done

.PHONY: clean
clean: ## Remove what was built here; caches and data folders stay
	rm -rf bin dist web/node_modules
	find web/dist -mindepth 1 ! -name .gitkeep -delete
