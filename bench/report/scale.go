package main

import (
	"math"
	"slices"
	"strings"

	pipeline "github.com/cairnstack/cairn/internal/ingest"
)

// What the model assumes, or takes from sentences of docs/benchmarks.md;
// docs/scale.md names each.
const (
	terabyte, daySeconds, million = 1e12, 86_400, 1e6

	growthPerDoubling = 0.29  // of the engine's part, as a day gets more than a million records
	gzipSeconds       = 1.2   // of the server, for a million records
	insertSeconds     = 0.015 // for a block of few rows, merges included
	batchRows         = 83_000
	scanSeconds       = 22e-6 // for a record that alerts look at
	smallDay          = 3e6   // records of the least day of the part rows that counts
	askedRows         = 1.0   // millions of records of the day of the part queries
	pointSeconds      = 15    // between two points of a series
	tablesOfTeam      = 27    // on each server of a cluster, with views
	peak, busy, full  = 2.0, 0.6, 0.7
	teamFactor        = 3 // size of the team that is asked about; the average one is 1
)

// recordCost is what records of a kind cost: bytes, and seconds of CPU for a
// million of them, the engine's on a day of a million.
type recordCost struct {
	name                                      string
	share, tables                             float64 // of the bytes received; that a batch goes to
	wire, server, engine, disk, measuredOnDay float64
}

type costModel struct {
	results
	kinds []recordCost
}

func newCostModel(r results) costModel {
	cost := func(k recordCost, figure string) recordCost {
		for unit, field := range map[string]*float64{"wire-B/row": &k.wire, "server-cpu-s/M": &k.server, "engine-cpu-s/M": &k.engine, "disk-B/row": &k.disk, "sent-rows": &k.measuredOnDay} {
			*field = r.value(figure, unit, *field)
		}
		k.engine /= growth(k.measuredOnDay)
		return k
	}
	return costModel{r, []recordCost{
		cost(recordCost{"log records, rich", 0.6, 1, 447, 4.2, 12.4, 81.5, 1e7}, "Attributes/ingest/own"),
		cost(recordCost{name: "spans", share: 0.3, tables: 1, wire: 351}, "Ingest/traces"),
		cost(recordCost{name: "metric points", share: 0.1, tables: 3, wire: 222}, "Ingest/metrics"),
	}}
}

// value returns a figure, or another one where it was not measured.
func (r results) value(name, unit string, otherwise float64) float64 {
	for _, f := range r.Figures {
		if v, found := f.Values[unit]; found && f.Name == name {
			return v
		}
	}
	return otherwise
}

// growth returns how many times as much a record takes of the engine on a day of
// so many as on one of a million.
func growth(rows float64) float64 { return 1 + growthPerDoubling*math.Log2(max(1, rows/million)) }

func (k recordCost) perSecond(terabytes float64) float64 {
	return terabytes * terabyte * k.share / k.wire / daySeconds
}

// question returns what a question costs whatever it reads, and for each million
// of records, in milliseconds of CPU: from what it costs on a small and on a large
// day, or over a day and an hour.
func (s costModel) question(name string) (fixed, perMillion float64) {
	if strings.HasSuffix(name, "-ms") {
		days := slices.DeleteFunc(s.of(rowsPart), func(f figure) bool { return f.Size < smallDay })
		few, many := days[0], days[len(days)-1]
		perMillion = (many.Values[name] - few.Values[name]) / float64(many.Size-few.Size) * million
		return few.Values[name] - perMillion*float64(few.Size)/million, perMillion
	}
	name, rare := strings.CutSuffix(name, "#01")
	keys, suffix := "Queries/keys13/", ""
	if rare {
		keys, suffix = "Queries/keys300/", "#01"
	}
	day, hour := s.value(keys+name+"/day"+suffix, "cpu-ms", 0), s.value(keys+name+"/hour"+suffix, "cpu-ms", 0)
	perMillion = max(0, (day-hour)/(askedRows*23/24))
	return hour - perMillion*askedRows/24, perMillion
}

// site is an installation on paper.
type site struct {
	terabytes, days                            float64 // a day; that are kept
	shards, replicas, nodes, others            float64 // nodes that receive, and other ones
	teams, questionsPerSecond, alertsPerMinute float64
}

// need is what a site takes: cores on average, and in all with peaks and room.
type need struct {
	site
	records, points, inserts                       float64 // a second
	server, rows, parts, questions, alerts, engine float64 // cores; server and engine in all
	diskTB                                         float64
}

func (s costModel) need(of site) need {
	n, looked := need{site: of}, 0.0
	for _, k := range s.kinds {
		rate := k.perSecond(of.terabytes)
		n.records, n.points, looked = n.records+rate, rate, looked+rate
		n.server += rate * (k.server + gzipSeconds) / million
		n.rows += rate * k.engine * growth(rate*daySeconds/of.shards/of.teams/k.tables) / million * of.replicas
		n.diskTB += rate * daySeconds * of.days * k.disk / terabyte * of.replicas / full
		n.inserts += of.insertsOf(k, rate)
	}
	fixed, perMillion := s.usual()
	asked := s.kinds[0].perSecond(of.terabytes) * daySeconds / million * min(1, teamFactor/of.teams)
	n.parts = n.inserts * insertSeconds * of.replicas
	n.questions = of.questionsPerSecond / 1000 * (fixed*of.shards + perMillion*asked*(0.25/24+0.05))
	n.alerts = (looked - n.points) * scanSeconds
	n.server = (peak*n.server + of.alertsPerMinute/60*s.value("AlertGrowth", "own-cpu-ms/alert", 0)/1000) / busy
	n.engine = (peak*n.rows + n.parts + n.questions + n.alerts) / busy
	return n
}

// usual returns the mean of three questions that read a column.
func (s costModel) usual() (fixed, perMillion float64) {
	for _, name := range []string{"p95-cpu-ms", "Q5_count_of_a_value", "Q6_facet"} {
		f, v := s.question(name)
		fixed, perMillion = fixed+f/3, perMillion+v/3
	}
	return fixed, perMillion
}

// insertsOf returns the inserts a second of records of a kind. Each node has its
// own batches of each team; those of spans are divided by shards, and larger and older
// for that.
func (of site) insertsOf(k recordCost, rate float64) float64 {
	lane, parts, age := rate/of.nodes/of.teams, 1.0, pipeline.BatchAgeMax
	if k.name == "spans" {
		parts = of.shards
	}
	if lane < pipeline.SmallRowsMax || parts > 1 {
		age = pipeline.SmallAgeMax
	}
	batches := max(1/age.Seconds(), lane/batchRows/min(parts, pipeline.BatchPartsMax))
	return batches * min(parts, 64) * of.nodes * of.teams * k.tables
}

// carries returns how many terabytes a day so many cores are enough for: those of
// the engine and of the nodes, which share them where the nodes have none.
func (s costModel) carries(of site, engineCores, nodeCores float64) float64 {
	least, most := 0.0, 1000.0
	for range 60 {
		of.terabytes = (least + most) / 2
		n := s.need(of)
		if nodeCores == 0 {
			n.engine += n.server
			n.server = 0
		}
		if n.engine <= engineCores && n.server <= nodeCores {
			least = of.terabytes
		} else {
			most = of.terabytes
		}
	}
	return least
}
