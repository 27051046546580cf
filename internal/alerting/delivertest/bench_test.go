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
// and a thousand that have to stay in one order, with a real receiver in the
// same process.
func BenchmarkDeliver(b *testing.B) {
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		for _, load := range []load{{hooks: 1, alerts: 1000}, {hooks: 50, alerts: 1000}, {hooks: 1, alerts: 1}} {
			b.Run(fmt.Sprintf("%s/webhooks=%d/alerts=%d", kind, load.hooks, load.alerts), func(b *testing.B) { load.deliver(b, kind) })
		}
	}
}

// load is how many webhooks are told about how many alerts.
type load struct{ hooks, alerts int }

func (l load) deliver(b *testing.B, kind string) {
	const messages = 1000
	for range b.N {
		b.StopTimer()
		w := newWorld(b, kind)
		r := hooktest.Start(b)
		channels := make([]string, l.hooks)
		for i := range channels {
			channels[i] = w.webhook(r)
		}
		notices := make([]alerting.Notice, 0, messages)
		for i := range messages {
			notices = append(notices, notice(10+i%l.alerts, i, channels[i%l.hooks]))
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

// cpu returns how much time of processors this process has used.
func cpu() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
