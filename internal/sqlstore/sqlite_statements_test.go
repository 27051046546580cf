package sqlstore_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// TestStatementsAreKeptWithinTheirLimit runs more texts than a connection
// keeps, each twice.
func TestStatementsAreKeptWithinTheirLimit(t *testing.T) {
	t.Parallel()
	s := open(t, sqlstore.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	for range 2 {
		for i := range sqlstore.StatementsKeptMax + 10 {
			want := fmt.Sprint("text ", i)
			if got, err := s.Text(t.Context(), "SELECT '"+want+"'"); err != nil || got != want {
				t.Fatalf("%q, %v", got, err)
			}
		}
	}
}

// TestStatementRunsWhileItsRowsAreOpen holds that a statement which is in use
// is not used twice at the same time.
func TestStatementRunsWhileItsRowsAreOpen(t *testing.T) {
	t.Parallel()
	s := open(t, sqlstore.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	const three = "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3"
	for range 2 {
		if outer, inner, err := s.Nested(t.Context(), three); outer != 3 || inner != 9 || err != nil {
			t.Errorf("%d rows, %d within them: %v", outer, inner, err)
		}
	}
}

// TestStatementSurvivesItsFailure runs a statement again after it failed.
func TestStatementSurvivesItsFailure(t *testing.T) {
	t.Parallel()
	s := open(t, sqlstore.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	for _, text := range []string{"CREATE TABLE kept (n INTEGER PRIMARY KEY)", "INSERT INTO kept (n) VALUES (1)"} {
		ok(t, s.WriterExec(t.Context(), text))
	}
	if s.WriterExec(t.Context(), "INSERT INTO kept (n) VALUES (1)") == nil {
		t.Error("the same number was taken twice")
	}
	ok(t, s.WriterExec(t.Context(), "DELETE FROM kept"))
	ok(t, s.WriterExec(t.Context(), "INSERT INTO kept (n) VALUES (1)"))
	ok(t, s.WriterExec(t.Context(), "ALTER TABLE kept ADD COLUMN m TEXT"))
	ok(t, s.WriterExec(t.Context(), "DELETE FROM kept"))
	ok(t, s.WriterExec(t.Context(), "INSERT INTO kept (n) VALUES (1)"))
}
