package enginetest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
)

// NewTeamID returns an id that no other test has.
func NewTeamID() string {
	var b [12]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// NewTeam returns the database of a fresh team.
func NewTeam(t *testing.T, client *clickhouse.Client) string {
	t.Helper()
	team := NewTeamID()
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), team); err != nil {
		t.Fatalf("EnsureTeam: %v", err)
	}
	t.Cleanup(func() { _ = tables.NewTeams(client).DropTeam(context.Background(), team) })
	return "cairn_" + team
}
