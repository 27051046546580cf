package webhook

import (
	"encoding/csv"
	"maps"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// Bounds of the sample in a text, in bytes.
const (
	sampleLineBytesMax = 500
	sampleBytesMax     = 2500
)

// sampleLines returns the sample rows of a firing alert as CSV in a fence.
func sampleLines(n alerting.Notice) []string {
	if len(n.Sample) == 0 || n.To != stack.StateFiring {
		return nil
	}
	columns := columnsOf(n.Sample)
	lines := []string{csvLine(columns)}
	for _, row := range n.Sample {
		values := make([]string, len(columns))
		for i, column := range columns {
			values[i] = row[column]
		}
		lines = append(lines, csvLine(values))
	}
	return []string{"```", cut(strings.Join(lines, "\n"), sampleBytesMax), "```"}
}

func columnsOf(rows []map[string]string) []string {
	all := map[string]bool{}
	for _, row := range rows {
		for column := range row {
			all[column] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// csvLine returns one line whatever the values hold, even a fence.
func csvLine(values []string) string {
	flat := make([]string, len(values))
	replace := strings.NewReplacer("\n", " ", "\r", " ", "```", "'''")
	for i, v := range values {
		flat[i] = replace.Replace(v)
	}
	var line strings.Builder
	w := csv.NewWriter(&line)
	_ = w.Write(flat) // a strings.Builder takes everything
	w.Flush()
	return cut(strings.TrimSuffix(line.String(), "\n"), sampleLineBytesMax)
}
