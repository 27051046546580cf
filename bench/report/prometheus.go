package main

// prometheusTables show samples that came by remote write and questions in PromQL,
// beside what a Prometheus took.
func prometheusTables() []table {
	return []table{
		{part: prometheusPart, title: "Prometheus: remote write, CPU with merges", names: map[string]string{"Prometheus/ingest": "samples of the day"}, against: true, columns: []column{
			{"sent-rows", "samples", plain}, {"cpu-s/M", "CPU s per million", cost}, {"against-cpu-s/M", "… Prometheus'", cost}, {"cpu-ratio", "ratio", times},
		}},
		{part: scrapesPart, title: "Prometheus: bytes on disk", names: map[string]string{"Prometheus/scraped": "scrapes of a node_exporter"}, against: true, columns: []column{
			{"sent-rows", "samples", plain}, {"disk-B/row", "bytes per sample", cost}, {"against-disk-B/row", "… Prometheus'", cost}, {"disk-ratio", "ratio", times},
		}},
		{part: prometheusPart, title: "Prometheus: questions, by turns with a Prometheus", prefix: "Prometheus/questions/", against: true, columns: []column{
			{"p50-ms", "p50, ms", wait}, {"against-p50-ms", "… Prometheus'", wait}, {"p50-ratio", "ratio", waits},
			{"cpu-ms", "CPU ms", cost}, {"against-cpu-ms", "… Prometheus'", cost}, {"cpu-ratio", "ratio", times},
		}},
	}
}
