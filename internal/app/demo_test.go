package app_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/app/demo"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// count returns the number of a query, or 0 while the tables are being made.
func count(t *testing.T, s *apptest.Server, sql string) uint64 {
	t.Helper()
	var n proto.ColUInt64
	var err error
	client := enginetest.Client(t)
	testkit.Eventually(t, time.Minute, "the engine answers", func() bool {
		n.Reset()
		_, err = client.Query(context.Background(), clickhouse.Query{
			Database: "cairn_" + s.Installation.TeamID, SQL: sql, Result: proto.Results{{Name: "n", Data: &n}},
		})
		return !isBusy(err)
	})
	if err != nil && clickhouse.ErrorCode(err) == 0 {
		t.Fatal(err)
	}
	if n.Rows() == 0 {
		return 0
	}
	return n.Row(0)
}

func TestDemoFillsAStackWithCorrelatedData(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	go func() {
		done <- demo.Run(ctx, demo.Options{
			Endpoint: s.URL(app.RoleOTLPHTTP), Key: s.Installation.IngestionKey, Visits: 20, History: 5 * time.Minute,
			Client: &http.Client{Transport: transport}, Logger: quietLogger(t), Now: time.Now,
		})
	}()
	for what, sql := range map[string]string{
		"six services":          "SELECT uniqExact(ServiceName) = 6 AS n FROM spans",
		"logs of traces":        "SELECT count() > 100 AS n FROM logs WHERE TraceId IN (SELECT TraceId FROM spans)",
		"traces of many spans":  "SELECT max(c) > 10 AS n FROM (SELECT count() AS c FROM spans GROUP BY TraceId)",
		"histograms":            "SELECT count() > 10 AS n FROM metrics_histogram",
		"counters":              "SELECT count() > 10 AS n FROM metrics_sum",
		"gauges":                "SELECT count() > 10 AS n FROM metrics_gauge",
		"the past five minutes": "SELECT max(Timestamp) - min(Timestamp) > 200 AS n FROM logs",
	} {
		testkit.Eventually(t, time.Minute, what, func() bool {
			return count(t, s, "SELECT toUInt64(n) AS n FROM ("+sql+")") == 1
		})
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("demo: %v", err)
	}
}

func TestDemoWithAWrongKeyEnds(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	err := demo.Run(t.Context(), demo.Options{
		Endpoint: s.URL(app.RoleOTLPHTTP), Key: "wrong", Visits: 20, History: time.Minute,
		Client: &http.Client{Transport: transport}, Logger: quietLogger(t), Now: time.Now,
	})
	if !errors.Is(err, demo.ErrKey) {
		t.Errorf("demo: %v, want ErrKey", err)
	}
}

func quietLogger(t *testing.T) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

// TestNobodySetsUpADemoBeforeItself asks for the first account until somebody
// decides about it: a demo that serves has one.
func TestNobodySetsUpADemoBeforeItself(t *testing.T) {
	t.Parallel()
	config := apptest.Config(t, apptest.Options{})
	config.UIAddr = testkit.FreeAddr()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		o := app.Options{Config: config, Logger: slog.New(slog.DiscardHandler), Now: time.Now, Engine: enginetest.Endpoint(t)}
		done <- app.Serve(ctx, o, func(app.Demo) error { return nil })
	}()
	answered := 0
	testkit.Eventually(t, time.Minute, "the server serves", func() bool {
		answered = askForFirstAccount(t, "http://"+config.UIAddr, "")
		return answered != 0 && answered != http.StatusServiceUnavailable
	})
	if answered != http.StatusConflict {
		t.Errorf("somebody else sets a demo up: %d", answered)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
