package clickhouse_test

import (
	"fmt"
	"hash/maphash"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
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
		want   clickhouse.HotType
	}{
		"few_values":            {values(10, 100), clickhouse.HotName},
		"values_that_repeat":    {values(clickhouse.NameDistinctMax*6/10, 4), clickhouse.HotName},
		"values_that_don't":     {values(3000, 1), clickhouse.HotText},
		"too_many_that_repeat":  {values(clickhouse.NameDistinctMax*16/10, 4), clickhouse.HotText},
		"very_many_that_repeat": {values(clickhouse.NameDistinctMax*20, 3), clickhouse.HotText},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := clickhouse.HotTypeOf(c.hashes); got != c.want {
				t.Errorf("type = %d, want %d", got, c.want)
			}
		})
	}
}

func TestPromoteKeys_bounds_what_it_counts(t *testing.T) {
	t.Parallel()
	store := newStore(t, hotOptions())
	rows := telemetry.NewRows(telemetry.Logs)
	long := []byte(strings.Repeat("k", clickhouse.HotKeyBytesMax+1))
	write(rows, func(w *telemetry.Writer, origin uint32) {
		for i := range 2000 {
			list := w.BeginLog(1)
			list.Text([]byte("hot"), []byte("x"))
			list.Text(long, []byte("x"))
			list.Text(fmt.Appendf(nil, "key%d", i), []byte("x"))
			w.EndLog(&telemetry.LogRecord{Time: nanos(logStart()) + uint64(i)}, origin)
		}
	})
	store.insert(t, rows, 1)
	if got := clickhouse.ObservedKeys(store.Store, store.team); got != clickhouse.ObservedKeysMax {
		t.Errorf("%d keys are counted, want %d", got, clickhouse.ObservedKeysMax)
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
	store := clickhouse.NewStore(openClient(t, shared), clickhouse.StoreOptions{})
	if got := clickhouse.ObservedTables(store, clickhouse.ObservedTablesMax+10); got != clickhouse.ObservedTablesMax {
		t.Errorf("%d tables are counted, want %d", got, clickhouse.ObservedTablesMax)
	}
}
