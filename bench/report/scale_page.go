package main

import (
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
	pipeline "github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// showScale writes the tables of the page about scale.
func (s story) showScale(path string) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text, err := newCostModel(s.now).write(string(page))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(text), 0o644) //nolint:gosec // a page of documentation
}

// write returns the page with its tables made anew.
func (s costModel) write(page string) (string, error) {
	for name, rows := range map[string]func() [][]string{
		"records": s.recordRows, "terabyte": s.terabyteRows, "questions": s.questionRows, "three shards": s.threeShards, "machines": s.machineRows, "large": s.largeRows,
	} {
		begin, end := "<!-- begin: "+name+", made by bench/report -->\n", "<!-- end: "+name+" -->"
		before, rest, begun := strings.Cut(page, begin)
		_, after, ended := strings.Cut(rest, end)
		if !begun || !ended {
			return "", fmt.Errorf("the page has no marks for the table %q", name)
		}
		var table strings.Builder
		for i, row := range rows() {
			table.WriteString("| " + strings.Join(row, " | ") + " |\n")
			if i == 0 {
				table.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
			}
		}
		page = before + begin + table.String() + end + after
	}
	return page, nil
}

func (s costModel) recordRows() [][]string {
	rows := [][]string{{"", "bytes of OTLP", "server", "engine, a million a day", "engine, a billion a day (inferred)", "bytes on disk"}}
	for _, k := range s.kinds {
		rows = append(rows, []string{k.name, number(k.wire), number(k.server), number(k.engine), number(k.engine * growth(1e9)), number(k.disk)})
	}
	return rows
}

func (s costModel) terabyteRows() [][]string {
	rows := [][]string{{"", "share", "records a second", "millions a day", "server, cores", "engine, cores", "GB on disk a day"}}
	var sum [5]float64
	for _, k := range s.kinds {
		rate, row := k.perSecond(1), []string{k.name, fmt.Sprintf("%.0f %%", k.share*100)}
		for i, v := range []float64{rate, rate * daySeconds / million, rate * (k.server + gzipSeconds) / million, rate * k.engine * growth(1e9) / million, rate * daySeconds * k.disk / 1e9} {
			sum[i] += v
			row = append(row, number(v))
		}
		rows = append(rows, row)
	}
	return append(rows, []string{"all", "100 %", number(sum[0]), number(sum[1]), number(sum[2]), number(sum[3]), number(sum[4])})
}

// asked are questions of the part queries, and those of a run with three shards
// that are like them.
var asked = [][3]string{
	{"count-cpu-ms", "count per minute, by the counts that are kept"},
	{"newest-cpu-ms", "newest 100 of a service"},
	{"Q7_trace_by_id", "records of a trace", "records of a trace, all columns"},
	{"word-cpu-ms", "newest 100 with a word", "word, newest 100, all columns"},
	{"Q5_count_of_a_value", "count of a value of an attribute", "status code"},
	{"Q6_facet", "most frequent values of an attribute", "facet of a route"},
	{"p95-cpu-ms", "p95 of an attribute per minute", "p95 of a number per minute"},
	{"Q5_count_of_a_value#01", "count of a value of a key without a column"},
}

func (s costModel) questionRows() [][]string {
	rows := [][]string{{"", "fixed, ms", "for each million of records, ms", "a billion records, s (inferred)"}}
	for _, q := range asked {
		fixed, perMillion := s.question(q[0])
		rows = append(rows, []string{q[1], number(fixed), number(perMillion), number((fixed + 1000*perMillion) / 1000)})
	}
	return rows
}

// threeShards predicts what three shards on the cores of one engine take, beside
// what the part cluster has measured.
func (s costModel) threeShards() [][]string {
	const shards = 3
	rows := [][]string{{"", "one engine, model", "three shards, model", "one engine, measured", "three shards, measured"}}
	add := func(label string, one, three float64, figure string, units ...string) {
		rows = append(rows, []string{label, number(one), number(three), s.sum(figure, againstPrefix, units), s.sum(figure, "", units)})
	}
	for i, signal := range []string{"logs", "traces", "metrics"} {
		k, figure := s.kinds[i], "Cluster/ingest/"+signal
		day := s.value(figure, "sent-rows", []float64{1e7, 1e6, 1e6}[i])
		add(k.name+": CPU s per million", k.server+k.engine*growth(day), k.server+k.engine*growth(day/shards), figure, "server-cpu-s/M", "engine-cpu-s/M")
	}
	for _, q := range asked {
		if q[2] != "" {
			fixed, perMillion := s.question(q[0])
			one := fixed + perMillion*s.value("Cluster/ingest/logs", "sent-rows", 1e7)/million
			add(q[2]+": CPU ms", one, one+(shards-1)*fixed, "Cluster/day/"+strings.ReplaceAll(q[2], " ", "_"), "cpu-ms")
		}
	}
	return rows
}

// sum returns the sum of units of a figure for a table.
func (s costModel) sum(figure, prefix string, units []string) string {
	sum := 0.0
	for _, unit := range units {
		sum += s.value(figure, prefix+unit, math.NaN())
	}
	if math.IsNaN(sum) {
		return "not measured"
	}
	return number(sum)
}

func (s costModel) machineRows() [][]string {
	const cores, diskTB = 16, 8
	rows := [][]string{{"", "shards × replicas", "by cores, 1 question a second", "5", "by disk, 7 days", "30 days", "90 days"}}
	for _, m := range []struct {
		name                string
		engines, forNodes   float64
		shards, copies, all float64
	}{
		{"one machine", 1, 0, 1, 1, 1}, {"three machines", 3, 0, 3, 1, 3}, {"ten machines", 8, 2, 8, 1, 2}, {"ten machines, replicas", 8, 2, 4, 2, 2},
	} {
		of := site{terabytes: 1, days: 1, shards: m.shards, replicas: m.copies, nodes: m.all, teams: 10, alertsPerMinute: 10_000}
		row := []string{m.name, fmt.Sprintf("%.0f × %.0f", m.shards, m.copies)}
		for _, of.questionsPerSecond = range []float64{1, 5} {
			row = append(row, number(s.carries(of, m.engines*cores, m.forNodes*cores)))
		}
		for _, days := range []float64{7, 30, 90} {
			row = append(row, number(m.engines*diskTB/(s.need(of).diskTB*days)))
		}
		rows = append(rows, row)
	}
	return rows
}

// largeSites are the installations of the last table.
func largeSites() []site {
	const cells = 64
	return []site{
		{10, 30, 8, 2, 3, 4, 100, 20, 1e5},
		{1000, 30, 512, 2, 100, 40, 1000, 500, 1e6},
		{1000.0 / cells, 30, 8, 2, 3, 4, 16, 8, 1e6 / cells},
	}
}

func (s costModel) largeRows() [][]string {
	lines := []struct {
		label string
		of    func(n need) float64
	}{
		{"records a second, average", func(n need) float64 { return n.records }},
		{"Gbit/s into the ingest nodes, peak, not compressed", func(n need) float64 { return peak * n.terabytes * terabyte * 8 / 1e9 / daySeconds }},
		{"seconds of peak in a write-ahead log of 4 GiB, not compressed", func(n need) float64 { return (4 << 30) / (peak * n.terabytes * terabyte / daySeconds / n.nodes) }},
		{"cores of ingest nodes and evaluators, in all", func(n need) float64 { return n.server }},
		{"inserts a second", func(n need) float64 { return n.inserts }},
		{"… ms that one may take, as a node has four at a time", func(n need) float64 { return 1000 * pipeline.InsertsMax * n.nodes / n.inserts }},
		{"… into one shard", func(n need) float64 { return n.inserts / n.shards }},
		{"engine, cores: records", func(n need) float64 { return n.rows }},
		{"… inserts", func(n need) float64 { return n.parts }},
		{"… questions", func(n need) float64 { return n.questions }},
		{"… alerts", func(n need) float64 { return n.alerts }},
		{"engine, cores in all", func(n need) float64 { return n.engine }},
		{"… of each server", func(n need) float64 { return n.engine / n.shards / n.replicas }},
		{"disk, TB in all", func(n need) float64 { return n.diskTB }},
		{"… of each server", func(n need) float64 { return n.diskTB / n.shards / n.replicas }},
		{"tables and views on each server", func(n need) float64 { return tablesOfTeam * n.teams }},
		{"millions of series of a shard that nodes remember (limit 4)", func(n need) float64 { return n.points * pointSeconds * n.shards / million }},
		{"signs of life that a server is asked for a second", func(n need) float64 { return 4 * (n.nodes + n.others) }},
		{"connections to PostgreSQL", func(n need) float64 { return sqlstore.DefaultConnsMax * (n.nodes + n.others) }},
		{"millions of evaluations in PostgreSQL", func(n need) float64 { return alerting.EvaluationsMax * n.alertsPerMinute / million }},
	}
	rows := [][]string{
		{"", "10 TB a day", "1 PB a day, one cluster", "1 PB a day, each of 64 cells"},
		{"assumed: shards × replicas; ingest nodes + API nodes and evaluators"}, {"assumed: teams; questions a second; alerts of a minute"},
	}
	for _, of := range largeSites() {
		rows[1] = append(rows[1], fmt.Sprintf("%.0f × %.0f; %.0f + %.0f", of.shards, of.replicas, of.nodes, of.others))
		rows[2] = append(rows[2], number(of.teams)+"; "+number(of.questionsPerSecond)+"; "+number(of.alertsPerMinute))
	}
	for _, line := range lines {
		row := []string{line.label}
		for _, of := range largeSites() {
			row = append(row, number(line.of(s.need(of))))
		}
		rows = append(rows, row)
	}
	return rows
}
