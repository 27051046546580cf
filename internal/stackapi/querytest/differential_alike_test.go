package querytest_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// nearness is how far apart two sums may be that were added up in another order,
// as a share of the greater.
const nearness = 1e-9

// likeness holds two answers to each other.
type likeness struct {
	hasLeft  bool // rows with the place of the last one may be missing
	hasBegun bool // and those with the place of the first one
	near     int  // numbers that are near each other, not equal
}

// unlike are members that tell what an answer cost, not what it is.
func unlike(name string) bool {
	return slices.Contains([]string{"rowsRead", "bytesRead", "elapsedMs", "requestId", "cursor"}, name)
}

// alike returns where two answers differ, and how.
func (c *likeness) alike(at string, one, three any) (where, diff string) {
	switch one := one.(type) {
	case map[string]any:
		return c.alikeObjects(at, one, three)
	case []any:
		return c.alikeLists(at, one, three)
	case float64:
		if other, ok := three.(float64); ok && c.isNear(one, other) {
			return "", ""
		}
	case string:
		if other, ok := three.(string); ok && (one == other || c.isNearText(one, other)) {
			return "", ""
		}
	default:
		if one == three {
			return "", ""
		}
	}
	return at, fmt.Sprintf("one engine: %s\nthree shards: %s", shortText(one), shortText(three))
}

func (c *likeness) alikeObjects(at string, one map[string]any, three any) (where, diff string) {
	other, ok := three.(map[string]any)
	if !ok {
		return at, fmt.Sprintf("one engine: %s\nthree shards: %s", shortText(one), shortText(three))
	}
	names := slices.Sorted(maps.Keys(one))
	for name := range other {
		if _, ok := one[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if unlike(name) {
			continue
		}
		if where, diff := c.alike(at+"."+name, one[name], other[name]); diff != "" {
			return where, diff
		}
	}
	return "", ""
}

func (c *likeness) alikeLists(at string, one []any, three any) (where, diff string) {
	other, ok := three.([]any)
	if !ok || len(one) != len(other) {
		return at, fmt.Sprintf("one engine: %s\nthree shards: %s", shortText(one), shortText(three))
	}
	one, other = c.settled(one), c.settled(other)
	for i := range one {
		if where, diff := c.alike(fmt.Sprintf("%s[%d]", at, i), one[i], other[i]); diff != "" {
			return where, diff
		}
	}
	return "", ""
}

// settled returns a list of rows in which those of one instant, whose order is not
// promised, are in the order of their texts. In an order of its own, those with the
// same first column and instant are. Of the last ones there may be more.
func (c *likeness) settled(rows []any) []any {
	rows = slices.Clone(rows)
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && c.place(rows[from]) != "" && c.place(rows[to]) == c.place(rows[from]) {
			to++
		}
		slices.SortFunc(rows[from:to], func(a, b any) int { return cmp.Compare(fullText(a), fullText(b)) })
		from = to
	}
	if c.hasLeft && len(rows) > 0 {
		rows = c.without(rows, rows[len(rows)-1])
	}
	if c.hasBegun && len(rows) > 0 {
		rows = c.without(rows, rows[0])
	}
	return rows
}

// without returns the rows that have another place than one of them.
func (c *likeness) without(rows []any, one any) []any {
	place := c.place(one)
	if place == "" {
		return rows
	}
	return slices.DeleteFunc(rows, func(row any) bool { return c.place(row) == place })
}

// place returns what the place of a row in its list is known by, or nothing.
func (c *likeness) place(row any) string {
	switch row := row.(type) {
	case map[string]any:
		if instant, ok := row["Timestamp"].(string); ok {
			return instant + fullText(row["ordered"])
		}
		if _, ok := row["traceId"]; ok && row["time"] != nil { // an exemplar
			return fullText(row["time"])
		}
	case []any:
		if len(row) == 0 {
			return ""
		}
		if instant, ok := row[0].(string); ok {
			if _, err := time.Parse(time.RFC3339Nano, instant); err == nil {
				return instant
			}
		}
	}
	return ""
}

func (c *likeness) isNear(one, other float64) bool {
	if one == other {
		return true
	}
	if math.Abs(one-other) > nearness*max(math.Abs(one), math.Abs(other)) {
		return false
	}
	c.near++
	return true
}

// isNearText compares numbers with fractions that are written as texts.
func (c *likeness) isNearText(one, other string) bool {
	if !strings.ContainsAny(one+other, ".e") {
		return false
	}
	a, failed := strconv.ParseFloat(one, 64)
	b, failedToo := strconv.ParseFloat(other, 64)
	return failed == nil && failedToo == nil && c.isNear(a, b)
}

func fullText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func shortText(value any) string {
	text := fullText(value)
	const most = 1500
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// TestLikenessSeesDifferences holds the likeness to what it is for.
func TestLikenessSeesDifferences(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		one, three string
		isAlike    bool
	}{
		{`{"a":1,"rowsRead":2}`, `{"a":1,"rowsRead":3}`, true},
		{`{"a":1}`, `{"a":1,"b":null}`, true},
		{`{"a":1}`, `{"a":1,"b":2}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`[1,2]`, `[1]`, false},
		{`0.3`, `0.30000000000000004`, true},
		{`0.3`, `0.300001`, false},
		{`"0.3"`, `"0.30000000000000004"`, true},
		{`"12"`, `"13"`, false},
		{`[{"Timestamp":"x","b":1},{"Timestamp":"x","b":2}]`, `[{"Timestamp":"x","b":2},{"Timestamp":"x","b":1}]`, true},
		{`[{"Timestamp":"x","b":1},{"Timestamp":"y","b":2}]`, `[{"Timestamp":"y","b":2},{"Timestamp":"x","b":1}]`, false},
		{`[["2026-11-18T10:00:00Z",1],["2026-11-18T10:00:00Z",2]]`, `[["2026-11-18T10:00:00Z",2],["2026-11-18T10:00:00Z",1]]`, true},
	} {
		var one, three any
		if err := json.Unmarshal([]byte("["+x.one+","+x.three+"]"), &[]*any{&one, &three}); err != nil {
			t.Fatal(err)
		}
		if _, diff := new(likeness).alike("", one, three); (diff == "") != x.isAlike {
			t.Errorf("%s and %s: %q", x.one, x.three, diff)
		}
	}
}
