package pause_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cairnstack/cairn/internal/pause"
)

func TestForWaitsAndEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		if err := pause.For(t.Context(), time.Hour); err != nil || time.Since(begun) != time.Hour {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := pause.For(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a pause outlasted its context: %v", err)
		}
	})
}
