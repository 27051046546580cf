package org_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
)

func TestBookPricesASample(t *testing.T) {
	t.Parallel()
	f := func(name string, sample org.UsageSample, warehouse, service org.Metrics) {
		t.Helper()
		sample.Hour, sample.ServiceID, sample.WarehouseID = start(), "s", "w"
		got, err := org.Book(org.DefaultPrices(), []org.UsageSample{sample})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		on := org.DayOf(start())
		want := org.Bookings{
			{Day: on, EntityType: org.EntityWarehouse, EntityID: "w"}: warehouse,
			{Day: on, EntityType: org.EntityService, EntityID: "s"}:   service,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	type m = org.Metrics
	f("nothing", org.UsageSample{}, m{}, m{})
	f("730 GB for an hour are a GB-month", org.UsageSample{StoredBytes: 730e9}, m{Storage: 25_000}, m{})
	f("backup", org.UsageSample{BackupBytes: 73e9}, m{Backup: 2_500}, m{})
	f("an hour of one processor", org.UsageSample{CPUMicros: 3600e6}, m{}, m{Compute: 150_000})
	f("transfer out", org.UsageSample{AnsweredBytes: 1e9, ReceivedBytes: 5e9}, m{}, m{PublicDataTransfer: 100_000})
	f("half a millionth rounds up", org.UsageSample{AnsweredBytes: 5_000}, m{}, m{PublicDataTransfer: 1})
	f("less rounds down", org.UsageSample{AnsweredBytes: 4_999}, m{}, m{})
	f("as much as fits", org.UsageSample{StoredBytes: math.MaxInt64}, m{Storage: 315_868_905_372}, m{})
}

func TestBookRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	dear := org.PriceList{CPUHour: org.PriceMax, StorageGBMonth: org.PriceMax, AnsweredGB: org.PriceMax, ReceivedGB: org.PriceMax}
	f := func(name string, sample org.UsageSample, want error) {
		t.Helper()
		if _, err := org.Book(dear, []org.UsageSample{sample, sample}); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f("product", org.UsageSample{AnsweredBytes: math.MaxInt64}, org.ErrAmountOverflow)
	f("sum of transfer", org.UsageSample{AnsweredBytes: 9e15, ReceivedBytes: 9e15}, org.ErrAmountOverflow)
	f("sum of samples", org.UsageSample{AnsweredBytes: 9e15}, org.ErrAmountOverflow)
	f("product of compute", org.UsageSample{CPUMicros: math.MaxInt64}, org.ErrAmountOverflow)
	f("product of storage", org.UsageSample{StoredBytes: math.MaxInt64}, org.ErrAmountOverflow)
	f("received", org.UsageSample{ReceivedBytes: math.MaxInt64}, org.ErrAmountOverflow)
	f("sum of compute", org.UsageSample{CPUMicros: 3e16}, org.ErrAmountOverflow)
	_, err := org.Book(dear, []org.UsageSample{{StoredBytes: -1}})
	if fault.KindOf(err) != fault.Invalid {
		t.Errorf("negative usage: %v", err)
	}
}

func TestPriceListCheck(t *testing.T) {
	t.Parallel()
	wantPaths(t, "defaults", org.DefaultPrices().Check())
	wantPaths(t, "dearest", org.PriceList{CPUHour: org.PriceMax}.Check())
	wantPaths(t, "bad", org.PriceList{StorageGBMonth: -1, CPUHour: org.PriceMax + 1}.Check(), "storageGbMonth", "cpuHour")
}

func TestReportIsOrderedAndAddsUp(t *testing.T) {
	t.Parallel()
	record := func(day org.Day, name, id string, compute org.Amount) org.CostRecord {
		return org.CostRecord{Day: day, Entity: org.Entity{Type: org.EntityService, ID: id, Name: name}, Metrics: org.Metrics{Compute: compute, Storage: 1}}
	}
	report, err := org.NewReport([]org.CostRecord{
		record(2, "a", "1", 675_000), record(1, "b", "2", 1), record(1, "b", "1", 675_000), record(1, "a", "9", 0),
	})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, r := range report.Costs {
		got += fmt.Sprintf("%d%s%s=%s ", r.Day, r.Entity.Name, r.Entity.ID, r.Total)
	}
	if want := "1a9=0.000001 1b1=0.675001 1b2=0.000002 2a1=0.675001 "; got != want || report.GrandTotal != 1_350_005 {
		t.Errorf("report %s total %s, want %s", got, report.GrandTotal, want)
	}
	_, err = org.NewReport([]org.CostRecord{record(1, "a", "1", math.MaxInt64-1), record(1, "b", "1", 0)})
	if !errors.Is(err, org.ErrAmountOverflow) {
		t.Errorf("grand total: %v", err)
	}
	_, err = org.NewReport([]org.CostRecord{record(1, "a", "1", math.MaxInt64)})
	if !errors.Is(err, org.ErrAmountOverflow) {
		t.Errorf("total: %v", err)
	}
	if empty, err := org.NewReport(nil); err != nil || empty.GrandTotal != 0 || len(empty.Costs) != 0 {
		t.Errorf("empty report: %v, %v", empty, err)
	}
}

func TestEveryMetricCounts(t *testing.T) {
	t.Parallel()
	all := org.Metrics{
		Backup: 1, Compute: 10, DataTransfer: 100, InitialLoad: 1_000,
		InterRegionTier1DataTransfer: 10_000, InterRegionTier2DataTransfer: 100_000,
		InterRegionTier3DataTransfer: 1_000_000, InterRegionTier4DataTransfer: 10_000_000,
		PublicDataTransfer: 100_000_000, Storage: 1_000_000_000,
	}
	if total, err := all.Total(); err != nil || total != 1_111_111_111 {
		t.Errorf("Total() = %d, %v", total, err)
	}
	twice, err := all.Plus(all)
	if total, _ := twice.Total(); err != nil || total != 2_222_222_222 {
		t.Errorf("Plus() = %+v, %v", twice, err)
	}
	if all.Storage != 1_000_000_000 {
		t.Error("Plus touched its operand")
	}
}

// yearOfSamples returns a year of hours of three services, two of which
// share a warehouse, with usage over many orders of magnitude.
func yearOfSamples(random *rand.Rand) []org.UsageSample {
	samples := []org.UsageSample{}
	first := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	usage := func() int64 { return random.Int64N(1 << random.UintN(46)) }
	for hour := range 365 * 24 {
		for service := range 3 {
			samples = append(samples, org.UsageSample{
				Hour: first.Add(time.Duration(hour) * time.Hour), ServiceID: fmt.Sprintf("s%d", service),
				WarehouseID: fmt.Sprintf("w%d", service/2), StoredBytes: usage(), BackupBytes: usage(),
				CPUMicros: usage(), ReceivedBytes: usage(), AnsweredBytes: usage(),
			})
		}
	}
	return samples
}

func book(t *testing.T, samples []org.UsageSample) org.Bookings {
	t.Helper()
	prices := org.DefaultPrices()
	prices.ReceivedGB = 7
	bookings, err := org.Book(prices, samples)
	if err != nil {
		t.Fatal(err)
	}
	return bookings
}

// reportOf returns the report over the days of the bookings in the period.
func reportOf(t *testing.T, bookings org.Bookings, period org.Period) org.Report {
	t.Helper()
	records := []org.CostRecord{}
	for key := range bookings {
		if period.Contains(key.Day) {
			entity := org.Entity{Type: key.EntityType, ID: key.EntityID, Name: key.EntityID}
			records = append(records, bookings.Record(key.Day, entity, start()))
		}
	}
	report, err := org.NewReport(records)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestTotalsAreSumsOverAYear(t *testing.T) {
	t.Parallel()
	bookings := book(t, yearOfSamples(rand.New(rand.NewPCG(testkit.Seed(t, 1), 2))))
	whole := org.Period{From: org.DayOf(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)), To: org.DayOf(time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC))}
	report := reportOf(t, bookings, whole)
	if len(report.Costs) != 365*5 {
		t.Fatalf("%d records, want one per entity and day", len(report.Costs))
	}
	var grand org.Amount
	for _, r := range report.Costs {
		m := r.Metrics
		sum := m.Backup + m.Compute + m.DataTransfer + m.InitialLoad + m.InterRegionTier1DataTransfer + m.InterRegionTier2DataTransfer +
			m.InterRegionTier3DataTransfer + m.InterRegionTier4DataTransfer + m.PublicDataTransfer + m.Storage
		if r.Total != sum {
			t.Fatalf("%s %s: total %s, metrics add up to %s", r.Day, r.Entity.ID, r.Total, sum)
		}
		grand += r.Total
	}
	if report.GrandTotal != grand || grand == 0 {
		t.Errorf("grand total %s, totals add up to %s", report.GrandTotal, grand)
	}
}

func TestAnySplitOfTheYearAddsUp(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(testkit.Seed(t, 3), 4))
	samples := yearOfSamples(random)
	whole := book(t, samples)
	first, last := org.DayOf(samples[0].Hour), org.DayOf(samples[len(samples)-1].Hour)
	want := reportOf(t, whole, org.Period{From: first, To: last}).GrandTotal
	for range 10 {
		// Days into periods of any length that a report may have.
		var sum org.Amount
		for from := first; from <= last; {
			to := min(last, from+org.Day(random.IntN(org.ReportDaysMax)))
			sum += reportOf(t, whole, org.Period{From: from, To: to}).GrandTotal
			from = to + 1
		}
		if sum != want {
			t.Fatalf("periods add up to %s, the year is %s", sum, want)
		}
	}
	for range 3 {
		// Samples into batches of any size, in any order.
		random.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
		merged := org.Bookings{}
		for rest := samples; len(rest) > 0; {
			n := min(len(rest), 1+random.IntN(5_000))
			if err := merged.Merge(book(t, rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if !maps.Equal(whole, merged) {
			t.Fatal("batches do not add up to the whole")
		}
	}
}

func TestMergeIsChecked(t *testing.T) {
	t.Parallel()
	full := org.Bookings{{Day: 1}: {Storage: math.MaxInt64}}
	if err := full.Merge(org.Bookings{{Day: 1}: {Storage: 1}}); !errors.Is(err, org.ErrAmountOverflow) {
		t.Errorf("Merge() = %v", err)
	}
}

func TestCostEntities(t *testing.T) {
	t.Parallel()
	s := service()
	want := org.Entity{Type: org.EntityService, ID: s.ID, Name: "logs", WarehouseID: warehouseID, ServiceID: s.ID}
	if diff := cmp.Diff(want, s.CostEntity()); diff != "" {
		t.Errorf("CostEntity() (-want +got):\n%s", diff)
	}
	want = org.Entity{Type: org.EntityWarehouse, ID: warehouseID, Name: "logs warehouse", WarehouseID: warehouseID}
	if diff := cmp.Diff(want, s.WarehouseEntity()); diff != "" {
		t.Errorf("WarehouseEntity() (-want +got):\n%s", diff)
	}
	locked := org.Bookings{}.Record(org.DayOf(start())-5, want, start())
	if !locked.Locked || locked.Metrics != (org.Metrics{}) {
		t.Errorf("Record() = %+v", locked)
	}
}
