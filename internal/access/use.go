package access

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// UseFlushEvery is how often noted uses are written; UseKeysMax bounds how
// many keys are noted in between.
const (
	UseFlushEvery = 5 * time.Second
	UseKeysMax    = 10_000
)

// UseStore writes down when a credential was last used.
type UseStore interface {
	NoteKeyUse(ctx context.Context, kind TokenKind, id string, at time.Time) error
	TouchSession(ctx context.Context, id string, at time.Time) error
	DeleteSessionsBefore(ctx context.Context, created, seen time.Time) (int, error)
	DeletePasswordLinksBefore(ctx context.Context, expired time.Time) (int, error)
	DeleteSignInReturnsBefore(ctx context.Context, expired time.Time) (int, error)
}

// UseRecorder gathers the last use of credentials in memory and writes it in
// the background, so that authentication never waits for a write. A use may
// be lost in a crash; a credential's validity never depends on it, except
// that a session idles out from its last written use.
type UseRecorder struct {
	store  UseStore
	now    func() time.Time
	logger *slog.Logger

	mu      sync.Mutex
	pending map[use]time.Time
}

type use struct {
	kind TokenKind
	id   string
}

// NewUseRecorder makes a recorder; Run writes what it gathers.
func NewUseRecorder(store UseStore, now func() time.Time, logger *slog.Logger) *UseRecorder {
	return &UseRecorder{store: store, now: now, logger: logger, pending: map[use]time.Time{}}
}

// Note remembers that the principal's credential was used just now.
func (r *UseRecorder) Note(p Principal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.pending) < UseKeysMax {
		r.pending[use{p.Kind, p.KeyID}] = r.now()
	}
}

// Run writes noted uses until ctx ends, and once more then. It also removes
// sessions and links that are over.
func (r *UseRecorder) Run(ctx context.Context) error {
	ticker := time.NewTicker(UseFlushEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			r.flush(ctx)
			r.sweep(ctx)
		case <-ctx.Done():
			r.flush(context.WithoutCancel(ctx))
			return nil
		}
	}
}

func (r *UseRecorder) flush(ctx context.Context) {
	for u, at := range r.take() {
		if err := r.write(ctx, u, at); err != nil {
			r.logger.WarnContext(ctx, "can't note the use of a key", "error", err)
			return
		}
	}
}

func (r *UseRecorder) take() map[use]time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.pending
	r.pending = make(map[use]time.Time, len(taken))
	return taken
}

func (r *UseRecorder) write(ctx context.Context, u use, at time.Time) error {
	if u.kind == TokenSession {
		return r.store.TouchSession(ctx, u.id, at)
	}
	return r.store.NoteKeyUse(ctx, u.kind, u.id, at.Truncate(time.Minute))
}

func (r *UseRecorder) sweep(ctx context.Context) {
	now := r.now()
	if _, err := r.store.DeleteSessionsBefore(ctx, now.Add(-SessionAgeMax), now.Add(-SessionIdleMax)); err != nil {
		r.logger.WarnContext(ctx, "can't remove old sessions", "error", err)
	}
	if _, err := r.store.DeletePasswordLinksBefore(ctx, now.Add(-PasswordLinkKept)); err != nil {
		r.logger.WarnContext(ctx, "can't remove old links", "error", err)
	}
	if _, err := r.store.DeleteSignInReturnsBefore(ctx, now); err != nil {
		r.logger.WarnContext(ctx, "can't remove old sign-ins", "error", err)
	}
}
