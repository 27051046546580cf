package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/wal"
)

// walMetrics shows the figures of the write-ahead log.
type walMetrics struct {
	log     *wal.Log
	sync    *prometheus.Desc
	refused *prometheus.Desc
	figures []walFigure
}

type walFigure struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	read func(wal.Stats) float64
}

func newWALMetrics(log *wal.Log) *walMetrics {
	m := &walMetrics{
		log:     log,
		sync:    prometheus.NewDesc("cairn_wal_sync_seconds", "Duration of the syncs that make requests durable.", nil, nil),
		refused: prometheus.NewDesc("cairn_wal_refused_total", "Requests that the log refused, by reason.", []string{"reason"}, nil),
	}
	add := func(name, help string, kind prometheus.ValueType, read func(wal.Stats) float64) {
		m.figures = append(m.figures, walFigure{prometheus.NewDesc("cairn_wal_"+name, help, nil, nil), kind, read})
	}
	add("disk_bytes", "Size of the log's files.", prometheus.GaugeValue, func(s wal.Stats) float64 { return float64(s.DiskBytes) })
	add("outstanding_records", "Requests in the log behind the cursor.", prometheus.GaugeValue,
		func(s wal.Stats) float64 { return float64(s.End - s.Committed) })
	add("records_total", "Requests that were made durable.", prometheus.CounterValue, func(s wal.Stats) float64 { return float64(s.Records) })
	add("bytes_total", "Bytes that were made durable.", prometheus.CounterValue, func(s wal.Stats) float64 { return float64(s.Bytes) })
	add("errors_total", "Writes and syncs that failed.", prometheus.CounterValue,
		func(s wal.Stats) float64 { return float64(s.SyncErrors + s.WriteErrors + s.CursorErrors) })
	add("lost_records_total", "Requests that were acknowledged and are lost, because the log was damaged.", prometheus.CounterValue, func(s wal.Stats) float64 { return float64(s.LostRecords) })
	return m
}

// Describe sends the descriptions of the metrics.
func (m *walMetrics) Describe(to chan<- *prometheus.Desc) {
	to <- m.sync
	to <- m.refused
	for _, f := range m.figures {
		to <- f.desc
	}
}

// Collect sends the figures as they are now.
func (m *walMetrics) Collect(to chan<- prometheus.Metric) {
	stats := m.log.Stats()
	for _, f := range m.figures {
		to <- prometheus.MustNewConstMetric(f.desc, f.kind, f.read(stats))
	}
	for reason, n := range map[string]int64{
		"full": stats.RefusedFull, "queue": stats.RefusedPending, "size": stats.RefusedInvalid, "disk": stats.RefusedFailing,
	} {
		to <- prometheus.MustNewConstMetric(m.refused, prometheus.CounterValue, float64(n), reason)
	}
	to <- m.syncHistogram(stats.SyncLatency)
}

func (m *walMetrics) syncHistogram(h wal.Histogram) prometheus.Metric {
	buckets, total := map[float64]uint64{}, uint64(0)
	for i, n := range h.Counts {
		total += uint64(n) // a count
		if i < len(h.Bounds) {
			buckets[h.Bounds[i].Seconds()] = total
		}
	}
	return prometheus.MustNewConstHistogram(m.sync, total, h.Sum.Seconds(), buckets)
}
