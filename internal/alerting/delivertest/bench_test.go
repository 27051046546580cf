package delivertest_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
)

// BenchmarkDeliver delivers a thousand messages to one webhook and to many,
// with a real receiver in the same process.
func BenchmarkDeliver(b *testing.B) {
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		for _, hooks := range []int{1, 50} {
			b.Run(fmt.Sprintf("%s/webhooks=%d", kind, hooks), func(b *testing.B) { benchmarkDeliver(b, kind, hooks) })
		}
	}
}

func benchmarkDeliver(b *testing.B, kind string, hooks int) {
	const messages = 1000
	for range b.N {
		b.StopTimer()
		w := newWorld(b, kind)
		r := hooktest.Start(b)
		channels := make([]string, hooks)
		for i := range channels {
			channels[i] = w.webhook(r)
		}
		notices := make([]alerting.Notice, 0, messages)
		for i := range messages {
			notices = append(notices, notice(10+i, 2, channels[i%hooks]))
		}
		b.StartTimer()
		before := cpu()
		w.enqueue(notices...)
		w.deliver()
		if n := len(r.Deliveries()); n != messages {
			b.Fatalf("%d deliveries", n)
		}
		b.ReportMetric(float64((cpu()-before).Microseconds())/messages, "µs-cpu/message")
		b.ReportMetric(messages*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
	}
}

// cpu answers how much time of processors this process has used.
func cpu() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
