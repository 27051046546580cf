package access

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/peer"
)

// Bounds of guessing keys: how many different wrong ones an address may send
// before they are refused as too many. One that is sent again and again, as by
// a collector whose key was revoked, is one.
const (
	KeyGuessesMax     = 50
	KeyGuessesWindow  = 5 * time.Minute
	KeyGuessSitesMax  = 10_000
	keyGuessedMessage = "too many different keys that are not valid came from this address; try again later"
)

// guesses counts the wrong keys of addresses. The zero value is ready to use.
type guesses struct {
	mu    sync.Mutex
	sites map[string]*tries
}

// tries are the wrong keys of an address.
type tries struct {
	until time.Time
	sums  []sum
}

// note counts a wrong key and returns how long the address has to wait, 0 as
// long as it has sent few.
func (g *guesses) note(site, credential string, now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := g.of(site, now)
	guess := sumOf(credential)
	if slices.Contains(t.sums, guess) {
		return 0
	}
	if len(t.sums) >= KeyGuessesMax {
		return t.until.Sub(now)
	}
	t.sums = append(t.sums, guess)
	return 0
}

func (g *guesses) of(site string, now time.Time) *tries {
	if t := g.sites[site]; t != nil && now.Before(t.until) {
		return t
	}
	g.makeRoom(now)
	t := &tries{until: now.Add(KeyGuessesWindow)}
	g.sites[site] = t
	return t
}

func (g *guesses) makeRoom(now time.Time) {
	if g.sites == nil {
		g.sites = map[string]*tries{}
	}
	forget := []func(*tries) bool{
		func(t *tries) bool { return !now.Before(t.until) },
		func(t *tries) bool { return len(t.sums) < KeyGuessesMax },
		func(*tries) bool { return true },
	}
	for _, matches := range forget {
		if len(g.sites) < KeyGuessSitesMax {
			return
		}
		maps.DeleteFunc(g.sites, func(_ string, t *tries) bool { return matches(t) })
	}
}

// Refused counts a refused credential for the client of ctx and returns the
// refusal, or a Limited fault once the client has tried too many different
// ones. Other errors and nil are returned as they are.
func (s *Service) Refused(ctx context.Context, credential string, refusal error) error {
	from := peer.From(ctx)
	if !IsRefusal(refusal) || !from.Client.IsValid() {
		return refusal
	}
	left := s.guesses.note(from.Site(), credential, s.Now())
	if left == 0 {
		return refusal
	}
	err := fault.New(fault.Limited, keyGuessedMessage)
	err.RetryAfter = left
	return err
}
