package org_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// auditLog returns records that continue each other, newest first.
func auditLog(count int) []org.AuditRecord {
	var last org.AuditRecord
	var log []org.AuditRecord
	for i := range count {
		last = org.AuditRecord{
			ID: fmt.Sprintf("%024x", i+1), TeamID: "t", At: time.UnixMilli(int64(1000 + i)).UTC(), Operation: "updateAlert",
			Subject: org.AuditSubject{Kind: org.SubjectAlert, ID: "a"}, Outcome: org.AuditDone, Count: 1, Changes: "[]",
		}.Follow(last)
		log = append(log, last)
	}
	slices.Reverse(log)
	return log
}

func TestAuditChainFindsWhatWasAltered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		alter   func(log []org.AuditRecord) []org.AuditRecord
		good    int64
		problem string
	}{
		"nothing":       {func(log []org.AuditRecord) []org.AuditRecord { return log }, 5, ""},
		"no records":    {func([]org.AuditRecord) []org.AuditRecord { return nil }, 0, ""},
		"a field":       {func(log []org.AuditRecord) []org.AuditRecord { log[2].Actor.Name = "x"; return log }, 2, "was altered"},
		"a missing one": {func(log []org.AuditRecord) []org.AuditRecord { return slices.Delete(log, 2, 3) }, 2, "is followed by record 4"},
		"the first ones": {
			func(log []org.AuditRecord) []org.AuditRecord { return log[:3] }, 3, "the records before it are missing",
		},
		"a new seal": {func(log []org.AuditRecord) []org.AuditRecord {
			log[2].Changes = `[{"field":"a"}]`
			log[2].Hash = org.SealAudit(log[2].PrevHash, log[2])
			return log
		}, 2, "is not the one that the next record follows"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var chain org.AuditChain
			if chain.Walk(c.alter(auditLog(5))) || chain.BrokenAt == nil {
				chain.End()
			}
			problem := ""
			if chain.BrokenAt != nil {
				problem = chain.BrokenAt.Problem
			}
			if chain.Records != c.good || problem != c.problem || chain.Whole() != (c.problem == "") {
				t.Errorf("%d records, %q, whole: %t", chain.Records, problem, chain.Whole())
			}
		})
	}
}

// changed returns the changes as a text that is easy to compare.
func changed(t *testing.T, before, after org.Facts) (string, bool) {
	t.Helper()
	text, cut, err := org.AuditChanges(before, after)
	if err != nil {
		t.Fatal(err)
	}
	return text, cut
}

func TestAuditChangesNameFields(t *testing.T) {
	t.Parallel()
	board := func(text string) org.Facts {
		facts, err := org.FactsOf(json.RawMessage(text))
		if err != nil {
			t.Fatal(err)
		}
		return facts
	}
	for name, c := range map[string]struct {
		before, after org.Facts
		want          string
	}{
		"same":         {board(`{"a":1}`), board(`{"a":1}`), `[]`},
		"a field":      {board(`{"a":1,"b":2}`), board(`{"a":3,"b":2}`), `[{"field":"a","before":1,"after":3}]`},
		"new":          {nil, board(`{"name":"n","tags":[],"note":""}`), `[{"field":"name","after":"n"}]`},
		"gone":         {board(`{"name":"n"}`), nil, `[{"field":"name","before":"n"}]`},
		"inside":       {board(`{"a":{"b":1,"c":2}}`), board(`{"a":{"b":1,"c":3}}`), `[{"field":"a.c","before":2,"after":3}]`},
		"items by id":  {board(`{"tiles":[{"id":"x","w":1},{"id":"y"}]}`), board(`{"tiles":[{"id":"x","w":2}]}`), `[{"field":"tiles.x.w","before":1,"after":2},{"field":"tiles.y","before":{"id":"y"}}]`},
		"plain lists":  {board(`{"tags":["a"]}`), board(`{"tags":["b"]}`), `[{"field":"tags","before":["a"],"after":["b"]}]`},
		"a secret":     {org.Facts{"p": org.Masked("one")}, org.Facts{"p": org.Masked("two")}, `[{"field":"p","before":"********","after":"********"}]`},
		"a new secret": {org.Facts{"p": org.Masked("")}, org.Facts{"p": org.Masked("two")}, `[{"field":"p","before":"","after":"********"}]`},
		"headers": {
			org.Facts{"h": org.MaskedEach(map[string]string{"K": "one"})}, org.Facts{"h": org.MaskedEach(map[string]string{"K": "two", "L": "x"})},
			`[{"field":"h.K","before":"********","after":"********"},{"field":"h.L","after":"********"}]`,
		},
		"new headers": {nil, org.Facts{"h": org.MaskedEach(map[string]string{"K": "one"})}, `[{"field":"h","after":{"K":"********"}}]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, cut := changed(t, c.before, c.after); got != c.want || cut {
				t.Errorf("%s, cut: %t", got, cut)
			}
		})
	}
}

func TestAuditChangesAreBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", org.AuditValueBytesMax)
	text, cut := changed(t, nil, org.Facts{"a": long})
	if !cut || len(text) > org.AuditValueBytesMax || !strings.Contains(text, fmt.Sprintf("… (%d bytes)", 2*org.AuditValueBytesMax+2)) {
		t.Errorf("a long value: %d bytes, cut: %t", len(text), cut)
	}
	many := org.Facts{}
	for i := range 2 * org.AuditChangesMax {
		many[fmt.Sprint("field", i)] = i
	}
	text, cut = changed(t, nil, many)
	if got := strings.Count(text, `"field":`); !cut || got != org.AuditChangesMax {
		t.Errorf("%d changes, cut: %t", got, cut)
	}
	for i := range org.AuditChangesMax {
		many[fmt.Sprint("field", i)] = strings.Repeat("x", org.AuditValueBytesMax-2)
	}
	if text, cut = changed(t, nil, many); !cut || len(text) > org.AuditChangesBytesMax*2 {
		t.Errorf("%d bytes, cut: %t", len(text), cut)
	}
}
