package stack_test

import (
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestNewIDSortsBySecond(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	earlier, err := stack.NewID(rand.Reader, at)
	if err != nil {
		t.Fatal(err)
	}
	later, err := stack.NewID(rand.Reader, at.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if earlier >= later {
		t.Errorf("%s does not sort before %s", earlier, later)
	}
	if err := stack.CheckID("id", earlier); err != nil {
		t.Errorf("CheckID refuses what NewID made: %v", err)
	}
}

func TestCheckIDRefusesOtherForms(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", "68a1", strings.Repeat("A", 24), strings.Repeat("g", 24), strings.Repeat("0", 25), strings.Repeat("0", 24) + "\n"} {
		if err := stack.CheckID("id", id); err == nil {
			t.Errorf("CheckID(%q) = nil", id)
		}
	}
}

func TestIDsSortByCreation(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 1, 12, 0, 0, 999_999_999, time.UTC)
	var ids stack.IDs
	last := ""
	for i, now := range []time.Time{at, at, at.Add(-time.Millisecond), at.Add(-time.Hour), at, at.Add(time.Nanosecond), at.Add(time.Second)} {
		id, err := ids.New(rand.Reader, now)
		if err != nil || id <= last || stack.CheckID("id", id) != nil {
			t.Errorf("id %d: %q after %q, %v", i, id, last, err)
		}
		last = id
	}
}

func TestIDsBeginWithTheirSecond(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 1, 12, 0, 0, 999_999_999, time.UTC)
	id, err := stack.NewID(rand.Reader, at)
	if want := fmt.Sprintf("%08xffffff", at.Unix()); err != nil || id[:14] != want {
		t.Errorf("%s, %v, want %s…", id, err, want)
	}
}

func TestIDsOfOneInstantDiffer(t *testing.T) {
	t.Parallel()
	at, seen := time.Now(), map[string]bool{}
	for range 10_000 {
		id, err := stack.NewID(rand.Reader, at)
		if err != nil || seen[id] {
			t.Fatal(id, err)
		}
		seen[id] = true
	}
}
