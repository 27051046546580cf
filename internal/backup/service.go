package backup

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/cairnstack/cairn/internal/fault"
)

// NewTeam is a team that gets the data of a service's backup. Nobody may use
// it meanwhile.
type NewTeam struct {
	ID     string
	Engine TargetEngine
	// Read takes the metadata.
	Read func(ctx context.Context, r io.Reader, of Metadata) error
}

// Restore verifies the whole backup, then stores its telemetry in place of what
// an interrupted restore has left, then reads its metadata. When something
// fails the telemetry is removed again.
func (t NewTeam) Restore(ctx context.Context, a *Archive) error {
	if a.Service == nil || len(a.Teams) > 1 {
		return fault.New(fault.Invalid, "the backup is not of one service")
	}
	if err := a.Verify(ctx); err != nil {
		return err
	}
	if err := t.restore(ctx, a); err != nil {
		return errors.Join(err, t.Engine.DropTeam(context.WithoutCancel(ctx), t.ID))
	}
	return nil
}

func (t NewTeam) restore(ctx context.Context, a *Archive) error {
	if err := t.Engine.DropTeam(ctx, t.ID); err != nil {
		return err
	}
	for _, team := range a.Teams {
		if err := a.loadTeam(ctx, t.Engine, team, t.ID, func(string) {}); err != nil {
			return fmt.Errorf("restore the telemetry: %w", err)
		}
	}
	err := a.read(metadataName, func(r io.Reader) error { return t.Read(ctx, r, a.Metadata) })
	if err != nil {
		return fmt.Errorf("restore the metadata: %w", err)
	}
	return nil
}
