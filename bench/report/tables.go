package main

import (
	"slices"
	"strings"
)

// tables returns what the page shows, in its order.
func tables() []table {
	return slices.Concat([]table{ingestTable(), queriesTable()}, attributesTables(), clusterTables(), prometheusTables(), []table{
		apiTable(),
		{part: backtestPart, title: "Back-test: an alert of a minute over a week of log records", names: map[string]string{"BacktestWeek": "a week"}, columns: []column{
			{"rows", "records read", plain}, {"s", "s", wait}, {"own-cpu-s", "CPU s: server", cost}, {"engine-cpu-s", "… engine", cost},
		}},
		{part: idlePart, title: "Start-up, and memory of a server that does nothing", names: map[string]string{"Idle": "empty folder"}, columns: []column{
			{"start-s", "ready after, s", wait}, {"start-cpu-s", "… CPU s", cost}, {"server-MiB", "memory, MiB: server", cost}, {"engine-MiB", "… engine", cost},
		}},
		trickleTable(),
		{part: bundlePart, title: "Scripts and styles of the web interface", names: map[string]string{
			"Bundle/first": "what every page needs", "Bundle/pages": "all pages", "Bundle/reference": "the API reference",
		}, columns: []column{{"KiB", "KiB", cost}, {"gzip-KiB", "… compressed", cost}}},
		{part: rowsPart, title: "Growth: records of one day", first: "records", columns: []column{
			{"count-ms", "count per minute, ms", wait}, {"count-cpu-ms", "… CPU", cost}, {"p95-ms", "p95 of an attribute, ms", wait}, {"p95-cpu-ms", "… CPU", cost},
			{"word-ms", "latest 100 with a word, ms", wait}, {"word-cpu-ms", "… CPU", cost}, {"newest-ms", "latest 100 of a service, ms", wait}, {"newest-cpu-ms", "… CPU", cost},
			{"disk-B/row", "bytes on disk per record", cost},
		}},
		{part: alertsPart, title: "Growth: alerts of a minute, all due at once", first: "alerts", columns: []column{
			{"own-cpu-ms/alert", "CPU ms per alert: server", cost}, {"engine-cpu-ms/alert", "… engine", cost}, {"lag-s", "last one evaluated after, s", wait},
		}},
		{part: metricAlertsPart, title: "Growth: alerts of a minute on 200 metrics, all due at once", first: "alerts", columns: []column{
			{"own-cpu-ms/alert", "CPU ms per alert: server", cost}, {"engine-cpu-ms/alert", "… engine", cost}, {"lag-s", "last one evaluated after, s", wait},
		}},
		teamsTable(),
		{part: clientsPart, title: "Growth: clients that read an alert at the same time", first: "clients", columns: requestColumns()},
	})
}

func ingestTable() table {
	return table{part: ingestPart, title: "Ingest", names: map[string]string{
		"Ingest/logs": "log records", "Ingest/rich": "log records, rich", "Ingest/traces": "spans", "Ingest/metrics": "metric points",
	}, columns: []column{
		{"server-cpu-s/M", "CPU s per million: server", cost}, {"engine-cpu-s/M", "… engine", cost}, {"floor-cpu-s/M", "floor", plain},
		{"disk-B/row", "bytes on disk", cost}, {"server-MiB", "peak MiB: server", cost}, {"engine-MiB", "… engine", cost},
		{"rows/s", "stored per second", speed}, {"ack-p99-ms", "ack p99 at half load, ms", wait}, {"visible-s", "found after at most, s", wait},
	}}
}

func trickleTable() table {
	return table{part: tricklePart, title: "Small loads: 20 records a second", names: map[string]string{
		"Trickle/none": "none at all", "Trickle/second": "log records, a request a second", "Trickle/single": "log records, 20 requests a second",
		"Trickle/signals": "each of log records, spans and metric points", "Trickle/teams": "log records of 20 teams, one each",
	}, columns: []column{
		{"server-cpu-%", "CPU, % of a core: server", cost}, {"engine-cpu-%", "… engine", cost},
		{"server-MiB/min", "MiB written per minute: server", cost}, {"engine-MiB/min", "… engine", cost},
		{"visible-p50-s", "found after, s: p50", wait}, {"visible-max-s", "… most", wait},
	}}
}

// queriesTable shows the questions about records with few keys.
func queriesTable() table {
	names := map[string]string{}
	for _, q := range []string{"Q1_count_per_minute", "Q2_count_by_service", "Q3_word_all_columns", "Q3_word_six_columns", "Q3b_substring",
		"Q4_p95_of_a_number", "Q5_count_of_a_value", "Q6_facet", "Q7_trace_by_id", "Q8_newest_of_a_service"} {
		for _, span := range []string{"day", "hour"} {
			names["Queries/keys13/"+q+"/"+span] = strings.ReplaceAll(q, "_", " ") + ", " + span
		}
	}
	return table{part: queriesPart, title: "Queries of a million records", names: names, columns: []column{
		{"p50-ms", "p50, ms", wait}, {"p95-ms", "p95, ms", wait}, {"cpu-ms", "CPU ms", cost}, {"direct-p50-ms", "same SQL: p50, ms", plain}, {"direct-cpu-ms", "… CPU ms", plain},
	}}
}

func apiTable() table {
	return table{part: apiPart, title: "API: requests of eight clients", names: map[string]string{"GetAlert": "read an alert", "PutAlert": "change an alert"}, columns: requestColumns()}
}

func requestColumns() []column {
	return []column{{"req/s", "requests per second", speed}, {"p99-ms", "p99, ms", wait}, {"cpu-µs/req", "CPU µs per request", cost}}
}

func teamsTable() table {
	return table{part: teamsPart, title: "Growth: teams that send log records in turn, 200 in a request", first: "teams", columns: []column{
		{"setup-cpu-ms/team", "CPU ms until a new team has tables", cost}, {"inserts/M", "inserts per million", plain}, {"server-cpu-s/M", "CPU s per million: server", cost}, {"engine-cpu-s/M", "… engine", cost},
		{"rows/s", "stored per second", speed}, {"server-MiB", "peak MiB: server", cost}, {"engine-MiB", "… engine", cost}, {"start-s", "ready after a restart, s", wait}, {"start-cpu-s", "… CPU s", cost},
	}}
}
