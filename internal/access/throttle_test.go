package access

import (
	"context"
	"errors"
	"net/netip"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/peer"
)

func from(t *testing.T, addr string) context.Context {
	t.Helper()
	return peer.WithClient(t.Context(), netip.MustParseAddr(addr))
}

func midnight() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }

// fail makes failed attempts and reports whether the last one was let in.
func (g *guard) fail(ctx context.Context, account string, times int) bool {
	var err error
	for range times {
		_, err = g.begin(ctx, account, midnight())
	}
	return err == nil
}

func TestThrottleStopsGuessing(t *testing.T) {
	t.Parallel()
	var g guard
	here, now := from(t, "192.0.2.1"), midnight()
	if !g.fail(here, "ada", SignInFailuresMax) {
		t.Fatal("refused too early")
	}
	_, err := g.begin(here, "ada", now.Add(time.Minute))
	if fault.KindOf(err) != fault.Limited || fault.From(err).RetryAfter != SignInFailuresWindow-time.Minute {
		t.Errorf("after the limit: %v", err)
	}
	if !g.fail(here, "bob", 1) {
		t.Error("another account of the address is refused")
	}
	if !g.fail(from(t, "192.0.2.2"), "ada", 1) {
		t.Error("the account is locked at another address")
	}
	if _, err := g.begin(here, "ada", now.Add(SignInFailuresWindow)); err != nil {
		t.Errorf("after the window: %v", err)
	}
}

func TestThrottleStopsSpraying(t *testing.T) {
	t.Parallel()
	for _, f := range []struct{ here, neighbour, elsewhere string }{
		{"192.0.2.1", "192.0.2.1", "192.0.2.2"},
		{"2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"},
	} {
		var g guard
		for i := range SignInSiteFailuresMax {
			if !g.fail(from(t, f.here), strconv.Itoa(i), 1) {
				t.Fatalf("refused after %d accounts", i)
			}
		}
		if g.fail(from(t, f.neighbour), "ada", 1) {
			t.Errorf("%s sprays on", f.neighbour)
		}
		if !g.fail(from(t, f.elsewhere), "ada", 1) {
			t.Errorf("%s is refused", f.elsewhere)
		}
	}
}

func TestThrottleForgivesSuccess(t *testing.T) {
	t.Parallel()
	var g guard
	here := from(t, "192.0.2.1")
	for range SignInSiteFailuresMax + 1 {
		a, err := g.begin(here, "ada", midnight())
		if err != nil {
			t.Fatal(err)
		}
		a.succeed()
	}
	g.fail(here, "ada", SignInFailuresMax-1)
	a, err := g.begin(here, "ada", midnight())
	if err != nil {
		t.Fatal(err)
	}
	a.drop()
	if !g.fail(here, "ada", 1) || g.fail(here, "ada", 1) {
		t.Error("an attempt that was not judged was counted")
	}
}

func TestThrottleForgetsRatherThanGrows(t *testing.T) {
	t.Parallel()
	var g guard
	here := from(t, "192.0.2.1")
	g.fail(here, "ada", SignInFailuresMax)
	for i := range SignInsWatchedMax + 10 {
		g.fail(t.Context(), strconv.Itoa(i), 1)
	}
	if len(g.pairs) > SignInsWatchedMax {
		t.Errorf("%d pairs are watched", len(g.pairs))
	}
	if g.fail(here, "ada", 1) {
		t.Error("who is locked out was forgotten before those who are not")
	}
	for i := range SignInsWatchedMax {
		g.fail(t.Context(), strconv.Itoa(i), SignInFailuresMax)
	}
	if len(g.pairs) > SignInsWatchedMax {
		t.Errorf("%d pairs are watched", len(g.pairs))
	}
}

func TestWrongKeysAreCountedByAddress(t *testing.T) {
	t.Parallel()
	s := Service{Now: midnight}
	wrong := refuse("is not valid")
	here := from(t, "2001:db8::1")
	for i := range KeyGuessesMax {
		if err := s.Refused(here, strconv.Itoa(i), wrong); !errors.Is(err, wrong) {
			t.Fatalf("key %d: %v", i, err)
		}
	}
	err := s.Refused(from(t, "2001:db8::2"), "another", wrong)
	if fault.KindOf(err) != fault.Limited || fault.From(err).RetryAfter != KeyGuessesWindow {
		t.Errorf("one more: %v", err)
	}
	for what, err := range map[string]error{
		"a wrong key that is sent again": s.Refused(here, "1", wrong),
		"another address":                s.Refused(from(t, "192.0.2.1"), "another", wrong),
		"the operator":                   s.Refused(t.Context(), "another", wrong),
	} {
		if !errors.Is(err, wrong) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := s.Refused(here, "another", nil); err != nil {
		t.Errorf("a good key: %v", err)
	}
	for i := range KeyGuessSitesMax + 10 {
		addr := netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})
		_ = s.Refused(peer.WithClient(t.Context(), addr), "x", wrong)
	}
	if len(s.guesses.sites) > KeyGuessSitesMax {
		t.Errorf("%d addresses are watched", len(s.guesses.sites))
	}
	if err := s.Refused(here, "another", wrong); fault.KindOf(err) != fault.Limited {
		t.Errorf("who guesses was forgotten before those who do not: %v", err)
	}
}

func TestHashingHasTurns(t *testing.T) {
	t.Parallel()
	var q turns
	ends := make([]func(), PasswordHashesMax)
	for i := range ends {
		end, err := q.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ends[i] = end
	}
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for range PasswordHashesWaitMax {
		waiting.Go(func() {
			if _, err := q.take(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("who waits: %v", err)
			}
		})
	}
	for deadline := time.Now().Add(10 * time.Second); len(q.waiting) < cap(q.waiting); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("they do not wait")
		}
	}
	if _, err := q.take(t.Context()); fault.KindOf(err) != fault.Limited || fault.From(err).RetryAfter == 0 {
		t.Errorf("beyond the queue: %v", err)
	}
	cancel()
	waiting.Wait()
	late, expired := context.WithTimeout(t.Context(), time.Millisecond)
	defer expired()
	if _, err := q.take(late); fault.KindOf(err) != fault.Limited {
		t.Errorf("whose time is up: %v", err)
	}
	ends[0]()
	if end, err := q.take(t.Context()); err != nil {
		t.Errorf("after a turn has ended: %v", err)
	} else {
		end()
	}
}
