package stackwire

import (
	"github.com/cairnstack/cairn/internal/grafana"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
)

// Dashboard is the record of a dashboard.
type Dashboard struct {
	Owned
	stack.DashboardSpec
	RemovedAlerts      []string `json:"removedAlerts,omitempty" doc:"After an update: ids of the alerts that went with their tiles."`
	MissingSources     []string `json:"missingSources,omitempty" doc:"Ids of sources that tiles or filters name and that were deleted."`
	MissingConnections []string `json:"missingConnections,omitempty" doc:"Ids of connections that tiles name and that were deleted."`
}

// ShowDashboard returns the record of a dashboard.
func ShowDashboard(d stack.Dashboard) Dashboard {
	return Dashboard{
		Owned: owned(d.Record), DashboardSpec: d.DashboardSpec,
		MissingSources: d.Missing.Sources, MissingConnections: d.Missing.Connections,
	}
}

// ReplyDashboard returns one dashboard, and which alerts an update removed.
func ReplyDashboard(d stack.Dashboard, removedAlerts []string) httpx.Reply[Dashboard] {
	record := ShowDashboard(d)
	record.RemovedAlerts = removedAlerts
	return httpx.Reply[Dashboard]{Value: record, Version: d.Version, Mark: lost(append(d.Missing.Sources, d.Missing.Connections...)...)}
}

// Validation is the verdict over a dashboard body.
type Validation struct {
	Valid      bool                                `json:"valid"`
	Errors     []stack.Finding                     `json:"errors"`
	Normalized httpx.Nullable[stack.DashboardSpec] `json:"normalized" doc:"What would be stored; null when the body is not valid."`
}

// ShowValidation returns a verdict.
func ShowValidation(v stack.Validation) Validation {
	return Validation{Valid: v.Valid, Errors: v.Errors, Normalized: httpx.Nullable[stack.DashboardSpec]{Value: v.Normalized}}
}

// GrafanaTranslation is what a dashboard of Grafana becomes.
type GrafanaTranslation struct {
	Dashboard stack.DashboardSpec `json:"dashboard" doc:"The body that creates it."`
	Tag       string              `json:"tag" doc:"The one of its tags by which it is known when it is imported again; it follows from its uid."`
	Notes     []grafana.Note      `json:"notes" doc:"What was not carried over as it is; at most 2,000."`
}

// ShowGrafana returns a translation.
func ShowGrafana(r grafana.Result) GrafanaTranslation {
	return GrafanaTranslation{Dashboard: r.Spec, Tag: r.Tag, Notes: append([]grafana.Note{}, r.Notes...)}
}

// BareValidation is a verdict without an envelope, as existing clients of the
// self-hosted API read it, and once more in the envelope of all others.
type BareValidation struct {
	Validation
	Data Validation `json:"data" doc:"The result again, under the name that other answers have."`
}

// DashboardBody is the body that creates or replaces a dashboard.
type DashboardBody stack.DashboardInput

// TileBody is a tile of such a body.
type TileBody stack.TileInput
