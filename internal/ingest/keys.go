package ingest

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// Limits of what is remembered of keys. A key that was revoked is dead after
// KeyMemory at the latest while the store answers. While it fails, or does not
// answer in time, a key stays what it was for KeyTrust.
const (
	KeyMemory     = 800 * time.Millisecond
	KeyTrust      = 10 * time.Minute
	KeysMemoryMax = 10_000
	KeyLookupsMax = 16 // at the same time
	keyLookupMax  = 5 * time.Second
	keyRefresh    = KeyMemory * 3 / 4      // from this age on a key is looked up ahead of its time
	keyStaleWait  = 250 * time.Millisecond // for the store, where there is an older verdict
	keyRetryPause = time.Second            // after a failed lookup, where there is one
	keyRetryAfter = 2 * time.Second        // for senders of keys that can't be looked up
)

// ErrRefused marks an error of the verification that is a verdict about the
// sender, and not a failure to reach one.
var ErrRefused = errors.New("refused")

// keySum stands for a key.
type keySum [sha256.Size]byte

// KeyBook knows which team an ingestion key belongs to, and asks the store
// only now and then.
type KeyBook struct {
	verify func(ctx context.Context, token string) (Admission, error)
	note   func(access.Principal)
	now    func() time.Time
	turns  chan struct{}

	mu      sync.Mutex
	known   map[keySum]verdict
	lookups map[keySum]*lookup
	sweepAt time.Time
}

// Admission is what a good key allows: to send for its team, from where its
// service may be reached.
type Admission struct {
	access.Principal
	From org.Reach
}

// verdict is what the store said about a key.
type verdict struct {
	admission Admission
	err       error
	at        time.Time // when the store was asked
	retryAt   time.Time // when it may be asked again, after a failure
}

func (v verdict) isFresh(now time.Time) bool {
	return now.Sub(v.at) < KeyMemory && !errors.Is(v.err, ErrRefused)
}

func (v verdict) isTrusted(now time.Time) bool { return now.Sub(v.at) < KeyTrust }

// lookup is a question to the store that is under way.
type lookup struct {
	began   time.Time
	done    chan struct{}
	verdict verdict // once it is done
}

// NewKeyBook makes a book over the verification of ingestion keys; note is
// called for each use of a good one.
func NewKeyBook(
	verify func(ctx context.Context, token string) (Admission, error), note func(access.Principal), now func() time.Time,
) *KeyBook {
	return &KeyBook{
		verify: verify, note: note, now: now, turns: make(chan struct{}, KeyLookupsMax),
		known: map[keySum]verdict{}, lookups: map[keySum]*lookup{},
	}
}

// Team returns the team of an ingestion key. A key that is not good is
// Unauthenticated, a good one from where its service can't be reached
// is Forbidden; one that can't be looked up and is not known is Unavailable with a
// hint.
func (k *KeyBook) Team(ctx context.Context, token string) (string, error) {
	v := k.verdict(ctx, sha256.Sum256([]byte(token)), token)
	if v.err != nil {
		return "", v.err
	}
	if from := peer.From(ctx); from.Client.IsValid() {
		if err := v.admission.From.Check(from.Client, from.Endpoint); err != nil {
			return "", err
		}
	}
	k.note(v.admission.Principal)
	return v.admission.TeamID, nil
}

// Knows reports whether a key of the team is known to be good.
func (k *KeyBook) Knows(team string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.now()
	for _, v := range k.known {
		if v.err == nil && v.admission.TeamID == team && v.isTrusted(now) {
			return true
		}
	}
	return false
}

func (k *KeyBook) verdict(ctx context.Context, sum keySum, token string) verdict {
	now := k.now()
	v, found := k.recall(sum)
	switch {
	case !found || !v.isTrusted(now):
		l := k.lookUp(ctx, sum, token)
		<-l.done
		return l.verdict
	case v.isFresh(now):
		if now.Sub(v.at) >= keyRefresh && !now.Before(v.retryAt) {
			k.lookUp(ctx, sum, token)
		}
		return v
	case now.Before(v.retryAt):
		return v
	}
	return k.refresh(ctx, sum, token, v)
}

// refresh waits for the store, for a moment; those who come while it does not
// answer do not wait at all.
func (k *KeyBook) refresh(ctx context.Context, sum keySum, token string, old verdict) verdict {
	l := k.lookUp(ctx, sum, token)
	timer := time.NewTimer(keyStaleWait - k.now().Sub(l.began))
	defer timer.Stop()
	select {
	case <-l.done:
		if isVerdict(l.verdict.err) {
			return l.verdict
		}
	case <-timer.C:
	}
	return old
}

func (k *KeyBook) recall(sum keySum) (verdict, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	v, found := k.known[sum]
	return v, found
}

// lookUp asks the store, once for all who ask at the same time. It does not end
// with the first of them, but after keyLookupMax.
func (k *KeyBook) lookUp(ctx context.Context, sum keySum, token string) *lookup {
	k.mu.Lock()
	defer k.mu.Unlock()
	if l := k.lookups[sum]; l != nil {
		return l
	}
	l := &lookup{began: k.now(), done: make(chan struct{})}
	k.lookups[sum] = l
	go k.run(context.WithoutCancel(ctx), l, sum, token)
	return l
}

func (k *KeyBook) run(ctx context.Context, l *lookup, sum keySum, token string) {
	ctx, cancel := context.WithTimeout(ctx, keyLookupMax)
	defer cancel()
	v := verdict{}
	select {
	case k.turns <- struct{}{}:
		v.at = k.now()
		v.admission, v.err = k.verify(ctx, token)
		<-k.turns
	case <-ctx.Done():
		v.err = ctx.Err()
	}
	k.end(l, sum, v)
}

// end keeps a verdict, or says that there is none.
func (k *KeyBook) end(l *lookup, sum keySum, v verdict) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if isVerdict(v.err) {
		k.remember(sum, v)
	} else {
		v.err = noVerdict(v.err)
		if old, found := k.known[sum]; found {
			old.retryAt = k.now().Add(keyRetryPause)
			k.known[sum] = old
		}
	}
	l.verdict = v
	delete(k.lookups, sum)
	close(l.done)
}

func isVerdict(err error) bool {
	return err == nil || access.IsRefusal(err) || errors.Is(err, ErrRefused)
}

// noVerdict is told to senders whose key can't be looked up.
func noVerdict(cause error) error {
	f := fault.Wrap(fault.Unavailable, cause, "ingestion keys can't be checked now; try again")
	f.RetryAfter = keyRetryAfter
	return f
}

// remember keeps the verdict. Beyond KeysMemoryMax, which only guessers reach,
// refused keys are forgotten, and all others only if that does not help. The
// lock is held.
func (k *KeyBook) remember(sum keySum, v verdict) {
	if now := k.now(); !now.Before(k.sweepAt) {
		maps.DeleteFunc(k.known, func(_ keySum, old verdict) bool { return !old.isTrusted(now) })
		k.sweepAt = now.Add(KeyMemory)
	}
	if len(k.known) >= KeysMemoryMax {
		maps.DeleteFunc(k.known, func(_ keySum, old verdict) bool { return old.err != nil })
	}
	if len(k.known) >= KeysMemoryMax {
		clear(k.known)
	}
	k.known[sum] = v
}

// Len returns how many keys are remembered.
func (k *KeyBook) Len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.known)
}
