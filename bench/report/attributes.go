package main

// attributesTables show the questions about attributes of a day of log records,
// and beside them what another program took.
func attributesTables() []table {
	all := []table{attributesIngest()}
	for _, span := range []string{"day", "hour"} {
		title := "Attributes: questions about a day of log records"
		if span == "hour" {
			title = "Attributes: questions about the last hour of that day"
		}
		all = append(all, attributesTable(title, span), attributesAgainst(title+", by turns with another program", span))
	}
	return all
}

// attributesIngest shows what the records cost that are asked about.
func attributesIngest() table {
	return table{part: attrsPart, title: "Attributes: ingest of the log records that are asked about", names: map[string]string{
		"Attributes/ingest/own": "this program", "Attributes/ingest/against": "the other program",
	}, columns: []column{
		{"sent-rows", "records", plain}, {"wire-B/row", "bytes sent", plain}, {"server-cpu-s/M", "CPU s per million: server", cost}, {"engine-cpu-s/M", "… engine", cost},
		{"disk-B/row", "bytes on disk", cost}, {"server-MiB", "peak MiB: server", cost}, {"engine-MiB", "… engine", cost},
		{"rows/s", "stored per second", speed}, {"settled-s", "quiet after, s", wait},
	}}
}

func attributesTable(title, span string) table {
	columns := []column{
		{"rows", "records read", plain}, {"MiB", "MiB read", plain}, {"p50-ms", "p50, ms", wait}, {"p95-ms", "p95, ms", wait}, {"cpu-ms", "CPU ms", cost},
	}
	if span == "day" {
		columns = append(columns, column{"cpu/wall", "CPU ÷ time", plain})
	}
	columns = append(columns, column{"loaded-p50-ms", "right after loading: p50, ms", wait}, column{"loaded-p95-ms", "… p95, ms", wait}, column{"loaded-cpu-ms", "… CPU ms with merges", plain})
	return table{part: attrsPart, title: title, prefix: "Attributes/" + span + "/", columns: columns}
}

func attributesAgainst(title, span string) table {
	return table{part: attrsPart, title: title, prefix: "Attributes/" + span + "/", against: true, columns: []column{
		{"p50-ms", "p50, ms", wait}, {"against-p50-ms", "… the other's", wait}, {"p50-ratio", "ratio", waits},
		{"cpu-ms", "CPU ms", cost}, {"against-cpu-ms", "… the other's", cost}, {"cpu-ratio", "ratio", times},
		{"MiB", "MiB read", plain}, {"against-MiB", "… the other's", plain},
		{"loaded-p50-ms", "right after loading: p50, ms", wait}, {"against-loaded-p50-ms", "… the other's", wait},
	}}
}
