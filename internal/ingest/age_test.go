package ingest_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/cairnstack/cairn/internal/ingest"
)

// TestBatchesCloseByAgeAndSize sends requests at times after the first one, and
// looks when their batch is stored.
func TestBatchesCloseByAgeAndSize(t *testing.T) {
	t.Parallel()
	type request struct {
		at   time.Duration
		rows string
	}
	cases := map[string]struct {
		requests []request
		closes   time.Duration
	}{
		"a_small_batch_waits_longer":          {[]request{{0, "1"}, {500 * time.Millisecond, "2"}}, 2 * time.Second},
		"a_large_batch_does_not":              {[]request{{0, "1"}, {500 * time.Millisecond, "2 3 4"}}, time.Second},
		"one_that_becomes_large_does_neither": {[]request{{0, "1"}, {1500 * time.Millisecond, "2 3 4"}}, 1500 * time.Millisecond},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				r := start(t, rigOptions{limits: ingest.Limits{BatchAge: time.Second, SmallAge: 2 * time.Second, SmallRows: 3}})
				begun := time.Now()
				for _, next := range c.requests {
					time.Sleep(next.at - time.Since(begun))
					accept(t, r, teamA, next.rows)
				}
				time.Sleep(c.closes - time.Millisecond - time.Since(begun))
				synctest.Wait()
				if n := r.sink.blocksStored(); n != 0 && time.Since(begun) < c.closes {
					t.Errorf("%d blocks are stored too early", n)
				}
				time.Sleep(2 * time.Millisecond)
				synctest.Wait()
				if n := r.sink.blocksStored(); n != 1 {
					t.Errorf("%d blocks are stored after %s", n, c.closes)
				}
			})
		})
	}
}

// TestAgesOfLimits holds small batches to wait no less than others.
func TestAgesOfLimits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ limits, want ingest.Limits }{
		"defaults":          {ingest.Limits{}, ingest.Limits{BatchAge: ingest.BatchAgeMax, SmallAge: ingest.SmallAgeMax}},
		"one_age_for_all":   {ingest.Limits{BatchAge: time.Minute}, ingest.Limits{BatchAge: time.Minute, SmallAge: time.Minute}},
		"small_is_no_less":  {ingest.Limits{BatchAge: time.Minute, SmallAge: 1}, ingest.Limits{BatchAge: time.Minute, SmallAge: time.Minute}},
		"small_may_be_more": {ingest.Limits{BatchAge: 1, SmallAge: 2}, ingest.Limits{BatchAge: 1, SmallAge: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := prepare(t, rigOptions{limits: c.limits})
			defer func() { _ = got.log.Close(t.Context()) }()
			if l := got.Limits; l.BatchAge != c.want.BatchAge || l.SmallAge != c.want.SmallAge {
				t.Errorf("ages %s and %s, want %s and %s", l.BatchAge, l.SmallAge, c.want.BatchAge, c.want.SmallAge)
			}
		})
	}
}
