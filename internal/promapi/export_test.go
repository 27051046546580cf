package promapi

import (
	"io"

	"github.com/prometheus/prometheus/promql/parser"
)

// WriteResult writes the response with a value.
func WriteResult(to io.Writer, value parser.Value) error {
	return envelope(to, func(w *writer) { w.result(value, queryCost{}) })
}
