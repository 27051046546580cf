package stack

import "time"

// DashboardVersion is what is remembered of a save of a dashboard.
type DashboardVersion struct {
	DashboardID  string
	Version      int64
	CreatedBy    string // user or key id; empty: not known
	CreatedAt    time.Time
	RestoredFrom int64 // the earlier version that it repeats; 0: none
}

// SavedDashboard is a dashboard as it was in one version.
type SavedDashboard struct {
	DashboardVersion
	DashboardSpec
}
