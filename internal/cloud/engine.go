package cloud

import "context"

// Engine makes and drops the databases of teams. All of it may be repeated.
type Engine interface {
	EnsureTeam(ctx context.Context, teamID string) error
	DropTeam(ctx context.Context, teamID string) error
	// TeamDatabases returns the ids of the teams that have a database.
	TeamDatabases(ctx context.Context) ([]string, error)
}

// Bell tells a loop that there is something to do.
type Bell chan struct{}

// NewBell makes a bell that nobody has rung.
func NewBell() Bell { return make(Bell, 1) }

// Ring wakes the loop that listens, now or when it is back. It never waits.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}
