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

func TestBetterType_stays_while_the_type_fits(t *testing.T) {
	t.Parallel()
	const code, name = tables.CodeDistinctMax, tables.NameDistinctMax
	cases := map[string]struct {
		kind             tables.HotType
		distinct, values int
		numbers          float64 // share
		want             tables.HotType
	}{
		"codes":                                 {tables.HotName, 50, 30_000, 1, tables.HotName},
		"a_few_codes_too_many":                  {tables.HotName, code * 3 / 2, 30_000, 1, tables.HotName},
		"codes_become_measures":                 {tables.HotName, code * 4, 30_000, 1, tables.HotNumber},
		"codes_become_texts":                    {tables.HotName, name * 3, 30_000, 0.5, tables.HotText},
		"names":                                 {tables.HotName, name * 3 / 2, 30_000, 0, tables.HotName},
		"measures":                              {tables.HotNumber, 5000, 30_000, 1, tables.HotNumber},
		"measures_with_some_words":              {tables.HotNumber, 5000, 30_000, 0.95, tables.HotNumber},
		"measures_that_are_words":               {tables.HotNumber, 20_000, 30_000, 0.5, tables.HotText},
		"measures_that_are_few_words":           {tables.HotNumber, 20, 30_000, 0.5, tables.HotName},
		"measures_that_are_few":                 {tables.HotNumber, code / 4, 30_000, 1, tables.HotName},
		"measures_that_are_not_quite_few":       {tables.HotNumber, code * 3 / 4, 30_000, 1, tables.HotNumber},
		"texts":                                 {tables.HotText, 30_000, 30_000, 0, tables.HotText},
		"texts_that_repeat_a_little":            {tables.HotText, name * 3 / 4, 30_000, 0, tables.HotText},
		"texts_that_repeat":                     {tables.HotText, 100, 30_000, 0, tables.HotName},
		"texts_that_are_numbers_with_few_words": {tables.HotText, 30_000, 30_000, 0.99, tables.HotText},
	}
	for title, c := range cases {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			if got := tables.BetterType(c.kind, c.distinct, c.values, c.numbers); got != c.want {
				t.Errorf("type = %d, want %d", got, c.want)
			}
		})
	}
}
