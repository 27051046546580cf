package cloud

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"
)

// errLeaseLost says that another process may have taken over.
var errLeaseLost = errors.New("another process has taken over")

// turns lets one of several processes do a piece of work.
type turns struct {
	store Leases
	name  string
	owner string
	every time.Duration
	ttl   time.Duration
}

// lease is the right to do the work, until it is lost.
type lease struct {
	turns
	epoch int64
}

// check returns a Conflict fault once another process has the lease. It needs a
// transaction, which the other then waits for.
func (l lease) check(ctx context.Context) error {
	return l.store.HoldLease(ctx, l.name, l.owner, l.epoch)
}

// run takes turns until ctx ends, and tells note how each went.
func (t turns) run(ctx context.Context, work func(context.Context, lease) error, note func(error)) error {
	ticker := time.NewTicker(cmp.Or(t.every, BackupEvery))
	defer ticker.Stop()
	for {
		if err := t.take(ctx, work); ctx.Err() == nil {
			note(err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return t.store.GiveLease(context.WithoutCancel(ctx), t.name, t.owner)
		}
	}
}

// take does the work if the lease can be had. The context of the work ends when
// the lease does.
func (t turns) take(ctx context.Context, work func(context.Context, lease) error) error {
	ttl := cmp.Or(t.ttl, BackupLeaseTTL)
	epoch, err := t.store.ClaimLease(ctx, t.name, t.owner, ttl)
	if err != nil || epoch == 0 {
		return err
	}
	within, lose := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		t.renew(within, epoch, ttl, lose)
	}()
	err = work(within, lease{t, epoch})
	lose(nil)
	<-done
	return err
}

// renew keeps the lease until ctx ends, and ends ctx when it can't.
func (t turns) renew(ctx context.Context, epoch int64, ttl time.Duration, lose context.CancelCauseFunc) {
	ticker := time.NewTicker(ttl / 3)
	defer ticker.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := time.Now()
		held, err := t.store.ClaimLease(ctx, t.name, t.owner, ttl)
		switch {
		case err == nil && held == epoch:
			renewed = now
		case err == nil, now.Sub(renewed) >= ttl:
			lose(errLeaseLost)
			return
		}
	}
}

func attemptName(n int) string { return strconv.Itoa(n) }
