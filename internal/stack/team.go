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
}
