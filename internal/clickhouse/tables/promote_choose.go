package tables

import (
	"context"
	"hash/maphash"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// HotLooksMin is how many values of a hot key are looked at by default before
// its type is chosen again.
const HotLooksMin = 1 << 15

// How the values of hot keys are looked at, and how far they have to be from
// what the type of the column is for: a type that fits well enough stays.
const (
	typedEvery    = 16  // of so many rows one is looked at
	misfitsMost   = 0.1 // share of values that are no numbers in a column of numbers
	distinctSlack = 2   // times as many distinct values as names may have, or so many times fewer
)

// lookAtColumns counts the values of a block that have columns.
func (o *observed) lookAtColumns(d *division) {
	var buffer []byte
	for i, hot := range d.hot {
		seen := o.typed[hot.Key]
		if seen == nil || seen.kind != hot.Type {
			seen = &observedKey{kind: hot.Type}
			o.typed[hot.Key] = seen
		}
		for row := 0; row < len(d.own[i]); row += typedEvery {
			index := d.valueOf(i, row)
			if index == 0 {
				continue
			}
			seen.rows++
			if kind := d.attributes.Kind[index-1]; kind == telemetry.IntKind || kind == telemetry.FloatKind {
				seen.numbers++
			}
			buffer = d.attributes.AppendText(buffer[:0], int(index-1))
			seen.look(maphash.Bytes(o.seed, buffer))
		}
	}
}

// valueOf returns the index + 1 of the value that a row has in a hot column or
// among its misfits, zero for none.
func (d *division) valueOf(column, row int) uint32 {
	if index := d.own[column][row]; index != 0 || d.misfits[column] == nil {
		return index
	}
	return d.misfits[column][row]
}

// chosen returns the types of the keys whose columns are of a wrong one.
func (o *observed) chosen(opts StoreOptions) map[string]HotType {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.chosenAgain(opts)
}

// chosenAgain is chosen with the lock. What was looked at and confirms the type
// is forgotten, so that it is chosen by values of the present.
func (o *observed) chosenAgain(opts StoreOptions) map[string]HotType {
	found := map[string]HotType{}
	for key, seen := range o.typed {
		if seen.looked < opts.HotLooks {
			continue
		}
		if kind := seen.betterType(); kind != seen.kind {
			found[key] = kind
		} else {
			delete(o.typed, key)
		}
	}
	return found
}

// betterType returns the type that a column should have: its own, unless the
// values are clearly others than it is for.
func (k *observedKey) betterType() HotType {
	distinct, most, others := k.distinctValues(), float64(nameDistinctMax), HotText
	if float64(k.rows-k.numbers) <= misfitsMost*float64(k.rows) && (k.kind == HotNumber || k.rows == k.numbers) {
		most, others = codeDistinctMax, HotNumber
	}
	switch {
	case k.kind == HotName && distinct <= distinctSlack*most:
		return HotName
	case k.kind != HotName && distinct*distinctSlack < most && distinct*nameRepeatsMin*distinctSlack < float64(k.looked):
		return HotName
	}
	return others
}

// replaceColumns adds columns of other types for keys. They show what the
// present ones have until Upkeep has given every row its own.
func (s *Store) replaceColumns(ctx context.Context, of tableOf, columns TableColumns, chosen map[string]HotType) error {
	var added []addedColumn
	for _, hot := range columns.Hot {
		kind, ok := chosen[hot.Key]
		if !ok || hot.letter() == hotLast || columns.replaces(hot.Key) {
			continue
		}
		added = append(added, addedColumn{hotColumn(hot.letter()+1, hot.Key, kind), hot.textIn(of.table)})
	}
	if len(added) == 0 {
		return nil
	}
	l, err := s.teams.layout(of.team)
	if err != nil {
		return err
	}
	return s.alter(ctx, l, of, added)
}

// replaces reports whether a key has a column that took the place of another.
func (t TableColumns) replaces(key string) bool {
	for _, old := range t.Old {
		if old.Key == key {
			return true
		}
	}
	return false
}

// textIn prints the text of a key in a row: of a column of numbers of an
// earlier version, which has no misfits, the map comes first.
func (h HotColumn) textIn(table telemetry.Table) string {
	text := h.text(clickhouse.QuoteName)
	attributes, ok := attributesOf(table)
	if !ok || h.Type != HotNumber || h.Misfits != "" {
		return text
	}
	inMap := mapped(attributes, h.Key)
	return "if(" + inMap + " != '', " + inMap + ", " + text + ")"
}
