package ingest_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

func TestBlockThatTheEngineRefusesIsSetAside(t *testing.T) {
	t.Parallel()
	s, dir := newSink(), t.TempDir()
	s.before = func(int) error { return errors.New("type mismatch") }
	limits := quickLimits()
	limits.Refusals = 2
	r := start(t, rigOptions{dir: dir, sink: s, limits: limits})
	accept(t, r, teamA, "1 2")
	accept(t, r, teamA, "3")
	drained(t, r)
	r.stop()
	aside, err := wal.Open(dir+"-aside", wal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = aside.Close(context.Background()) }()
	reader := aside.Reader(1)
	defer func() { _ = reader.Close() }()
	var kept []string
	for range aside.End() - 1 {
		record, err := reader.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, string(record.Payload))
	}
	slices.Sort(kept) // on a busy machine they are two batches, in either order
	if diff := cmp.Diff([]string{"1 2", "3"}, kept); diff != "" {
		t.Error(diff)
	}
}

func TestRateOfRecordsAndBytes(t *testing.T) {
	t.Parallel()
	cases := map[string]ingest.Limits{"records": {RateRows: 2}, "bytes": {RateBytes: 3}}
	for name, limits := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := start(t, rigOptions{limits: limits})
			accept(t, r, teamA, "1 2 3 4 5")
			_, err := r.Accept(t.Context(), teamA, logs("6"))
			if f := fault.From(err); f.Kind != fault.Limited || f.RetryAfter < time.Second {
				t.Errorf("Accept = %v, want limited with a hint", err)
			}
			accept(t, r, teamB, "7")
			testkit.Eventually(t, 10*time.Second, "the team may send again", func() bool {
				_, err := r.Accept(t.Context(), teamA, logs("8"))
				return err == nil
			})
		})
	}
}

func TestKeyBook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked, noted, revoked := 0, 0, false
		verify := func(_ context.Context, token string) (ingest.Admission, error) {
			asked++
			switch {
			case token == "broken":
				return ingest.Admission{}, errors.New("no database")
			case token != "good" || revoked:
				return ingest.Admission{}, fault.New(fault.Unauthenticated, "the ingestion key is not valid")
			}
			return ingest.Admission{Principal: access.Principal{TeamID: teamA}}, nil
		}
		book := ingest.NewKeyBook(verify, func(access.Principal) { noted++ }, time.Now)
		for range 10 {
			if team, err := book.Team(t.Context(), "good"); team != teamA || err != nil {
				t.Fatalf("Team = %s, %v", team, err)
			}
		}
		if asked != 1 || noted != 10 {
			t.Errorf("asked %d times, noted %d", asked, noted)
		}
		revoked = true
		time.Sleep(ingest.KeyMemory)
		for range 10 {
			if _, err := book.Team(t.Context(), "good"); fault.KindOf(err) != fault.Unauthenticated {
				t.Errorf("revoked key: %v", err)
			}
		}
		if asked != 2 {
			t.Errorf("a refused key is asked for %d times", asked-1)
		}
		for range 3 {
			if _, err := book.Team(t.Context(), "broken"); fault.KindOf(err) != fault.Unavailable || fault.From(err).RetryAfter == 0 {
				t.Errorf("broken store: %v", err)
			}
		}
		if asked != 5 {
			t.Errorf("a failure is remembered")
		}
	})
}

// TestKeyBookOutlastsAStoreThatFails holds that known keys stay what they are
// while the store fails or does not answer, without a wait for each request, and
// for KeyTrust at most.
func TestKeyBookOutlastsAStoreThatFails(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(ctx context.Context) error{
		"fails": func(context.Context) error { return errors.New("no database") },
		"hangs": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { outlast(t, fail) })
		})
	}
}

func outlast(t *testing.T, fail func(ctx context.Context) error) {
	t.Helper()
	var down atomic.Bool
	verify := func(ctx context.Context, token string) (ingest.Admission, error) {
		switch {
		case down.Load():
			return ingest.Admission{}, fail(ctx)
		case token != "good":
			return ingest.Admission{}, fault.New(fault.Unauthenticated, "the ingestion key is not valid")
		}
		return ingest.Admission{Principal: access.Principal{TeamID: teamA}}, nil
	}
	book := ingest.NewKeyBook(verify, func(access.Principal) {}, time.Now)
	_, _ = book.Team(t.Context(), "good")
	_, _ = book.Team(t.Context(), "revoked")
	down.Store(true)
	begun, asked := time.Now(), 0
	for ; time.Since(begun) < ingest.KeyTrust-time.Minute; asked++ {
		if _, err := book.Team(t.Context(), "good"); err != nil {
			t.Fatalf("a known key after %s: %v", time.Since(begun), err)
		}
		if _, err := book.Team(t.Context(), "revoked"); fault.KindOf(err) != fault.Unauthenticated {
			t.Fatalf("a refused key after %s: %v", time.Since(begun), err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if asked < 10_000 {
		t.Errorf("only %d requests in %s: each of them waited", asked, time.Since(begun))
	}
	if _, err := book.Team(t.Context(), "unknown"); fault.KindOf(err) != fault.Unavailable || fault.From(err).RetryAfter == 0 {
		t.Errorf("an unknown key: %v", err)
	}
	time.Sleep(2 * time.Minute)
	if _, err := book.Team(t.Context(), "good"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a key that nobody has confirmed for long: %v", err)
	}
	down.Store(false)
	if team, err := book.Team(t.Context(), "good"); team != teamA || err != nil {
		t.Errorf("Team = %s, %v once the store is back", team, err)
	}
	time.Sleep(time.Minute)
	synctest.Wait()
}

func TestKeyBookForgetsWhatGuessersFill(t *testing.T) {
	t.Parallel()
	verify := func(context.Context, string) (ingest.Admission, error) {
		return ingest.Admission{}, fault.New(fault.Unauthenticated, "the ingestion key is not valid")
	}
	book := ingest.NewKeyBook(verify, func(access.Principal) {}, time.Now)
	for i := range 2*ingest.KeysMemoryMax + 10 {
		_, _ = book.Team(t.Context(), string(rune(i)))
	}
	if got := book.Len(); got > ingest.KeysMemoryMax {
		t.Errorf("%d keys are remembered", got)
	}
}
