package sqlstore_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

var _ alerting.WatermarkStore = (*sqlstore.Store)(nil)

// mark returns what a node has stored, said so many seconds after now.
func mark(node, team string, through, said int) alerting.Watermark {
	second := func(n int) time.Time { return now.Add(time.Duration(n) * time.Second).Truncate(time.Millisecond).UTC() }
	return alerting.Watermark{Node: node, NodeName: node + ":9100", TeamID: team, Through: second(through), SaidAt: second(said)}
}

func wantMarks(t *testing.T, s *sqlstore.Store, want ...alerting.Watermark) {
	t.Helper()
	got, err := s.Watermarks(t.Context())
	ok(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWatermarksAreTheLastThatANodeHasSaid(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		wantMarks(t, s)
		ok(t, s.SaveWatermarks(t.Context(), []alerting.Watermark{mark("a", "", 1, 1), mark("a", id(1), -5, 1), mark("a", id(2), -9, 1)}))
		ok(t, s.SaveWatermarks(t.Context(), []alerting.Watermark{mark("b", "", 2, 2)}))
		wantMarks(t, s, mark("a", "", 1, 1), mark("a", id(1), -5, 1), mark("a", id(2), -9, 1), mark("b", "", 2, 2))
		ok(t, s.SaveWatermarks(t.Context(), []alerting.Watermark{mark("a", "", 3, 3), mark("a", id(2), -7, 3)}))
		wantMarks(t, s, mark("a", "", 3, 3), mark("a", id(2), -7, 3), mark("b", "", 2, 2))
		back := []alerting.Watermark{mark("a", "", 2, 2)} // the database's clock was set back
		ok(t, s.SaveWatermarks(t.Context(), back))
		wantMarks(t, s, back[0], mark("b", "", 2, 2))
		ok(t, s.ForgetWatermarks(t.Context(), "a"))
		wantMarks(t, s, mark("b", "", 2, 2))
	})
}

func TestWatermarksAreGivenUpUnlessTheNodeIsBack(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		all, own := mark("a", "", 1, 1), mark("a", id(1), -5, 1)
		ok(t, s.SaveWatermarks(t.Context(), []alerting.Watermark{all, own}))
		all.GivenUpAt, own.GivenUpAt = mark("", "", 0, 300).SaidAt, mark("", "", 0, 300).SaidAt
		ok(t, s.GiveUpWatermarks(t.Context(), all))
		wantMarks(t, s, all, own)
		again := all
		again.GivenUpAt = again.GivenUpAt.Add(time.Minute)
		ok(t, s.GiveUpWatermarks(t.Context(), again))
		wantMarks(t, s, all, own)

		back := mark("a", "", 301, 301)
		ok(t, s.SaveWatermarks(t.Context(), []alerting.Watermark{back}))
		wantMarks(t, s, back)
		ok(t, s.GiveUpWatermarks(t.Context(), all)) // decided before it was back
		wantMarks(t, s, back)

		back.GivenUpAt = mark("", "", 0, 400).SaidAt
		ok(t, s.GiveUpWatermarks(t.Context(), back))
		other := mark("b", "", 0, 0)
		ok(t, s.SaveWatermarks(t.Context(), []alerting.Watermark{other}))
		other.GivenUpAt = back.GivenUpAt.Add(alerting.GivenUpAgeMax)
		ok(t, s.GiveUpWatermarks(t.Context(), other))
		wantMarks(t, s, other) // the former is forgotten
	})
}
