package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// What is between these lines of the page is made by this program.
const (
	tableBegin = "<!-- begin: made by make bench-growth -->"
	tableEnd   = "<!-- end: made by make bench-growth -->"
)

// splice answers the page with a text between its marks.
func splice(page, text string) (string, error) {
	before, rest, begun := strings.Cut(page, tableBegin)
	_, after, ended := strings.Cut(rest, tableEnd)
	if !begun || !ended {
		return "", errors.New("the page has no marks for the table")
	}
	return before + tableBegin + "\n\n" + text + "\n" + tableEnd + after, nil
}

// column is a unit of a table and what it is called there.
type column struct{ unit, title string }

// table is a benchmark as the page shows it.
type table struct {
	name, title, size string
	columns           []column
}

func tables() []table {
	return []table{
		{"RowGrowth", "Records of one day", "records", []column{{"count-ms", "count per minute, ms"}, {"p95-ms", "p95 of an attribute, ms"}, {"word-ms", "latest 100 with a word, ms"}, {"newest-ms", "latest 100 of a service, ms"}, {"disk-B/row", "bytes on disk per record"}}},
		{"AlertGrowth", "Alerts of a minute, all due at once", "alerts", []column{{"own-cpu-ms/alert", "CPU ms per alert: server"}, {"engine-cpu-ms/alert", "… engine"}, {"lag-s", "last one evaluated after, s"}}},
		{"TeamGrowth", "Teams that send log records in turn, 200 in a request", "teams", []column{{"server-cpu-s/M", "CPU s per million: server"}, {"engine-cpu-s/M", "… engine"}, {"server-MiB", "peak memory, MiB: server"}, {"engine-MiB", "… engine"}}},
		{"ClientGrowth", "Clients that read an alert at the same time", "clients", []column{{"req/s", "requests per second"}, {"p99-ms", "p99, ms"}, {"cpu-µs/req", "CPU µs per request"}}},
		{"GetAlert", "One API request of eight clients: read", "", []column{{"req/s", "requests per second"}, {"p99-ms", "p99, ms"}, {"cpu-µs/req", "CPU µs"}}},
		{"PutAlert", "… change", "", []column{{"req/s", "requests per second"}, {"p99-ms", "p99, ms"}, {"cpu-µs/req", "CPU µs"}}},
		{"BacktestWeek", "Back-test of a week", "", []column{{"rows", "records read"}, {"own-cpu-s", "CPU s: server"}, {"engine-cpu-s", "… engine"}}},
		{"Idle", "A server that does nothing", "", []column{{"start-s", "ready after, s"}, {"server-MiB", "memory, MiB: server"}, {"engine-MiB", "… engine"}}},
		{"Bundle", "Scripts and styles of the web interface: all pages and the API reference", "", []column{{"KiB", "KiB"}, {"gzip-KiB", "… compressed"}}},
	}
}

// markdown answers the figures as tables and pictures.
func (r results) markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, commit %s. %s.\n", r.At.Format("2 January 2006, 15:04 UTC"), r.Commit, r.Machine)
	for _, t := range tables() {
		if found := r.of(t.name); len(found) > 0 {
			t.write(&out, found)
		}
	}
	for _, p := range r.pictures() {
		fmt.Fprintf(&out, "\n![%s](images/%s)\n", p.title, p.file)
	}
	return out.String()
}

func (t table) write(out *strings.Builder, found []figure) {
	titles, rule := []string{t.size}, "|---|"
	for _, c := range t.columns {
		titles, rule = append(titles, c.title), rule+"---|"
	}
	fmt.Fprintf(out, "\n**%s**\n\n| %s |\n%s\n", t.title, strings.Join(titles, " | "), rule)
	for _, f := range found {
		cells := []string{""}
		if t.size != "" {
			cells[0] = number(float64(f.Size))
		}
		for _, c := range t.columns {
			cells = append(cells, number(f.Values[c.unit]))
		}
		fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
	}
}

// number answers a number as people write it: three digits that matter, and
// commas between thousands.
func number(v float64) string {
	switch {
	case v == math.Trunc(v) && v < 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v < 1:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	digits := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
