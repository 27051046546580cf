package clickhouse_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestQueryIsKilledWhenItsCallerIsGone(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	comment := enginetest.NewTeamID()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		var n proto.ColUInt64
		_, err := client.Query(ctx, clickhouse.Query{
			SQL: enginetest.Endless, Comment: comment, Result: proto.Results{{Name: "n", Data: &n}},
		})
		ended <- err
	}()
	testkit.Eventually(t, 20*time.Second, "the query runs", func() bool { return enginetest.Running(t, client, comment) == 1 })
	began := time.Now()
	_ = client.Ping(t.Context())
	goneWithin := time.Second + 10*time.Since(began) // more on a machine that is slow today
	cancel()
	testkit.Eventually(t, goneWithin, "the query is gone", func() bool { return enginetest.Running(t, client, comment) == 0 })
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Query = %v, want context.Canceled", err)
	}
}

func TestQueryIsKilledWhenItsReaderGivesUp(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	comment, enough := enginetest.NewTeamID(), errors.New("enough")
	var n proto.ColUInt64
	_, err := client.Query(t.Context(), clickhouse.Query{
		SQL: "SELECT number AS n FROM numbers(19000000000)", Comment: comment,
		Limits: clickhouse.Limits{ResultRows: 1_000_000}, Result: proto.Results{{Name: "n", Data: &n}},
		OnBlock: func(context.Context, proto.Block) error { return enough },
	})
	if !errors.Is(err, enough) {
		t.Fatalf("Query = %v, want the reader's own error", err)
	}
	testkit.Eventually(t, 5*time.Second, "the query is gone", func() bool { return enginetest.Running(t, client, comment) == 0 })
}

func TestQueryLimits(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	cases := map[string]struct {
		sql    string
		limits clickhouse.Limits
		code   int
		says   string
	}{
		"time":         {enginetest.Endless, clickhouse.Limits{Time: 300 * time.Millisecond}, 159, "took longer than 300 ms: ask for a shorter time range"},
		"memory":       {"SELECT length(groupArray(number)) AS n FROM numbers(100000000)", clickhouse.Limits{MemoryBytes: 50 << 20}, 241, "needs more than 50 MiB of memory: ask for"},
		"result_rows":  {"SELECT number AS n FROM numbers(1000)", clickhouse.Limits{ResultRows: 999}, 396, "returns more than 999 rows or 256 MiB: ask for"},
		"result_bytes": {"SELECT number AS n FROM numbers(1000)", clickhouse.Limits{ResultBytes: 7999}, 396, "or 7999 bytes: ask for"},
		"read_rows":    {"SELECT count() AS n FROM numbers(100000000) WHERE number % 7 = 1", clickhouse.Limits{ReadRows: 1000}, 158, "reads more than 1000 rows: ask for"},
	}
	for name, c := range cases {
		t.Run(name+"_exceeded_is_invalid", func(t *testing.T) {
			t.Parallel()
			var n proto.ColUInt64
			_, err := client.Query(t.Context(), clickhouse.Query{
				SQL: c.sql, Limits: c.limits, Result: proto.Results{{Name: "n", Data: &n}},
				OnBlock: func(context.Context, proto.Block) error { return nil },
			})
			if fault.KindOf(err) != fault.Invalid || clickhouse.ErrorCode(err) != c.code {
				t.Fatalf("Query = %v (code %d), want an invalid fault of code %d", err, clickhouse.ErrorCode(err), c.code)
			}
			if f := fault.From(err); !strings.Contains(f.Message, c.says) {
				t.Errorf("it says %q, want %q", f.Message, c.says)
			}
		})
	}
}

// TestCallersOwnDeadlineIsNoAbsenceOfTheEngine gives queries less time than
// their limit: the engine is alive, so the query is what takes too long.
func TestCallersOwnDeadlineIsNoAbsenceOfTheEngine(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	for _, patience := range []time.Duration{time.Nanosecond, 50 * time.Millisecond, time.Second} {
		var n proto.ColUInt64
		// There is a connection: making one may take longer than the caller has.
		if _, err := client.Query(t.Context(), clickhouse.Query{SQL: "SELECT toUInt64(1) AS n", Result: proto.Results{{Name: "n", Data: &n}}}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		_, err := client.Query(ctx, clickhouse.Query{SQL: enginetest.Endless, Result: proto.Results{{Name: "n", Data: &n}}})
		cancel()
		if f := fault.From(err); f.Kind != fault.Invalid || !strings.Contains(f.Message, "the query took longer than ") || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %s: %v", patience, err)
		}
	}
}

func TestReaderCanNotRaiseItsLimits(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	cases := map[string]string{
		"time":         "SELECT 1 AS n SETTINGS max_execution_time = 31",
		"time_off":     "SELECT 1 AS n SETTINGS max_execution_time = 0",
		"memory":       "SELECT 1 AS n SETTINGS max_memory_usage = 2000000000",
		"memory_off":   "SELECT 1 AS n SETTINGS max_memory_usage = 0",
		"rows":         "SELECT 1 AS n SETTINGS max_result_rows = 1000001",
		"result_bytes": "SELECT 1 AS n SETTINGS max_result_bytes = 0",
		"overflow":     "SELECT 1 AS n SETTINGS timeout_overflow_mode = 'break'",
		"threads":      "SELECT 1 AS n SETTINGS max_threads = 1000",
		"readonly":     "SELECT 1 AS n SETTINGS readonly = 0",
		"set":          "SET max_execution_time = 0",
	}
	for name, sql := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var n proto.Results
			_, err := client.Query(t.Context(), clickhouse.Query{SQL: sql, Result: n.Auto()})
			if code := clickhouse.ErrorCode(err); code != 164 && code != 452 {
				t.Fatalf("Query = %v, want it refused", err)
			}
		})
	}
}

func TestReaderCanNotWrite(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	for _, sql := range []string{
		"INSERT INTO logs (Body) SELECT 'x'",
		"CREATE TABLE t (n UInt8) ENGINE = Memory",
		"CREATE TEMPORARY TABLE t (n UInt8) ENGINE = Memory",
		"ALTER TABLE logs DELETE WHERE 1",
		"TRUNCATE TABLE logs",
		"DROP TABLE logs",
		"DROP DATABASE " + database,
		"OPTIMIZE TABLE logs",
		"SYSTEM STOP MERGES logs",
		"SYSTEM STOP LISTEN TCP",
		"KILL QUERY WHERE 1",
		"SELECT * FROM system.processes",
		"SELECT * FROM file('/etc/hostname', 'LineAsString')",
		"SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString', 'a String')",
		"SELECT * FROM remote('127.0.0.1', system.one)",
	} {
		var ignored proto.Results
		_, err := client.Query(t.Context(), clickhouse.Query{Database: database, SQL: sql, Result: ignored.Auto()})
		if code := clickhouse.ErrorCode(err); code != 164 && code != 497 {
			t.Errorf("%s = %v, want it refused", sql, err)
		}
	}
}

func TestQueryTellsWhatItCost(t *testing.T) {
	t.Parallel()
	var calls []clickhouse.Call
	client := clickhouse.Open(enginetest.Start(t), clickhouse.ClientOptions{Observe: func(c clickhouse.Call) { calls = append(calls, c) }})
	t.Cleanup(func() { _ = client.Close() })
	var n proto.ColUInt64
	stats, err := client.Query(t.Context(), clickhouse.Query{
		SQL:    "SELECT count() AS n FROM numbers(100000) WHERE number % 3 = 0",
		Result: proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if stats.RowsRead != 100_000 || stats.BytesRead != 800_000 || stats.Elapsed <= 0 || stats.QueryID == "" {
		t.Errorf("stats = %+v", stats)
	}
	if len(calls) != 1 || calls[0].Operation != "query" || calls[0].Role != clickhouse.Reader || !cmp.Equal(calls[0].Stats, stats) {
		t.Errorf("observed %+v", calls)
	}
}

func TestQueryRunsInTheDatabaseItNames(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	first, second := enginetest.NewTeam(t, client), enginetest.NewTeam(t, client)
	for _, want := range []string{first, second, "", first} {
		var name proto.ColStr
		_, err := client.Query(t.Context(), clickhouse.Query{
			Database: want, SQL: "SELECT currentDatabase() AS name", Result: proto.Results{{Name: "name", Data: &name}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = "default"
		}
		if name.Row(0) != want {
			t.Errorf("current database = %q, want %q", name.Row(0), want)
		}
	}
}

func TestQueryErrorsKeepTheConnection(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	for range 3 {
		var n proto.Results
		_, err := client.Query(t.Context(), clickhouse.Query{SQL: "SELECT nonsense", Result: n.Auto()})
		if clickhouse.ErrorCode(err) != 47 || fault.KindOf(err) != fault.Internal {
			t.Fatalf("Query = %v, want the engine's code 47", err)
		}
	}
	if got := client.PoolStats(clickhouse.Reader); got.Idle != 1 || got.Busy != 0 {
		t.Errorf("pool = %+v, want one idle connection", got)
	}
}

func TestPoolRefusesWhatExceedsIt(t *testing.T) {
	t.Parallel()
	client := clickhouse.Open(enginetest.Start(t), clickhouse.ClientOptions{PoolSize: 1, PoolWait: 50 * time.Millisecond})
	t.Cleanup(func() { _ = client.Close() })
	inside, leave := make(chan struct{}), make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		var n proto.ColUInt64
		_, err := client.Query(t.Context(), clickhouse.Query{
			SQL: "SELECT number AS n FROM numbers(1)", Result: proto.Results{{Name: "n", Data: &n}},
			OnBlock: func(context.Context, proto.Block) error {
				select {
				case inside <- struct{}{}:
					<-leave
				case <-leave:
				}
				return nil
			},
		})
		ended <- err
	}()
	<-inside
	var n proto.Results
	_, err := client.Query(t.Context(), clickhouse.Query{SQL: "SELECT 1", Result: n.Auto()})
	f := fault.From(err)
	if f.Kind != fault.Limited || f.RetryAfter <= 0 {
		t.Errorf("Query = %v, want limited with a hint when to retry", err)
	}
	close(leave)
	if err := <-ended; err != nil {
		t.Errorf("the first query: %v", err)
	}
}

func TestClosedClientIsUnavailable(t *testing.T) {
	t.Parallel()
	client := clickhouse.Open(enginetest.Start(t), clickhouse.ClientOptions{})
	if err := client.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	_ = client.Close()
	if err := client.Ping(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("Ping = %v, want unavailable", err)
	}
}

func TestUnavailableCallsAreObserved(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t)
	if err := engine.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	var calls []clickhouse.Call
	client := clickhouse.Open(engine, clickhouse.ClientOptions{Observe: func(c clickhouse.Call) { calls = append(calls, c) }})
	t.Cleanup(func() { _ = client.Close() })
	_, err := client.Query(t.Context(), clickhouse.Query{SQL: "SELECT 1"})
	if f := fault.From(err); f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
		t.Errorf("Query = %v, want unavailable with a hint when to retry", err)
	}
	if len(calls) != 1 || fault.KindOf(calls[0].Err) != fault.Unavailable {
		t.Errorf("observed %+v", calls)
	}
}

func FuzzStringParam(f *testing.F) {
	f.Add("it's \\ \x00 \t {x:String}")
	f.Fuzz(func(t *testing.T, text string) {
		client := enginetest.Client(t)
		var got proto.ColStr
		_, err := client.Query(t.Context(), clickhouse.Query{
			SQL: "SELECT {x:String} AS x", Params: []clickhouse.Param{clickhouse.String("x", text)},
			Result: proto.Results{{Name: "x", Data: &got}},
		})
		if err != nil || got.Row(0) != text {
			t.Fatalf("sent %q, got %v %v", text, got.Row(0), err)
		}
	})
}

func TestErrorOfAReadDoesNotRepeatItsValues(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	for _, value := range []string{"toUUID('epsilon')", "base64Decode('epsilon')", "epsilon", "throwIf(1, 'epsilon')"} {
		var n proto.ColStr
		_, err := client.Query(t.Context(), clickhouse.Query{SQL: "SELECT toString(" + value + ") AS n", Result: proto.Results{{Name: "n", Data: &n}}})
		if err == nil || strings.Contains(err.Error(), "epsilon") || clickhouse.ErrorCode(err) == 0 {
			t.Errorf("%s: %v, want a code and no value", value, err)
		}
	}
}
