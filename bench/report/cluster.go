package main

// clusterTables show what three shards cost beside one engine: records of each
// signal, and questions about a day of log records.
func clusterTables() []table {
	return []table{
		clusterIngest(),
		clusterQuestions("Clusters: questions about a day of log records, three shards and one engine by turns", "day"),
		clusterQuestions("Clusters: questions about the last hour of that day, three shards and one engine by turns", "hour"),
	}
}

func clusterIngest() table {
	return table{part: clusterPart, title: "Clusters: ingest, three shards beside one engine, CPU with merges", names: map[string]string{
		"Cluster/ingest/logs": "log records, rich", "Cluster/ingest/traces": "spans", "Cluster/ingest/metrics": "metric points",
	}, against: true, columns: []column{
		{"sent-rows", "records", plain},
		{"server-cpu-s/M", "CPU s per million: server", cost}, {"engine-cpu-s/M", "… engines", cost},
		{"against-server-cpu-s/M", "one engine: server", cost}, {"against-engine-cpu-s/M", "… engine", cost}, {"cpu-ratio", "ratio", times},
		{"disk-B/row", "bytes on disk", cost}, {"against-disk-B/row", "… one engine", cost},
		{"inserts/M", "inserts per million", plain}, {"against-inserts/M", "… one engine", plain},
	}}
}

func clusterQuestions(title, span string) table {
	return table{part: clusterPart, title: title, prefix: "Cluster/" + span + "/", against: true, columns: []column{
		{"p50-ms", "p50, ms", wait}, {"against-p50-ms", "… one engine", wait}, {"p50-ratio", "ratio", waits},
		{"cpu-ms", "CPU ms", cost}, {"against-cpu-ms", "… one engine", cost}, {"cpu-ratio", "ratio", times},
	}}
}
