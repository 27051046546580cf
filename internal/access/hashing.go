package access

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Bounds of deriving keys from passwords. Each takes 19 MiB and a core for a
// while, and strangers can ask for it: so many at a time, so many who wait for
// their turn, and no longer than their request lasts.
const (
	PasswordHashesMax     = 4
	PasswordHashesWaitMax = 128
	hashRetryAfter        = 2 * time.Second
)

// turns hands out the right to derive a key. The zero value is ready to use.
type turns struct {
	once    sync.Once
	running chan struct{}
	waiting chan struct{}
}

func (t *turns) prepare() {
	t.running = make(chan struct{}, PasswordHashesMax)
	t.waiting = make(chan struct{}, PasswordHashesMax+PasswordHashesWaitMax)
}

// take waits for a turn, which the returned function ends. It returns a
// Limited fault when too many wait, or the time of ctx is up before the turn.
func (t *turns) take(ctx context.Context) (func(), error) {
	t.once.Do(t.prepare)
	select {
	case t.waiting <- struct{}{}:
	default:
		return nil, errHashingBusy()
	}
	select {
	case t.running <- struct{}{}:
		return func() { <-t.running; <-t.waiting }, nil
	case <-ctx.Done():
		<-t.waiting
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		return nil, errHashingBusy()
	}
}

func errHashingBusy() error {
	err := fault.New(fault.Limited, "too many passwords are being checked at the moment; try again in a few seconds")
	err.RetryAfter = hashRetryAfter
	return err
}

// hash returns the PHC string of a new password.
func (s *Service) hash(ctx context.Context, password string) (string, error) {
	end, err := s.hashing.take(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	return hashPassword(s.Random, password)
}

// passwordMatches derives a key even without a stored hash, so that an
// unknown address takes as long as a wrong password.
func (s *Service) passwordMatches(ctx context.Context, phc, password string) (bool, error) {
	end, err := s.hashing.take(ctx)
	if err != nil {
		return false, err
	}
	defer end()
	if phc == "" {
		deriveKey(password, make([]byte, argonSaltBytes))
		return false, nil
	}
	return verifyPassword(phc, password)
}
