package tables

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/pause"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// The defaults of what makes an attribute key hot.
const (
	HotColumnsMax = 64
	HotShareMin   = sparseShareMax
	HotAskedMin   = 0.0001
	HotRowsMin    = 10_000
	HotPause      = 30 * time.Second
	UpkeepPause   = time.Minute
)

// observe counts the attributes of a stored block, and wakes Run when some
// keys became hot, or should have a column of another type.
func (s *Store) observe(of tableOf, d *division) {
	if seen := s.observedOf(of); seen != nil && seen.add(d, s.opts) {
		s.wakeRun()
	}
}

func (s *Store) wakeRun() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Asked notes that a question is about a key without a column: such a key gets
// one even if few rows have it.
func (s *Store) Asked(teamID string, table telemetry.Table, key string) {
	if seen := s.observedOf(tableOf{teamID, table}); seen != nil && seen.ask(key, s.opts) {
		s.wakeRun()
	}
}

// observedOf returns the counts of a table, nil where there are too many.
func (s *Store) observedOf(of tableOf) *observed {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.observed[of]
	if seen == nil && len(s.observed) < observedTablesMax {
		seen = newObserved()
		s.observed[of] = seen
	}
	return seen
}

// Run gives hot attribute keys columns of their own, and brings old rows into
// the present form, until ctx ends. One server of an installation is enough,
// and several do no harm.
func (s *Store) Run(ctx context.Context) error {
	upkeep := time.NewTicker(s.opts.UpkeepPause)
	defer upkeep.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
			err = s.PromoteKeys(ctx)
		case <-upkeep.C:
			err = s.Upkeep(ctx)
		}
		if ctx.Err() != nil {
			return nil
		}
		s.outage.Note(ctx, s.opts.Logger, "frequent attribute keys get no column", err)
		if err != nil { // the keys stay hot, and their next rows wake us again
			_ = pause.For(ctx, s.opts.HotPause)
		}
	}
}

// PromoteKeys gives the keys that are hot at the moment columns of their own,
// and those whose values changed columns of another type, in all tables that
// rows were inserted into.
func (s *Store) PromoteKeys(ctx context.Context) error {
	s.mu.Lock()
	tables := maps.Clone(s.observed)
	s.mu.Unlock()
	var failures []error
	for of, seen := range tables {
		hot, chosen := seen.hot(s.opts), seen.chosen(s.opts)
		if len(hot)+len(chosen) > 0 {
			failures = append(failures, s.promote(ctx, of, hot, chosen))
		}
	}
	return errors.Join(failures...)
}

// promote adds the columns that there is room for, and those of the types that
// were chosen again, and shows them in the view. Tables that a newer program has
// changed are left to it: the view would lose what is new.
func (s *Store) promote(ctx context.Context, of tableOf, hot []HotColumn, chosen map[string]HotType) error {
	if isNewer, err := s.teams.isNewer(ctx, of.team); err != nil || isNewer {
		return err
	}
	columns, err := s.readColumns(ctx, of)
	if err != nil {
		return err
	}
	room := max(s.opts.HotMax-len(columns.Hot), 0)
	if err := s.addColumns(ctx, of, hot[:min(room, len(hot))]); err != nil {
		return fmt.Errorf("add columns to %s: %w", of.table, err)
	}
	if err := s.replaceColumns(ctx, of, columns, chosen); err != nil {
		return fmt.Errorf("choose types of %s again: %w", of.table, err)
	}
	if err := s.showColumns(ctx, of); err != nil {
		return err
	}
	if seen := s.observedOf(of); seen != nil {
		seen.forget()
	}
	return nil
}

// showColumns makes the view show the columns that a table has now.
func (s *Store) showColumns(ctx context.Context, of tableOf) error {
	columns, err := s.readColumns(ctx, of)
	if err != nil {
		return err
	}
	return s.showHot(ctx, of, columns.Hot)
}

// addColumns adds hot columns to a table. A row that has none yet shows the
// value that its map has.
func (s *Store) addColumns(ctx context.Context, of tableOf, hot []HotColumn) error {
	attributes, ok := attributesOf(of.table)
	if !ok || len(hot) == 0 {
		return nil
	}
	l, err := s.teams.layout(of.team)
	if err != nil {
		return err
	}
	var added []addedColumn
	for _, column := range hot {
		added = append(added, addedColumn{column, mapped(attributes, column.Key)})
	}
	return s.alter(ctx, l, of, added)
}

// addedColumn is a column on its way into a table, and where the text of its
// key stands in rows without it.
type addedColumn struct {
	HotColumn
	text string
}

// mapped prints the text of a key in the map.
func mapped(attributes, key string) string {
	return attributes + "[" + clickhouse.QuoteText(key) + "]"
}

func (s *Store) alter(ctx context.Context, l layout, of tableOf, added []addedColumn) error {
	return s.teams.exec(ctx, l, alterTexts(l, of.table, added))
}

// alterTexts returns the statements that add columns to a stored table, with
// their indexes, and, on a cluster, to the one over all servers.
func alterTexts(l layout, table telemetry.Table, added []addedColumn) []string {
	var columns, indexes []string
	for _, column := range added {
		definitions := column.definitions(column.text)
		for i, name := range column.Names() {
			columns = append(columns, "ADD COLUMN IF NOT EXISTS "+clickhouse.QuoteName(name)+" "+definitions[i])
		}
		for _, index := range column.indexes() {
			indexes = append(indexes, "ADD INDEX IF NOT EXISTS "+clickhouse.QuoteName(index.name)+" "+index.definition)
		}
	}
	text := func(table string, clauses []string) string {
		return "ALTER TABLE " + table + "\n" + strings.Join(clauses, ",\n")
	}
	texts := []string{text(l.stored(string(table)), slices.Concat(columns, indexes))}
	if l.cluster != "" {
		texts = append(texts, text(l.name(string(table)), columns))
	}
	return texts
}

// hotIndex is an index for the key of a column.
type hotIndex struct{ name, definition string }

// indexes returns the index of a key whose texts hardly repeat and that many
// rows have. A granule that is read for nothing costs more than its filter, so
// that few are: one of 500, where one of 100 is usual; and fewer, larger filters
// are quicker to look at.
func (h HotColumn) indexes() []hotIndex {
	if h.Type != HotText || h.Sparse {
		return nil
	}
	return []hotIndex{{h.Name, clickhouse.QuoteName(h.Name) + " TYPE bloom_filter(0.002) GRANULARITY 4"}}
}

// originMember prints the text under a key in a resource or scope.
func originMember(origin, key string) string {
	return "simpleJSONExtractString(" + origin + ", " + clickhouse.QuoteText(key) + ")"
}

// definitions prints the types of a key's columns and the values that rows
// without one show, given where its text stands in those.
func (h HotColumn) definitions(text string) []string {
	const codec = " CODEC(ZSTD(1))"
	kind := hotTypes()[h.Type] + " DEFAULT "
	if h.Type != HotNumber {
		return []string{kind + text + codec}
	}
	fits := strings.ReplaceAll(fitsText, "?", text)
	return []string{
		kind + "toFloat64OrNull(" + text + ")" + codec,
		misfitsType + " DEFAULT if(" + fits + ", '', " + text + ")" + codec,
	}
}
