package ql_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/ql"
)

func BenchmarkLucene(b *testing.B) {
	benchmark(b, parseLucene, map[string]string{
		"word":   "error",
		"small":  `level:error -ServiceName:"canary" timeout`,
		"medium": `(level:error OR level:fatal) ServiceName:(api web checkout*) Duration:>1000000 NOT "health check" ResourceAttributes.k8s.pod.name:api-1`,
		"large":  strings.TrimSpace(strings.Repeat("ServiceName:api ", 500)),
	})
}

func BenchmarkExpression(b *testing.B) {
	benchmark(b, parseScalar, map[string]string{
		"column": "ServiceName",
		"small":  "SeverityText = 'error' AND ServiceName != 'canary'",
		"medium": "SeverityText IN ('error', 'fatal') AND toFloat64OrNull(LogAttributes['duration']) > 1.5 AND NOT lower(Body) LIKE '%health check%'",
		"large":  strings.TrimSuffix(strings.Repeat("ServiceName = 'api' OR ", 300), " OR "),
	})
}

func benchmark(b *testing.B, parse func(string) (ql.Node, error), texts map[string]string) {
	b.Helper()
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLookup(b *testing.B) {
	for _, name := range []string{"abs", "COUNT", "NULLIF", "yesterday", "file"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ql.Lookup(name)
			}
		})
	}
}
