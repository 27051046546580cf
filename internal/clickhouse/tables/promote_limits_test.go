package tables_test

import (
	"fmt"
	"hash/maphash"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestHotType_follows_the_distinct_values(t *testing.T) {
	t.Parallel()
	seed := maphash.MakeSeed()
	values := func(distinct, times int) []uint64 {
		var hashes []uint64
		for range times {
			for i := range distinct {
				hashes = append(hashes, maphash.Comparable(seed, i))
			}
		}
		return hashes
	}
	cases := map[string]struct {
		hashes []uint64
		want   tables.HotType
	}{
		"few_values":            {values(10, 100), tables.HotName},
		"values_that_repeat":    {values(tables.NameDistinctMax*6/10, 4), tables.HotName},
		"values_that_don't":     {values(3000, 1), tables.HotText},
		"too_many_that_repeat":  {values(tables.NameDistinctMax*16/10, 4), tables.HotText},
		"very_many_that_repeat": {values(tables.NameDistinctMax*20, 3), tables.HotText},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := tables.HotTypeOf(c.hashes); got != c.want {
				t.Errorf("type = %d, want %d", got, c.want)
			}
		})
	}
}

func TestPromoteKeys_bounds_what_it_counts(t *testing.T) {
	t.Parallel()
	store := newStore(t, hotOptions())
	rows := telemetry.NewRows(telemetry.Logs)
	long := []byte(strings.Repeat("k", tables.HotKeyBytesMax+1))
	write(rows, func(w *telemetry.Writer, origin uint32) {
		for i := range 2000 {
			list := w.BeginLog(1)
			list.Text([]byte("hot"), []byte("x"))
			list.Text(long, []byte("x"))
			list.Text(fmt.Appendf(nil, "key%d", i), []byte("x"))
			w.EndLog(&telemetry.LogRecord{Time: nanos(enginetest.LogStart()) + uint64(i)}, origin)
		}
	})
	store.insert(t, rows, 1)
	if got := tables.ObservedKeys(store.Store, store.team); got != tables.ObservedKeysMax {
		t.Errorf("%d keys are counted, want %d", got, tables.ObservedKeysMax)
	}
	if err := store.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := store.hotOf(t); got != "hot:0" {
		t.Errorf("hot columns = %s, want the short frequent one", got)
	}
}

func TestStore_counts_the_keys_of_so_many_tables(t *testing.T) {
	t.Parallel()
	store := tables.NewStore(enginetest.Client(t), tables.StoreOptions{})
	if got := tables.ObservedTables(store, tables.ObservedTablesMax+10); got != tables.ObservedTablesMax {
		t.Errorf("%d tables are counted, want %d", got, tables.ObservedTablesMax)
	}
}
