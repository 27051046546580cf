package querytest_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// frozenReads is how many charts are asked for while a shard keeps still: more than
// the other servers have connections to it.
const frozenReads = 8

// TestFrozenShardIsLeftOut asks while a server keeps still: its port accepts
// connections, and those that other servers have to it stay open, so that only time
// tells that it is away.
func TestFrozenShardIsLeftOut(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	client := enginetest.ClusterClient(t, cluster)
	x := newTeamOn(t, client, enginetest.NewTeamID(), read.Options{})
	insertShop(t, x)
	if missing, err := x.gapsOfChart(); err != nil || len(missing) != 0 {
		t.Fatalf("with all shards: %v is missing, %v", missing, err)
	}
	if err := cluster.Shards[1].Freeze(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, time.Minute, "the shard is known to be away", func() bool {
		missing, err := client.Absent(t.Context())
		return err == nil && len(missing) == 1 && missing[0].Shard == 2
	})
	wantRefusedAtOnce(t, client, x.id)
	for range frozenReads {
		missing, err := x.gapsOfChart()
		if err != nil || len(missing) != 1 || missing[0].Shard != 2 {
			t.Errorf("with a frozen shard: %v is missing, %v", missing, err)
		}
	}
	if err := cluster.Shards[1].Thaw(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, time.Minute, "the shard is there", func() bool {
		missing, err := x.gapsOfChart()
		return err == nil && len(missing) == 0
	})
}

// gapsOfChart asks for a chart and returns what it lacks.
func (x *team) gapsOfChart() ([]query.Absence, error) {
	ctx, gaps := query.AllowPartial(x.ctx)
	_, err := x.queries.Series(ctx, query.SeriesQuery{
		Range: wholeDay(), Granularity: "1h", Series: []query.Series{{SourceID: x.logs(), Aggregate: query.Count, Where: "timeout"}},
	})
	return gaps.List(), err
}

// fullGate has turns for nobody.
type fullGate struct{}

func (fullGate) Enter(ctx context.Context, _ string) (func(), error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// wantRefusedAtOnce asks for what needs all shards while others have their turn.
func wantRefusedAtOnce(t *testing.T, client *clickhouse.Client, teamID string) {
	t.Helper()
	x := existingTeam(t, client, teamID, read.Options{Gate: fullGate{}})
	ctx, stop := context.WithTimeout(x.ctx, time.Minute)
	defer stop()
	_, err := x.queries.Series(ctx, query.SeriesQuery{Range: wholeDay(), Granularity: "1h", Series: []query.Series{{SourceID: x.logs(), Aggregate: query.Count}}})
	if f := fault.From(err); f.Kind != fault.Unavailable || !strings.Contains(f.Message, "shard 2") {
		t.Errorf("a read that needs all shards: %v", err)
	}
}
