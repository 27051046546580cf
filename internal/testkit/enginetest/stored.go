package enginetest

import (
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// Stored is a server with tables that hold rows: the single one, or one of each
// shard of a cluster.
type Stored struct {
	Client *clickhouse.Client
	Suffix string // of the names of those tables
}

// EachStored returns all of them.
func EachStored(t testing.TB, client *clickhouse.Client) []Stored {
	t.Helper()
	hosts, err := client.Hosts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if hosts == nil {
		return []Stored{{Client: client}}
	}
	all := make([]Stored, len(hosts))
	for i, host := range hosts {
		all[i] = Stored{host.Client, "_local"}
	}
	return all
}

// ExecuteOnStored runs statements on each stored table: before and after its name.
func ExecuteOnStored(t testing.TB, client *clickhouse.Client, before, table, after string) {
	t.Helper()
	for _, stored := range EachStored(t, client) {
		if err := stored.Client.Exec(t.Context(), before+table+stored.Suffix+after); err != nil {
			t.Fatal(err)
		}
	}
}

// AlterTable changes a table on every server: those that hold rows, and then, on
// a cluster, those over them.
func AlterTable(t testing.TB, client *clickhouse.Client, table, change string) {
	t.Helper()
	ExecuteOnStored(t, client, "ALTER TABLE ", table, " "+change)
	for _, stored := range EachStored(t, client) {
		if stored.Suffix == "" {
			continue
		}
		if err := stored.Client.Exec(t.Context(), "ALTER TABLE "+table+" "+change); err != nil {
			t.Fatal(err)
		}
	}
}

// Share returns those of the rows that are for one of several servers.
func Share[T any](rows []T, index, of int) []T {
	var share []T
	for i, row := range rows {
		if i%of == index {
			share = append(share, row)
		}
	}
	return share
}
