package stackwire

import (
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
)

// DashboardVersion is what is remembered of a save of a dashboard.
type DashboardVersion struct {
	Version      int64  `json:"version" doc:"Counts the saves of the dashboard; it is its ETag at that time."`
	CreatedAt    string `json:"createdAt" format:"date-time"`
	CreatedBy    string `json:"createdBy,omitempty" doc:"The user or the key that saved it; absent for versions of before they were remembered."`
	RestoredFrom int64  `json:"restoredFrom,omitempty" doc:"The earlier version that was restored."`
}

// ShowDashboardVersion returns the record of a version.
func ShowDashboardVersion(v stack.DashboardVersion) DashboardVersion {
	return DashboardVersion{Version: v.Version, CreatedAt: Stamp(v.CreatedAt), CreatedBy: v.CreatedBy, RestoredFrom: v.RestoredFrom}
}

// SavedDashboard is a dashboard as it was in one version.
type SavedDashboard struct {
	DashboardVersion
	Dashboard stack.DashboardSpec `json:"dashboard" doc:"What was stored, in the form of a create."`
}

// ReplySavedDashboard returns one version, which never changes.
func ReplySavedDashboard(d stack.SavedDashboard) httpx.Reply[SavedDashboard] {
	record := SavedDashboard{DashboardVersion: ShowDashboardVersion(d.DashboardVersion), Dashboard: d.DashboardSpec}
	return httpx.Reply[SavedDashboard]{Value: record, Version: d.Version}
}
