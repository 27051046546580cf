package statetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// TestOlderKnowsEveryMigration holds that a new migration is set back, too: an
// installation with some of them is none that ever was.
func TestOlderKnowsEveryMigration(t *testing.T) {
	t.Parallel()
	newest, err := sqlstore.NewestSchema()
	if err != nil {
		t.Fatal(err)
	}
	if statement := fmt.Sprintf("DELETE FROM schema_versions WHERE version_id = %d", newest); !slices.Contains(older(), statement) {
		t.Errorf("older lacks %q, and what undoes that migration before it", statement)
	}
}
