package tables

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/pause"
)

// The defaults of what makes an attribute key hot.
const (
	HotColumnsMax = 64
	HotShareMin   = 0.05
	HotRowsMin    = 10_000
	HotPause      = 30 * time.Second
)

// observe counts the attributes of a stored block that have no column, and
// wakes Run when some of their keys became hot.
func (s *Store) observe(of tableOf, d *division) {
	if len(d.hot) >= s.opts.HotMax {
		return
	}
	seen := s.observedOf(of)
	if seen == nil || !seen.add(d, s.opts) {
		return
	}
	select {
	case s.wake <- struct{}{}:
	default:
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

// Run gives hot attribute keys columns of their own until ctx ends. One server
// of an installation is enough, and several do no harm.
func (s *Store) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		}
		err := s.PromoteKeys(ctx)
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
// in all tables that rows were inserted into.
func (s *Store) PromoteKeys(ctx context.Context) error {
	var failures []error
	for of, hot := range s.hotKeys() {
		failures = append(failures, s.promote(ctx, of, hot))
	}
	return errors.Join(failures...)
}

func (s *Store) hotKeys() map[tableOf][]HotColumn {
	s.mu.Lock()
	tables := maps.Clone(s.observed)
	s.mu.Unlock()
	found := map[tableOf][]HotColumn{}
	for of, seen := range tables {
		if hot := seen.hot(s.opts); len(hot) > 0 {
			found[of] = hot
		}
	}
	return found
}

// promote adds the columns that there is room for, and shows them in the view.
func (s *Store) promote(ctx context.Context, of tableOf, hot []HotColumn) error {
	columns, err := s.readColumns(ctx, of)
	if err != nil {
		return err
	}
	room := max(s.opts.HotMax-len(columns.Hot), 0)
	if err := s.addColumns(ctx, of, hot[:min(room, len(hot))]); err != nil {
		return fmt.Errorf("add columns to %s: %w", of.table, err)
	}
	if columns, err = s.readColumns(ctx, of); err != nil {
		return err
	}
	s.forgetObserved(of)
	return s.showHot(ctx, of, columns.Hot)
}

func (s *Store) forgetObserved(of tableOf) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.observed, of)
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
	for _, table := range l.altered(string(of.table)) {
		if err := s.client.Exec(ctx, alterText(table, attributes, hot)); err != nil {
			return err
		}
	}
	return nil
}

// altered names, in statements that change them, a stored table and, on a
// cluster, the one over all servers.
func (l layout) altered(table string) []string {
	if l.cluster == "" {
		return []string{l.stored(table)}
	}
	return []string{l.stored(table), l.name(table)}
}

func alterText(table, attributes string, hot []HotColumn) string {
	var clauses []string
	for _, column := range hot {
		definitions := column.definitions(attributes + "[" + clickhouse.QuoteText(column.Key) + "]")
		for i, name := range column.Names() {
			clauses = append(clauses, "ADD COLUMN IF NOT EXISTS "+clickhouse.QuoteName(name)+" "+definitions[i])
		}
	}
	return "ALTER TABLE " + table + "\n" + strings.Join(clauses, ",\n")
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
