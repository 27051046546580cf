package clickhouse_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// cramped is an engine on a disk with little room.
type cramped struct {
	clickhouse.Endpoint
	room int64
}

func (c cramped) Target() (clickhouse.Target, error) {
	target, err := c.Endpoint.Target()
	target.SpillRoom = func() int64 { return c.room }
	return target, err
}

// TestReadsLeaveRoomOnTheDisk runs a query that has to put a part of its groups
// on a disk with little room. It is told so, and the disk is left alone.
func TestReadsLeaveRoomOnTheDisk(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t, func(o *embedded.Options) {
		o.MemoryBytes, o.Ceiling = 1<<30, clickhouse.DefaultLimits() // the engine is full before the read is
	})
	client := enginetest.Open(t, cramped{engine, 1 << 20})
	var n proto.ColUInt64
	_, err := client.Query(t.Context(), clickhouse.Query{
		SQL:    "SELECT count() AS n FROM (SELECT toString(number) AS s, max(number) FROM numbers(10000000) GROUP BY s)",
		Result: proto.Results{{Name: "n", Data: &n}}, OnBlock: func(context.Context, proto.Block) error { return nil },
	})
	const want = "the query needs more room on the disk than it may use: ask for"
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(fault.From(err).Message, want) {
		t.Errorf("Query = %v", err)
	}
}

func TestRoomIsDividedAmongReads(t *testing.T) {
	t.Parallel()
	room := clickhouse.NewSpillRoom()
	sum := int64(0)
	for range 100 {
		sum += room.Enter(1 << 30)
	}
	if sum > 1<<30+100 {
		t.Errorf("reads may use %d bytes of %d", sum, 1<<30)
	}
	room.LeaveAll()
	if first := room.Enter(1 << 30); first != 1<<29 {
		t.Errorf("the first of all may use %d bytes", first)
	}
	if most := clickhouse.NewSpillRoom().Enter(1 << 50); most != 8<<30 {
		t.Errorf("a read may use %d bytes", most)
	}
}
