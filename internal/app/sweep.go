package app

import (
	"context"
	"time"
)

// sweepEvery is how often responses that can't be replayed any more are removed.
const sweepEvery = 10 * time.Minute

// sweepAnswers removes expired Idempotency-Keys until ctx ends.
func (a *App) sweepAnswers(ctx context.Context) error {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if _, err := a.store.DeleteIdempotencyKeysBefore(ctx, a.Now()); err != nil {
				a.Logger.WarnContext(ctx, "can't remove expired responses", "error", err)
			}
		case <-ctx.Done():
			return nil
		}
	}
}
