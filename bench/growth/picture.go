package main

// picture is an image of one or two panels that share what grows.
type picture struct {
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

// pictures answers the images of what has figures.
func (r results) pictures() (all []picture) {
	for _, p := range []picture{
		{"growth-rows.svg", "How queries grow with records", "records of the day", []panel{
			{"time of a query over the day, ms", r.lines("RowGrowth", column{"count-ms", "count"}, column{"p95-ms", "p95"}, column{"word-ms", "word"}, column{"newest-ms", "latest"})},
			{"bytes on disk per record", r.lines("RowGrowth", column{"disk-B/row", "logs"})},
		}},
		{"growth-alerts.svg", "How evaluation grows with alerts", "alerts", []panel{
			{"CPU per evaluated alert, ms", r.lines("AlertGrowth", column{"own-cpu-ms/alert", "server"}, column{"engine-cpu-ms/alert", "engine"})},
			{"last alert evaluated after, s", r.lines("AlertGrowth", column{"lag-s", "lag"})},
		}},
		{"growth-teams.svg", "How ingest grows with teams", "teams", []panel{
			{"CPU per million records, s", r.lines("TeamGrowth", column{"server-cpu-s/M", "server"}, column{"engine-cpu-s/M", "engine"})},
			{"peak memory, MiB", r.lines("TeamGrowth", column{"server-MiB", "server"}, column{"engine-MiB", "engine"})},
		}},
		{"growth-clients.svg", "How the API grows with clients", "clients at the same time", []panel{
			{"requests per second", r.lines("ClientGrowth", column{"req/s", "GET"})},
			{"p99, ms", r.lines("ClientGrowth", column{"p99-ms", "GET"})},
		}},
	} {
		if len(p.panels[0].lines[0].points) > 1 {
			all = append(all, p)
		}
	}
	return all
}

// lines answers units of a benchmark as lines.
func (r results) lines(name string, columns ...column) (all []line) {
	found := r.of(name)
	for _, c := range columns {
		l := line{name: c.title}
		for _, f := range found {
			l.points = append(l.points, point{float64(f.Size), f.Values[c.unit]})
		}
		all = append(all, l)
	}
	return all
}
