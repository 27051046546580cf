package otlpgen_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// blockRecords is how many records the benchmark inserts at once.
const blockRecords = 20_000

// BenchmarkInsert inserts blocks of decoded records and reports what the
// client and the engine use for each. Hot attribute keys have columns.
func BenchmarkInsert(b *testing.B) {
	for i, signal := range telemetry.Signals() {
		b.Run(signal.String(), func(b *testing.B) {
			client := enginetest.Client(b)
			team := fmt.Sprintf("%024x", i+1)
			if err := tables.NewTeams(client).EnsureTeam(b.Context(), team); err != nil {
				b.Fatal(err)
			}
			insertBlocks(b, tables.NewStore(client, tables.StoreOptions{}), team, signal)
		})
	}
}

func insertBlocks(b *testing.B, store *tables.Store, team string, signal telemetry.Signal) {
	b.Helper()
	blocks := decoded(b, yesterday(), signal, blockRecords).Blocks()
	insert := func(round int) {
		for i, block := range blocks {
			id := telemetry.BatchID{byte(round >> 8), byte(round), byte(i)}
			if err := store.InsertRows(context.Background(), team, block, id, fmt.Sprint(round, ".", i)); err != nil {
				b.Fatal(err)
			}
		}
	}
	insert(-1)
	if err := store.PromoteKeys(b.Context()); err != nil {
		b.Fatal(err)
	}
	pid := enginetest.Start(b).State().PID
	own, engine, rounds := cpuOwn(b), cpuOf(pid), 0
	for b.Loop() {
		insert(rounds)
		rounds++
	}
	rows := float64(rounds * blockRecords)
	b.ReportMetric((cpuOwn(b)-own)/rows*1e6, "client-cpu-µs/row")
	b.ReportMetric((cpuOf(pid)-engine)/rows*1e6, "engine-cpu-µs/row")
	b.ReportMetric(0, "ns/op")
}

// cpuOwn returns the CPU seconds that this process has used.
func cpuOwn(b *testing.B) float64 {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}

// cpuOf returns the CPU seconds that a process has used, zero where the system
// does not tell.
func cpuOf(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	const userTicks, systemTicks, ticksPerSecond = 11, 12, 100
	user, _ := strconv.Atoi(fields[userTicks])
	system, _ := strconv.Atoi(fields[systemTicks])
	return float64(user+system) / ticksPerSecond
}
