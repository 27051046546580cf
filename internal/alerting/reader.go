package alerting

import (
	"context"

	"github.com/cairnstack/cairn/internal/explore"
)

// Reader reads what alerts watch.
type Reader interface {
	// Read takes every question once and calls answered with results, from
	// several goroutines. Windows whose answer has an error stay open.
	Read(ctx context.Context, questions []explore.AlertQuestion, answered func([]explore.AlertAnswer))
	// Sample returns a few of the rows that an alert on a search counted in
	// the window and group, and nothing for other alerts.
	Sample(ctx context.Context, notice Notice) ([]map[string]string, error)
}
