package clickhouse_test

import (
	"math"
	"testing"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestPingAnswersOnARunningEngine(t *testing.T) {
	t.Parallel()
	if err := enginetest.Client(t).Ping(t.Context()); err != nil {
		t.Fatalf("Ping: %v", err)
	}
}

func TestParamsArriveUnchanged(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	texts := []string{
		"", "plain", "it's", `back\slash`, "\\N", "NULL", "a\tb\nc\r\n", "{x:String}", "'; DROP TABLE x; --",
		"emoji 🪨 ü", `\'`, `'\\'`, string(every), "\x00", "\\0", "`", "\"",
	}
	for _, text := range texts {
		var got proto.ColStr
		_, err := client.Query(t.Context(), clickhouse.Query{
			SQL: "SELECT {x:String} AS x", Params: []clickhouse.Param{clickhouse.String("x", text)},
			Result: proto.Results{{Name: "x", Data: &got}},
		})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got.Row(0) != text {
			t.Errorf("sent %q, got %q", text, got.Row(0))
		}
	}
	got := new(proto.ColStr).Array()
	_, err := client.Query(t.Context(), clickhouse.Query{
		SQL: "SELECT {x:Array(String)} AS x", Params: []clickhouse.Param{clickhouse.Strings("x", texts)},
		Result: proto.Results{{Name: "x", Data: got}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range got.Row(0) {
		if text != texts[i] {
			t.Errorf("in a list: sent %q, got %q", texts[i], text)
		}
	}
}

func TestNumberParamsArriveUnchanged(t *testing.T) {
	t.Parallel()
	var whole proto.ColInt64
	var positive proto.ColUInt64
	var fraction proto.ColFloat64
	_, err := enginetest.Client(t).Query(t.Context(), clickhouse.Query{
		SQL: "SELECT {i:Int64} AS i, {u:UInt64} AS u, {f:Float64} AS f",
		Params: []clickhouse.Param{
			clickhouse.Int("i", math.MinInt64), clickhouse.Uint("u", math.MaxUint64), clickhouse.Float("f", math.SmallestNonzeroFloat64),
		},
		Result: proto.Results{{Name: "i", Data: &whole}, {Name: "u", Data: &positive}, {Name: "f", Data: &fraction}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if whole.Row(0) != math.MinInt64 || positive.Row(0) != math.MaxUint64 || fraction.Row(0) != math.SmallestNonzeroFloat64 {
		t.Errorf("got %d %d %g", whole.Row(0), positive.Row(0), fraction.Row(0))
	}
}
