package access

import (
	"context"
	"crypto/sha256"
	"maps"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/peer"
)

// Bounds of guessing passwords. Guesses count by address, so that they can't
// lock out the owner, who comes from another one.
const (
	SignInFailuresMax     = 10 // of one account from one address
	SignInSiteFailuresMax = 50 // of all accounts from one address
	SignInFailuresWindow  = 15 * time.Minute
	SignInsWatchedMax     = 10_000 // pairs of address and account, and addresses
)

// guard limits how often passwords may be guessed. The zero value is ready to
// use. It watches unknown accounts too, so that its refusals do not reveal who
// exists.
type guard struct {
	mu    sync.Mutex
	pairs tally
	sites tally
}

// begin counts an attempt to prove to be the account, from the client of ctx.
// A Limited fault refuses it. The attempt counts as failed until it is
// forgiven, so that those made at the same time are counted as well.
func (g *guard) begin(ctx context.Context, account string, now time.Time) (attempt, error) {
	a := attempt{guard: g, at: now}
	from := peer.From(ctx)
	a.pair = sumOf(from.Site() + "\x00" + account)
	g.mu.Lock()
	defer g.mu.Unlock()
	if left := g.pairs.over(a.pair, SignInFailuresMax, now); left > 0 {
		return a, tooMany(left)
	}
	if a.site = sumOf(from.Site()); from.Client.IsValid() {
		if left := g.sites.over(a.site, SignInSiteFailuresMax, now); left > 0 {
			return a, tooMany(left)
		}
		a.counted = true
		g.sites.add(a.site, 1, now)
	}
	g.pairs.add(a.pair, 1, now)
	return a, nil
}

func tooMany(left time.Duration) error {
	err := fault.New(fault.Limited, "too many failed attempts to sign in; try again later")
	err.RetryAfter = left
	return err
}

// attempt is one guess at a password.
type attempt struct {
	guard   *guard
	pair    sum
	site    sum
	counted bool // for the site
	at      time.Time
}

// succeed takes the attempt back, and the failures before it: the owner may
// mistype again. Those of other accounts at the address stay.
func (a attempt) succeed() {
	a.guard.mu.Lock()
	defer a.guard.mu.Unlock()
	delete(a.guard.pairs, a.pair)
	a.uncountSite()
}

// drop takes back an attempt that was not judged.
func (a attempt) drop() {
	a.guard.mu.Lock()
	defer a.guard.mu.Unlock()
	a.guard.pairs.add(a.pair, -1, a.at)
	a.uncountSite()
}

func (a attempt) uncountSite() {
	if a.counted {
		a.guard.sites.add(a.site, -1, a.at)
	}
}

// sum stands for a text of any length.
type sum [sha256.Size]byte

func sumOf(text string) sum { return sha256.Sum256([]byte(text)) }

// tally counts by key within a window that begins with the first one.
type tally map[sum]failures

type failures struct {
	count int
	since time.Time
}

func (f failures) isOver(now time.Time) bool { return now.Sub(f.since) >= SignInFailuresWindow }

// over returns how long the key has to wait, 0 when it has room.
func (t tally) over(key sum, limit int, now time.Time) time.Duration {
	f := t[key]
	if f.count < limit || f.isOver(now) {
		return 0
	}
	return SignInFailuresWindow - now.Sub(f.since)
}

func (t *tally) add(key sum, n int, now time.Time) {
	if *t == nil {
		*t = tally{}
	}
	f := (*t)[key]
	if f.count == 0 || f.isOver(now) {
		f = failures{since: now}
	}
	f.count = max(0, f.count+n)
	t.makeRoom(now)
	(*t)[key] = f
}

// makeRoom keeps the memory bounded: when it is full, what is over goes, then
// what is far from its limit, and if that does not help, everything.
func (t *tally) makeRoom(now time.Time) {
	forget := []func(failures) bool{
		func(f failures) bool { return f.isOver(now) },
		func(f failures) bool { return f.count < SignInFailuresMax },
		func(failures) bool { return true },
	}
	for _, matches := range forget {
		if len(*t) < SignInsWatchedMax {
			return
		}
		maps.DeleteFunc(*t, func(_ sum, f failures) bool { return matches(f) })
	}
}
