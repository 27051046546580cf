package ingest

import (
	"context"
	"crypto/sha256"
	"maps"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/cairnstack/cairn/internal/access"
)

// Limits of what is remembered of keys. A key that was revoked is dead after
// KeyMemory at the latest.
const (
	KeyMemory     = 4 * time.Second
	KeysMemoryMax = 10_000
	KeyLookupsMax = 16 // at the same time
	keyLookupMax  = 5 * time.Second
)

// KeyBook tells which team an ingestion key belongs to, and asks the store
// only now and then.
type KeyBook struct {
	verify func(ctx context.Context, token string) (access.Principal, error)
	note   func(access.Principal)
	now    func() time.Time
	asking singleflight.Group
	turns  chan struct{}

	mu      sync.Mutex
	known   map[[sha256.Size]byte]verdict
	sweepAt time.Time
}

// verdict is what the store said about a key.
type verdict struct {
	principal access.Principal
	err       error
	until     time.Time
}

// NewKeyBook makes a book over the verification of ingestion keys; note is
// called for each use of a good one.
func NewKeyBook(
	verify func(ctx context.Context, token string) (access.Principal, error), note func(access.Principal), now func() time.Time,
) *KeyBook {
	return &KeyBook{verify: verify, note: note, now: now, turns: make(chan struct{}, KeyLookupsMax), known: map[[sha256.Size]byte]verdict{}}
}

// Team answers the team of an ingestion key. A key that is not good is
// Unauthenticated.
func (k *KeyBook) Team(ctx context.Context, token string) (string, error) {
	sum := sha256.Sum256([]byte(token))
	v, found := k.recall(sum)
	if !found {
		v = k.ask(ctx, sum, token)
	}
	if v.err != nil {
		return "", v.err
	}
	k.note(v.principal)
	return v.principal.TeamID, nil
}

func (k *KeyBook) recall(sum [sha256.Size]byte) (verdict, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	v, found := k.known[sum]
	return v, found && k.now().Before(v.until)
}

// ask asks the store, once for all who ask at the same time. It does not end
// with the first of them.
func (k *KeyBook) ask(ctx context.Context, sum [sha256.Size]byte, token string) verdict {
	answer, _, _ := k.asking.Do(string(sum[:]), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keyLookupMax)
		defer cancel()
		k.turns <- struct{}{}
		defer func() { <-k.turns }()
		v := verdict{until: k.now().Add(KeyMemory)}
		v.principal, v.err = k.verify(ctx, token)
		if v.err == nil || access.IsRefusal(v.err) {
			k.remember(sum, v)
		}
		return v, nil
	})
	return answer.(verdict)
}

// remember keeps the verdict. Beyond KeysMemoryMax, which only guessers reach,
// everything is forgotten.
func (k *KeyBook) remember(sum [sha256.Size]byte, v verdict) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if now := k.now(); !now.Before(k.sweepAt) {
		maps.DeleteFunc(k.known, func(_ [sha256.Size]byte, old verdict) bool { return !now.Before(old.until) })
		k.sweepAt = now.Add(KeyMemory)
	}
	if len(k.known) >= KeysMemoryMax {
		clear(k.known)
	}
	k.known[sum] = v
}

// Len answers how many keys are remembered.
func (k *KeyBook) Len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.known)
}
