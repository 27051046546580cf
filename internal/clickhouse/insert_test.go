package clickhouse_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestInsertCountsOncePerToken(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	for _, token := range []string{"a", "a", "b", "a"} {
		if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(10, 1), token); err != nil {
			t.Fatalf("Insert: %v", err)
		}
	}
	if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM logs"); got != 20 {
		t.Errorf("rows = %d, want 20: one block for each of two tokens", got)
	}
}

func TestInsertOfAnotherBlockUnderTheSameTokenIsDropped(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	for _, batch := range []byte{1, 2} {
		if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(10, batch), "same"); err != nil {
			t.Fatalf("Insert: %v", err)
		}
	}
	if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM logs"); got != 10 {
		t.Errorf("rows = %d, want 10", got)
	}
}

func TestInsertIsOnePart(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	if err := client.Exec(t.Context(), "CREATE TABLE "+database+".wide (n UInt8) ENGINE = MergeTree ORDER BY n"); err != nil {
		t.Fatal(err)
	}
	n := make(proto.ColUInt8, 1_500_000) // more than the engine's own block size
	if err := client.Insert(t.Context(), database, "wide", proto.Input{{Name: "n", Data: n}}, "one"); err != nil {
		t.Fatal(err)
	}
	if got := enginetest.Count(t, client, database, "SELECT uniqExact(_part) AS n FROM wide"); got != 1 {
		t.Errorf("parts = %d, want 1", got)
	}
}

func TestInsertIntoTwoPartitionsIsRefused(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	timestamp := new(proto.ColDateTime64).WithPrecision(proto.PrecisionNano)
	timestamp.Append(time.Now())
	timestamp.Append(time.Now().Add(-48 * time.Hour))
	err := client.Insert(t.Context(), database, "logs", proto.Input{{Name: "Timestamp", Data: timestamp}}, "two")
	if clickhouse.ErrorCode(err) != 252 || fault.KindOf(err) != fault.Internal {
		t.Fatalf("Insert = %v, want the engine's code 252 as our own mistake", err)
	}
	if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM logs"); got != 0 {
		t.Errorf("rows = %d, want none", got)
	}
}

func TestInsertChecksItsArguments(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	one, two := make(proto.ColUInt8, 1), make(proto.ColUInt8, 2)
	many := make(proto.Input, 1001)
	for i := range many {
		many[i] = proto.InputColumn{Name: "n", Data: one}
	}
	cases := map[string]struct {
		input proto.Input
		token string
	}{
		"no_token":       {proto.Input{{Name: "n", Data: one}}, ""},
		"long_token":     {proto.Input{{Name: "n", Data: one}}, strings.Repeat("x", 257)},
		"no_columns":     {nil, "t"},
		"many_columns":   {many, "t"},
		"uneven_columns": {proto.Input{{Name: "a", Data: one}, {Name: "b", Data: two}}, "t"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := client.Insert(t.Context(), "cairn_x", "logs", c.input, c.token); err == nil {
				t.Fatal("Insert succeeded")
			}
		})
	}
	t.Run("no_rows_is_nothing_to_do", func(t *testing.T) {
		t.Parallel()
		none := make(proto.ColUInt8, 0)
		if err := client.Insert(t.Context(), "cairn_x", "logs", proto.Input{{Name: "n", Data: none}}, "t"); err != nil {
			t.Fatal(err)
		}
	})
}

func TestInsertQuotesNames(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	err := client.Exec(t.Context(), "CREATE TABLE "+database+".`od\\`d \\\\ table` (`a.b \\`c\\`` UInt8) ENGINE = MergeTree ORDER BY tuple()")
	if err != nil {
		t.Fatal(err)
	}
	err = client.Insert(t.Context(), database, "od`d \\ table", proto.Input{{Name: "a.b `c`", Data: make(proto.ColUInt8, 3)}}, "t")
	if err != nil {
		t.Fatal(err)
	}
	if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM `od\\`d \\\\ table`"); got != 3 {
		t.Errorf("rows = %d, want 3", got)
	}
}
