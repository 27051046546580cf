package tables

import (
	"context"
	"encoding/binary"
	"sync"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// seriesTable is the index of series.
const seriesTable = "series"

// seriesKnownMax is how many series of days are remembered to be in the index.
// When there are more, all are forgotten: their rows are written again.
const seriesKnownMax = 4_000_000

// knownSeries remembers which series of a day are in the index.
type knownSeries struct {
	mu    sync.Mutex
	days  map[seriesDay]map[uint64]struct{}
	count int
	// versions change when the index of a team does.
	versions map[string]uint64
}

// change notes that the index of a team has changed.
func (k *knownSeries) change(teamID string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.versions == nil {
		k.versions = map[string]uint64{}
	}
	k.versions[teamID]++
}

// SeriesVersion returns a number that changes when the index of a team's series does, as
// far as this process changes it.
func (s *Store) SeriesVersion(teamID string) uint64 {
	s.series.mu.Lock()
	defer s.series.mu.Unlock()
	return s.series.versions[teamID]
}

// seriesDay is a team's points of a type on a day.
type seriesDay struct {
	tableOf
	day   telemetry.Day
	shard uint32 // whose index is meant; 0: that of the single server
	life  uint64 // of the shard's server
}

// newOf returns a row for each series of a block that is not known.
func (k *knownSeries) newOf(of seriesDay, block telemetry.Block, series []uint64) []uint32 {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := k.days[of]
	var rows []uint32
	fresh := map[uint64]struct{}{}
	last, isFirst := uint64(0), true
	for _, row := range block.Index {
		id := series[row]
		if !isFirst && id == last {
			continue
		}
		last, isFirst = id, false
		if _, ok := known[id]; ok {
			continue
		}
		if _, ok := fresh[id]; !ok {
			fresh[id] = struct{}{}
			rows = append(rows, row)
		}
	}
	return rows
}

// add remembers series.
func (k *knownSeries) add(of seriesDay, rows []uint32, series []uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.days == nil || k.count+len(rows) > seriesKnownMax {
		k.days, k.count = map[seriesDay]map[uint64]struct{}{}, 0
	}
	if k.days[of] == nil {
		k.days[of] = map[uint64]struct{}{}
	}
	k.count += len(rows)
	for _, row := range rows {
		k.days[of][series[row]] = struct{}{}
	}
}

// insertSeries puts the series of a block of points into the index, those that
// are not there. It comes before the points, so that none of them can be stored
// and not be found; a row that is there twice is there once after a merge. Each
// shard of a cluster has the series of its own points.
func (s *Store) insertSeries(ctx context.Context, to destination, database string, i insertion) error {
	block := i.block
	kind, ok := telemetry.PointKindOf(block.Table)
	if !ok {
		return nil
	}
	points := &block.Rows.Points[kind]
	of := seriesDay{tableOf{i.team, block.Table}, block.Day, to.shard, to.life()}
	rows := s.series.newOf(of, block, points.Series)
	if len(rows) == 0 {
		return nil
	}
	block.Index = rows
	if err := to.insert(ctx, database, seriesTable, seriesInput(block, kind), i.token+seriesTokenEnd); err != nil {
		return err
	}
	s.series.add(of, rows, points.Series)
	s.series.change(i.team)
	return nil
}

// seriesTokenEnd tells the token of the series of a block from that of its
// points.
const seriesTokenEnd = "-series"

// seriesInput returns the rows of the index for rows of a block of points.
func seriesInput(block telemetry.Block, kind telemetry.PointKind) proto.Input {
	b := &builder{block: block}
	points := &block.Rows.Points[kind]
	metrics := block.Rows.Metrics()
	of := func(field func(telemetry.Metric) uint32) func(row uint32) uint32 {
		return func(row uint32) uint32 { return field(metrics[points.Metric[row]]) }
	}
	day := uint32(int64(block.Day) * int64(24*time.Hour/time.Second))
	b.addRows("Time", timeType, func(to []byte, _ uint32) []byte { return binary.LittleEndian.AppendUint32(to, day) })
	b.addRows("Kind", proto.ColumnTypeUInt8, func(to []byte, _ uint32) []byte { return append(to, byte(kind)) })
	b.addRows("Series", proto.ColumnTypeUInt64, putUint64(points.Series))
	b.addName("MetricName", of(func(m telemetry.Metric) uint32 { return m.Name }))
	b.addName("MetricDescription", of(func(m telemetry.Metric) uint32 { return m.Description }))
	b.addName("MetricUnit", of(func(m telemetry.Metric) uint32 { return m.Unit }))
	b.addRows("Attributes", proto.ColumnTypeString, func(to []byte, row uint32) []byte {
		return putText(to, block.Rows.Texts.Text(points.Attributes[row]))
	})
	b.addOrigin(of(func(m telemetry.Metric) uint32 { return m.Origin }))
	b.addTemporality(points)
	b.addMonotonic(points)
	return b.input
}
