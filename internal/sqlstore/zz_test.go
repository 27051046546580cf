package sqlstore_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

func TestZZ(t *testing.T) {
	for range 8 {
		var created, opened, closed time.Time
		start := time.Now()
		t.Run("x", func(t *testing.T) {
			dsn := pgtest.NewDatabase(t)
			created = time.Now()
			s, err := sqlstore.Open(context.Background(), sqlstore.Options{URL: dsn, Logger: slog.New(slog.DiscardHandler)})
			ok(t, err)
			opened = time.Now()
			ok(t, s.Close())
			closed = time.Now()
		})
		t.Log(created.Sub(start), opened.Sub(created), closed.Sub(opened), time.Since(closed))
	}
}
