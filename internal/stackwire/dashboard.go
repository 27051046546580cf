package stackwire

import (
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

// BareValidation is a verdict without an envelope, as existing clients of the
// self-hosted API read it, and once more in the envelope of all others.
type BareValidation struct {
	Validation
	Data Validation `json:"data" doc:"The same again."`
}

// DashboardBody describes the body that creates or replaces a dashboard. What
// is not sent stays as it is stored.
type DashboardBody struct {
	Name               string                        `json:"name" maxLength:"1024"`
	Tiles              []TileBody                    `json:"tiles" maxItems:"500"`
	Tags               []string                      `json:"tags,omitempty" maxItems:"50" doc:"Each at most 32 characters. Repeats are dropped."`
	Filters            []stack.Filter                `json:"filters,omitempty" maxItems:"100"`
	SavedQuery         httpx.Optional[string]        `json:"savedQuery,omitzero"`
	SavedQueryLanguage httpx.Optional[savedLanguage] `json:"savedQueryLanguage,omitzero" doc:"Must not be null while savedQuery is not."`
	SavedFilterValues  []stack.SavedFilterValue      `json:"savedFilterValues,omitempty" maxItems:"100"`
	Containers         []stack.Container             `json:"containers,omitempty" maxItems:"50"`
}

// TileBody describes a tile of a body: with config, or with series in the
// older form.
type TileBody struct {
	ID          string  `json:"id,omitempty" maxLength:"36" doc:"Kept when the stored dashboard has a tile with it."`
	Name        string  `json:"name" maxLength:"1024"`
	X           float64 `json:"x" minimum:"0" maximum:"23"`
	Y           float64 `json:"y" minimum:"0" maximum:"100000"`
	W           float64 `json:"w" minimum:"1" maximum:"24"`
	H           float64 `json:"h" minimum:"1" maximum:"100000"`
	ContainerID string  `json:"containerId,omitempty" maxLength:"256"`
	TabID       string  `json:"tabId,omitempty" maxLength:"256"`

	Config  anyConfig        `json:"config,omitzero" doc:"Required unless series is sent."`
	Series  []map[string]any `json:"series,omitempty" minItems:"1" maxItems:"20" doc:"The older form: all items of one type, time, table, number, search or markdown. It is answered as config."`
	AsRatio bool             `json:"asRatio,omitempty" doc:"With series only."`
}
