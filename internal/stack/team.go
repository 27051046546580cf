package stack

import (
	"time"
)

// Team owns telemetry and everything that is made of it: one database of the
// engine, sources, dashboards, alerts, webhooks, ingestion keys.
type Team struct {
	ID        string
	Name      string
	CreatedAt time.Time
	Version   int64
	// DefaultRoleID is that of the role of those who are invited without one;
	// empty: it follows from the role in the organization.
	DefaultRoleID string
}
