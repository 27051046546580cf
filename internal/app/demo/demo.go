// Package demo is a small shop that does not exist: six services whose visitors
// leave correlated logs, traces and metrics, with an incident now and then. It
// sends them over OTLP like any other program.
package demo

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

// The defaults of Options.
const (
	VisitsPerSecond    = 2
	VisitsPerSecondMax = 1000
	HistoryMax         = 24 * time.Hour
)

// How time passes in the shop.
const (
	stepTime     = time.Second
	historyStep  = 30 * time.Second
	metricsEvery = 10 * time.Second
	seed         = 20
)

// Options says where the shop sends its telemetry, and how busy it is.
type Options struct {
	Endpoint string        // of the OTLP/HTTP receiver, such as http://127.0.0.1:4318
	Key      string        // an ingestion key
	Visits   float64       // per second
	History  time.Duration // how long the shop has been open when it starts
	Client   *http.Client
	Logger   *slog.Logger
	Now      func() time.Time
}

// Run keeps the shop open until ctx ends. While the server is away, the shop
// waits and tells once.
func Run(ctx context.Context, o Options) error {
	s := newShop(rand.New(rand.NewPCG(seed, uint64(o.Now().UnixNano())))) //nolint:gosec // nobody has to guess; any seed does
	out := &sender{endpoint: o.Endpoint, key: o.Key, client: o.Client, logger: o.Logger}
	clock := o.Now().Add(-o.History)
	if err := past(ctx, o, s, out, &clock); err != nil {
		return err
	}
	ticker := time.NewTicker(stepTime)
	defer ticker.Stop()
	for {
		if err := step(ctx, o, s, out, &clock); err != nil {
			return ignoreEnd(ctx, err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// past sends what the shop left before it started, as quickly as it is taken.
func past(ctx context.Context, o Options, s *shop, out *sender, clock *time.Time) error {
	for o.Now().Sub(*clock) > historyStep {
		s.open(*clock, clock.Add(historyStep), o.Visits)
		*clock = clock.Add(historyStep)
		if err := out.send(ctx, s.take()); err != nil {
			return ignoreEnd(ctx, err)
		}
	}
	return nil
}

// step sends what the shop left since the clock, and moves it on.
func step(ctx context.Context, o Options, s *shop, out *sender, clock *time.Time) error {
	now := o.Now()
	s.open(*clock, now, o.Visits)
	*clock = now
	return out.send(ctx, s.take())
}

func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
