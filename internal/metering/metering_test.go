package metering_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/metering"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
)

const (
	organizationID = "11111111-1111-4111-8111-111111111111"
	teamID         = "68a1f0c2d4e5f60718293a4b"
	serviceID      = "22222222-2222-4222-8222-222222222222"
	warehouseID    = "33333333-3333-4333-8333-333333333333"
)

var start = time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC)

// gauge is an engine whose figures the test sets.
type gauge struct {
	epoch  string
	stored int64
	cpu    map[time.Time]int64
	err    error
}

func (g *gauge) StoredBytes(context.Context) (map[string]int64, error) {
	return map[string]int64{teamID: g.stored}, g.err
}

func (g *gauge) CPUTime(_ context.Context, since time.Time) (string, []metering.CPUTime, error) {
	var used []metering.CPUTime
	for hour, micros := range g.cpu {
		if !hour.Before(since) {
			used = append(used, metering.CPUTime{TeamID: teamID, Hour: hour, Micros: micros})
		}
	}
	return g.epoch, used, g.err
}

// bench is a meter over a real store with one service.
type bench struct {
	*metering.Meter
	store *sqlstore.Store
	clock *testkit.Clock
	gauge *gauge
}

func eachStore(t *testing.T, run func(t *testing.T, b *bench)) {
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			run(t, newBench(t, storetest.Options(t, kind)))
		})
	}
}

func newBench(t *testing.T, options sqlstore.Options) *bench {
	t.Helper()
	store, err := sqlstore.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	must(t, store.CreateOrganization(t.Context(), org.Organization{ID: organizationID, Name: "Acme", CreatedAt: start, Version: 1}))
	must(t, store.CreateTeam(t.Context(), stack.Team{ID: teamID, Name: "Acme", CreatedAt: start, Version: 1}))
	must(t, store.CreateService(t.Context(), org.Service{
		ID: serviceID, OrganizationID: organizationID, TeamID: teamID, WarehouseID: warehouseID, Name: "logs",
		Provider: org.ProviderAWS, Region: "us-east-1", IsPrimary: true, State: org.ServiceRunning,
		Tags: []org.Tag{{Key: "env", Value: "prod"}}, CreatedAt: start, Version: 1,
	}))
	b := &bench{store: store, clock: testkit.NewClock(start), gauge: &gauge{epoch: "first", cpu: map[time.Time]int64{}}}
	b.Meter = b.newMeter("process-1")
	return b
}

// newMeter makes a meter as a new process would.
func (b *bench) newMeter(process string) *metering.Meter {
	return &metering.Meter{
		Store: b.store, Engine: b.gauge, Transfer: metering.NewTransfer(process, b.clock.Now),
		Prices: org.DefaultPrices(), Now: b.clock.Now, Logger: slog.New(slog.DiscardHandler),
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func asBilling(t *testing.T) context.Context {
	return access.WithPrincipal(t.Context(), access.Principal{OrganizationID: organizationID, Roles: []org.Role{org.RoleBilling}})
}

func (b *bench) report(t *testing.T, from, to string, filters ...string) org.Report {
	t.Helper()
	period, err := org.ParseReportPeriod(from, to)
	must(t, err)
	filter, err := org.ParseTagFilter(filters)
	must(t, err)
	report, err := b.UsageCost(asBilling(t), organizationID, period, filter)
	must(t, err)
	return report
}

// costs returns the totals by day and entity type.
func costs(report org.Report) map[string]string {
	totals := map[string]string{}
	for _, c := range report.Costs {
		totals[c.Day.String()+" "+string(c.Entity.Type)] = c.Total.String()
	}
	return totals
}

const gigabyte = 1_000_000_000

func TestSampleBooksStorageComputeAndTransfer(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		b.gauge.stored = 7_300 * gigabyte
		b.gauge.cpu[start] = 3_600_000_000
		b.Transfer.Add(teamID, 5*gigabyte, 10*gigabyte)
		must(t, b.Sample(t.Context()))
		must(t, b.Sample(t.Context())) // again: nothing changes
		want := map[string]string{"2026-11-01 datawarehouse": "0.25", "2026-11-01 service": "1.15"}
		report := b.report(t, "2026-11-01", "2026-11-02")
		if diff := cmp.Diff(want, costs(report)); diff != "" {
			t.Error(diff)
		}
		if report.GrandTotal.String() != "1.4" {
			t.Errorf("grand total %s", report.GrandTotal)
		}
	})
}

func TestRestartsNeitherLoseNorDouble(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		b.Transfer.Add(teamID, 0, 10*gigabyte)
		b.gauge.cpu[start] = 3_600_000_000
		must(t, b.Sample(t.Context()))
		// Server and engine start again: both count from zero.
		b.Meter = b.newMeter("process-2")
		b.gauge.epoch, b.gauge.cpu[start] = "second", 1_800_000_000
		b.Transfer.Add(teamID, 0, 10*gigabyte)
		must(t, b.Sample(t.Context()))
		if got := costs(b.report(t, "2026-11-01", "2026-11-01"))["2026-11-01 service"]; got != "2.225" {
			t.Errorf("service %s, want 1.5 CPU-hours and 20 GB = 2.225", got)
		}
	})
}

func TestMissedHoursKeepTheirStorage(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		b.gauge.stored = 730 * gigabyte // 0.025 an hour
		must(t, b.Sample(t.Context()))  // 10:00
		b.clock.Advance(20 * time.Hour) // no server until 06:00 of the next day
		must(t, b.Sample(t.Context()))
		got := costs(b.report(t, "2026-11-01", "2026-11-02"))
		want := map[string]string{
			"2026-11-01 datawarehouse": "0.35", "2026-11-01 service": "0", // 10:00 to 23:00: 14 hours
			"2026-11-02 datawarehouse": "0.175", "2026-11-02 service": "0", // 00:00 to 06:00: 7 hours
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestClockJumpsDoNotDouble(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		b.gauge.stored = 730 * gigabyte
		must(t, b.Sample(t.Context()))
		b.clock.Advance(5 * time.Hour) // a wrong clock
		must(t, b.Sample(t.Context()))
		b.clock.Advance(-5 * time.Hour) // put right
		for range 6 {
			must(t, b.Sample(t.Context()))
			b.clock.Advance(time.Hour)
		}
		if got := costs(b.report(t, "2026-11-01", "2026-11-01"))["2026-11-01 datawarehouse"]; got != "0.15" {
			t.Errorf("warehouse %s, want 6 hours = 0.15", got)
		}
	})
}

func TestLockedDayNeverChanges(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		b.gauge.stored = 7_300 * gigabyte
		must(t, b.Sample(t.Context()))
		if before := b.report(t, "2026-11-01", "2026-11-01"); before.Costs[0].Locked {
			t.Error("locked on the day itself")
		}
		b.clock.Advance(14*time.Hour + org.LockDelay) // midnight + 72 h
		first := b.report(t, "2026-11-01", "2026-11-01")
		if !first.Costs[0].Locked || first.GrandTotal.String() != "0.25" {
			t.Fatalf("locked %t, total %s", first.Costs[0].Locked, first.GrandTotal)
		}
		// A late reading, other prices, a clock that goes back: all too late.
		must(t, b.store.SaveReadings(t.Context(), []metering.Reading{
			{ServiceID: serviceID, Hour: start, Kind: metering.CPUMicros, Epoch: "late", Value: 3_600_000_000},
		}))
		b.Prices.StorageGBMonth *= 2
		b.clock.Advance(-org.LockDelay)
		if diff := cmp.Diff(first, b.report(t, "2026-11-01", "2026-11-01")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestCostOutlivesTheService(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		b.gauge.stored = 7_300 * gigabyte
		must(t, b.Sample(t.Context()))
		must(t, b.store.DeleteService(t.Context(), organizationID, serviceID))
		b.clock.Advance(2 * time.Hour)
		must(t, b.Sample(t.Context()))
		b.clock.Advance(24 * time.Hour)
		want := map[string]string{"2026-11-01 datawarehouse": "0.25", "2026-11-01 service": "0"}
		if diff := cmp.Diff(want, costs(b.report(t, "2026-11-01", "2026-11-03"))); diff != "" {
			t.Errorf("records of days after its end, or lost ones:\n%s", diff)
		}
	})
}

func TestFilterByTag(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		must(t, b.Sample(t.Context()))
		if got := b.report(t, "2026-11-01", "2026-11-01", "tag:env=prod"); len(got.Costs) != 2 {
			t.Errorf("matching: %d records", len(got.Costs))
		}
		if got := b.report(t, "2026-11-01", "2026-11-01", "tag:env=test"); len(got.Costs) != 0 {
			t.Errorf("not matching: %d records", len(got.Costs))
		}
	})
}

func TestEngineAwayLosesNothingElse(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		b.Transfer.Add(teamID, 0, 10*gigabyte)
		b.gauge.err = errors.New("away")
		if err := b.Sample(t.Context()); err == nil {
			t.Error("the failure is not told")
		}
		if got := costs(b.report(t, "2026-11-01", "2026-11-01"))["2026-11-01 service"]; got != "1" {
			t.Errorf("transfer is %s, want 1", got)
		}
	})
}

func TestReportNeedsTheRoleInTheOrganization(t *testing.T) {
	t.Parallel()
	b := newBench(t, storetest.Options(t, sqlstore.KindSQLite))
	f := func(p access.Principal, want fault.Kind) {
		t.Helper()
		_, err := b.UsageCost(access.WithPrincipal(t.Context(), p), organizationID, org.Period{}, org.TagFilter{})
		if got := fault.KindOf(err); got != want {
			t.Errorf("%v: %q, want %q", p.Roles, got, want)
		}
	}
	f(access.Principal{OrganizationID: organizationID, Roles: []org.Role{org.RoleAdmin}}, "")
	f(access.Principal{OrganizationID: organizationID, Roles: []org.Role{org.RoleDeveloper}}, fault.Forbidden)
	f(access.Principal{OrganizationID: serviceID, Roles: []org.Role{org.RoleAdmin}}, fault.NotFound)
}

// TestAnySplitOfThePeriodAddsUp is the promise of exact sums over a month of
// generated readings.
func TestAnySplitOfThePeriodAddsUp(t *testing.T) {
	t.Parallel()
	b := newBench(t, storetest.Options(t, sqlstore.KindSQLite))
	must(t, b.Sample(t.Context()))
	random := rand.New(rand.NewPCG(testkit.Seed(t, 1), 2))
	var readings []metering.Reading
	for h := range 30 * 24 {
		at := start.Truncate(24 * time.Hour).Add(time.Duration(h) * time.Hour)
		for _, kind := range []metering.Kind{metering.StoredBytes, metering.CPUMicros, metering.AnsweredBytes} {
			readings = append(readings, metering.Reading{ServiceID: serviceID, Hour: at, Kind: kind, Value: random.Int64N(1e13)})
		}
	}
	must(t, b.store.InTx(t.Context(), func(ctx context.Context) error { return b.store.SaveReadings(ctx, readings) }))
	b.clock.Advance(40 * 24 * time.Hour)
	whole := b.report(t, "2026-11-01", "2026-11-30").GrandTotal
	for range 10 {
		cut := org.DayOf(start) + org.Day(random.IntN(29))
		first := b.report(t, "2026-11-01", cut.String()).GrandTotal
		second := b.report(t, (cut + 1).String(), "2026-11-30").GrandTotal
		if first+second != whole {
			t.Fatalf("cut after %s: %s + %s ≠ %s", cut, first, second, whole)
		}
	}
}
