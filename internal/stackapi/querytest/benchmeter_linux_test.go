package querytest_test

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// cost is what one question took: of the clock, and of the processors in this
// process and the engine's.
type cost struct {
	wall, cpu time.Duration
}

func (x *bench) measure(ask func()) cost {
	began, used := time.Now(), x.cpuTime()
	ask()
	return cost{time.Since(began), x.cpuTime() - used}
}

func (x *bench) cpuTime() time.Duration { return cpuOf(os.Getpid()) + cpuOf(x.pid) }

// cpuOf returns what a process has used of the processors, by the clock that
// the kernel has for each of them.
func cpuOf(pid int) time.Duration {
	const usedByAllThreads = 2
	var t syscall.Timespec
	clock := uintptr(^pid<<3 | usedByAllThreads)
	if _, _, code := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&t)), 0); code != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}

// comparison is a question asked both ways.
type comparison struct {
	api, direct []cost
}

// figures are what a report says of one way.
type figures struct {
	least, p50, p95, cpu float64 // milliseconds
}

func figuresOf(costs []cost) figures {
	walls := make([]time.Duration, len(costs))
	var cpu time.Duration
	for i, c := range costs {
		walls[i] = c.wall
		cpu += c.cpu
	}
	slices.Sort(walls)
	at := func(quantile int) float64 { return milliseconds(walls[len(walls)*quantile/100]) }
	return figures{at(0), at(50), at(95), milliseconds(cpu) / float64(len(costs))}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }

func (c comparison) report(b *testing.B) {
	b.Helper()
	api, direct := figuresOf(c.api), figuresOf(c.direct)
	for unit, number := range map[string]float64{
		"least-ms": api.least, "p50-ms": api.p50, "p95-ms": api.p95, "cpu-ms": api.cpu,
		"direct-least-ms": direct.least, "direct-p50-ms": direct.p50, "direct-cpu-ms": direct.cpu,
		"p50-ratio": api.p50 / direct.p50, "cpu-ratio": api.cpu / direct.cpu, "ns/op": 0,
	} {
		b.ReportMetric(number, unit)
	}
}

// benchReportVariable names a file that the figures are written to, as a
// table of Markdown.
const benchReportVariable = "CAIRN_BENCH_REPORT"

// reportTable collects the lines of the report. A benchmark may run more than
// once before its figures count; the last ones stay.
type reportTable struct {
	names []string
	lines map[string]string
}

func (t *reportTable) add(b *testing.B, q question, c comparison) {
	b.Helper()
	name := strings.TrimPrefix(b.Name(), "BenchmarkQueries/")
	if t.lines == nil {
		t.lines = map[string]string{}
	}
	if t.lines[name] == "" {
		t.names = append(t.names, name)
	}
	victoria := "–"
	if strings.HasPrefix(name, "keys13/") {
		victoria = fmt.Sprint(q.victoria[0])
		if strings.HasSuffix(name, "/hour") {
			victoria = fmt.Sprint(q.victoria[1])
		}
	}
	api, direct := figuresOf(c.api), figuresOf(c.direct)
	t.lines[name] = fmt.Sprintf("| %s | %.1f / %.1f / %.1f | %.1f | %.1f / %.1f / %.1f | %.1f | %.2f | %.2f | %s |", name,
		api.least, api.p50, api.p95, api.cpu, direct.least, direct.p50, direct.p95, direct.cpu, api.p50/direct.p50, api.cpu/direct.cpu, victoria)
}

func (t *reportTable) write(b *testing.B) {
	b.Helper()
	path := os.Getenv(benchReportVariable)
	if path == "" {
		return
	}
	lines := []string{"| | API least / p50 / p95 | API CPU | SQL least / p50 / p95 | SQL CPU | p50 ratio | CPU ratio | VictoriaLogs |", "|---|---|---|---|---|---|---|---|"}
	for _, name := range t.names {
		lines = append(lines, t.lines[name])
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		b.Fatal(err)
	}
}

// How fast records are stored beside the questions.
const (
	ingestPause = 100 * time.Millisecond
	ingestRows  = 1000 // in each pause
)

// ingest stores records of the minute after the day until its answer is called.
func (x *bench) ingest(b *testing.B) (stop func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	var storing sync.WaitGroup
	storing.Go(func() {
		store, ticker := tables.NewStore(x.client, tables.StoreOptions{}), time.NewTicker(ingestPause)
		defer ticker.Stop()
		for ctx.Err() == nil {
			x.storeSome(ctx, b, store)
			select {
			case <-ctx.Done():
			case <-ticker.C:
			}
		}
	})
	return func() {
		cancel()
		storing.Wait()
	}
}

func (x *bench) storeSome(ctx context.Context, b *testing.B, store *tables.Store) {
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for i := range ingestRows {
		writeLog(w, nextDay().Add(mathrand.N(time.Minute)), i, " while others ask")
	}
	w.End()
	for _, block := range rows.Blocks() {
		var id telemetry.BatchID
		if _, err := rand.Read(id[:]); err != nil {
			b.Error(err)
		}
		if err := store.InsertRows(ctx, x.team, block, id, string(id[:])); err != nil && ctx.Err() == nil {
			b.Error(err)
		}
	}
}
