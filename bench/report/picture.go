package main

import "slices"

// picture is an image of panels that share what grows.
type picture struct {
	part        string // that it shows
	file, title string
	grows       string // what the horizontal axis counts
	panels      []panel
}

// panel is one diagram.
type panel struct {
	title string // with the unit
	lines []line
}

// line is one row of points.
type line struct {
	name   string
	points []point
}

// point is a figure at a size.
type point struct{ size, value float64 }

// pictures returns the images of what has figures.
func (r results) pictures() (all []picture) {
	for _, p := range []picture{
		{rowsPart, "growth-rows.svg", "How queries grow with records", "records of the day", []panel{
			{"CPU of a query over the day, ms", r.lines(rowsPart, word{"count-cpu-ms", "count"}, word{"p95-cpu-ms", "p95"}, word{"word-cpu-ms", "word"}, word{"newest-cpu-ms", "latest"})},
			{"time of a query over the day, ms", r.lines(rowsPart, word{"count-ms", "count"}, word{"p95-ms", "p95"}, word{"word-ms", "word"}, word{"newest-ms", "latest"})},
			{"bytes on disk per record", r.lines(rowsPart, word{"disk-B/row", "logs"})},
		}},
		{alertsPart, "growth-alerts.svg", "How evaluation grows with alerts", "alerts", []panel{
			{"CPU per evaluated alert, ms", r.lines(alertsPart, word{"own-cpu-ms/alert", "server"}, word{"engine-cpu-ms/alert", "engine"})},
			{"last alert evaluated after, s", r.lines(alertsPart, word{"lag-s", "lag"})},
		}},
		{teamsPart, "growth-teams.svg", "How ingest, memory and start grow with teams", "teams", []panel{
			{"CPU per million records, s", r.lines(teamsPart, word{"server-cpu-s/M", "server"}, word{"engine-cpu-s/M", "engine"})},
			{"peak memory, MiB", r.lines(teamsPart, word{"server-MiB", "server"}, word{"engine-MiB", "engine"})},
			{"restart, s", r.lines(teamsPart, word{"start-s", "ready"}, word{"start-cpu-s", "CPU"})},
		}},
		{clientsPart, "growth-clients.svg", "How the API grows with clients", "clients at the same time", []panel{
			{"requests per second", r.lines(clientsPart, word{"req/s", "GET"})},
			{"p99, ms", r.lines(clientsPart, word{"p99-ms", "GET"})},
		}},
	} {
		p.panels = slices.DeleteFunc(p.panels, func(one panel) bool { return len(one.lines) == 0 })
		if len(p.panels) > 0 {
			all = append(all, p)
		}
	}
	return all
}

// word is a unit and the name of its line.
type word struct{ unit, name string }

// lines returns units of a part as lines, by growing size. What was measured at
// one size is no line.
func (r results) lines(part string, words ...word) (all []line) {
	found := table{}.rows(r.of(part))
	for _, w := range words {
		l := line{name: w.name}
		for _, f := range found {
			if value, measured := f.Values[w.unit]; measured {
				l.points = append(l.points, point{float64(f.Size), value})
			}
		}
		if len(l.points) > 1 {
			all = append(all, l)
		}
	}
	return all
}
