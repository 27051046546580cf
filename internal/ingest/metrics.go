package ingest

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/metric"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Why acknowledged rows are not stored.
const (
	droppedTeamGone = "team gone"
	droppedRefused  = "refused"
)

// Metrics counts what the pipeline does. Make it with NewMetrics.
type Metrics struct {
	registry prometheus.Registerer
	records  *prometheus.CounterVec
	cut      *prometheus.CounterVec
	rows     *prometheus.CounterVec
	inserts  *prometheus.CounterVec
	seconds  prometheus.Histogram
	dropped  *prometheus.CounterVec
	left     prometheus.Counter
	reread   prometheus.Counter
	repeated prometheus.Counter
	refused  prometheus.Counter
}

// NewMetrics makes the metrics and registers them.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	vector := func(name, help string, labels ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "cairn_ingest_" + name, Help: help}, labels)
		registry.MustRegister(v)
		return v
	}
	counter := func(name, help string) prometheus.Counter { return vector(name, help).WithLabelValues() }
	m := &Metrics{
		registry: registry,
		records:  vector("records_total", "Records received, by signal and outcome (accepted, rejected).", "signal", "outcome"),
		cut:      vector("values_cut_total", "Values that were shortened, replaced or left out, by signal.", "signal"),
		rows:     vector("rows_stored_total", "Rows that the engine has stored, by table.", "table"),
		inserts:  vector("inserts_total", "Blocks sent to the engine, by table and outcome (stored, failed, found: it had it already).", "table", "outcome"),
		dropped:  vector("rows_dropped_total", "Rows that were acknowledged and will not be stored, by reason.", "reason"),
		left:     counter("requests_left_total", "Requests whose rows found no room in memory and were left to the write-ahead log."),
		reread:   counter("requests_reread_total", "Requests that were read again from the write-ahead log."),
		repeated: counter("requests_repeated_total", "Requests that came again because their answer was lost, and were kept once."),
		refused:  counter("series_refused_points_total", "Points that were refused because their series was new and its team at the limit of active series."),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "cairn_ingest_insert_seconds", Help: "Duration of inserts that succeeded.",
			Buckets: prometheus.ExponentialBuckets(0.005, 2, 12),
		}),
	}
	registry.MustRegister(m.seconds)
	m.startAtZero()
	return m
}

func (m *Metrics) startAtZero() {
	signals := metric.Names(telemetry.Signals())
	tables := metric.Texts(telemetry.Tables())
	metric.StartAtZero(m.records, signals, []string{"accepted", "rejected"})
	metric.StartAtZero(m.cut, signals)
	metric.StartAtZero(m.rows, tables)
	metric.StartAtZero(m.inserts, tables, []string{"stored", "failed", "found"})
	metric.StartAtZero(m.dropped, []string{droppedTeamGone, droppedRefused})
}

// watch registers the figures that are read from the pipeline itself.
func (m *Metrics) watch(p *Pipeline) {
	gauge := func(name, help string, read func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "cairn_ingest_" + name, Help: help}, read))
	}
	gauge("memory_bytes", "Memory of rows that wait for the engine.", func() float64 { return float64(p.State().MemoryBytes) })
	gauge("backlog_bytes", "Requests in the write-ahead log that the engine does not have yet.", func() float64 { return float64(p.State().BacklogBytes) })
	gauge("oldest_unstored_seconds", "Age of the oldest acknowledged request that is not stored; 0: there is none.", p.oldestUnstored)
	gauge("lanes_behind", "Teams and signals that read from the write-ahead log.", func() float64 { return float64(p.State().LanesBehind) })
	gauge("series_active", "Active series of all teams: received today or yesterday.", func() float64 { return float64(p.SeriesState().Active) })
	gauge("series_limit", "Active series that a team may have; 0 for any number.", func() float64 { return float64(p.SeriesState().Max) })
	gauge("series_fullest_ratio", "The largest share of the limit of active series that a team has.", func() float64 { return p.SeriesState().Fullest })
	gauge("engine_away", "1 while the engine can't be reached by inserts.", func() float64 {
		if p.health.isAway() {
			return 1
		}
		return 0
	})
}

func (m *Metrics) decoded(signal telemetry.Signal, o telemetry.Outcome) {
	name := signal.String()
	m.records.WithLabelValues(name, "accepted").Add(float64(o.Accepted))
	if o.Rejected > 0 {
		m.records.WithLabelValues(name, "rejected").Add(float64(o.Rejected))
	}
	if o.Truncated > 0 {
		m.cut.WithLabelValues(name).Add(float64(o.Truncated))
	}
}

func (m *Metrics) stored(b telemetry.Block, took time.Duration) {
	m.rows.WithLabelValues(string(b.Table)).Add(float64(b.Len()))
	m.inserts.WithLabelValues(string(b.Table), "stored").Inc()
	m.seconds.Observe(took.Seconds())
}

// State is what a pipeline holds at a moment.
type State struct {
	MemoryBytes  int64 // of rows that wait for the engine
	BacklogBytes int64 // in the log and not stored
	LanesBehind  int
}

// State returns what the pipeline holds now.
func (p *Pipeline) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := State{MemoryBytes: p.memory, LanesBehind: len(p.behind)}
	for _, t := range p.teams {
		s.BacklogBytes += t.backlogBytes
	}
	return s
}
