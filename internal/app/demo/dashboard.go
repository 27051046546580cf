package demo

import (
	_ "embed" // for the dashboards
	"encoding/json"
	"strings"
)

// dashboards holds $logs, $traces and $metrics where the ids of sources are.
//
//go:embed dashboards.json
var dashboards string

// Sources are the ids of the sources that the shop's telemetry lies in.
type Sources struct{ Logs, Traces, Metrics string }

// Dashboards returns the bodies of the shop's dashboards.
func Dashboards(s Sources) ([]json.RawMessage, error) {
	filled := strings.NewReplacer("$logs", s.Logs, "$traces", s.Traces, "$metrics", s.Metrics).Replace(dashboards)
	var bodies []json.RawMessage
	err := json.Unmarshal([]byte(filled), &bodies)
	return bodies, err
}
