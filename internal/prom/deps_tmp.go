package prom

import (
	_ "github.com/klauspost/compress/snappy"
	_ "github.com/prometheus/otlptranslator"
	_ "github.com/prometheus/prometheus/prompb"
	_ "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"
	_ "github.com/prometheus/prometheus/promql"
	_ "github.com/prometheus/prometheus/storage"
)
