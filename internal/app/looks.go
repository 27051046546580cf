package app

import (
	"context"
	"errors"
	"fmt"
)

// errNoAnswer says that a part was not looked at in time.
var errNoAnswer = fmt.Errorf("no answer within %s", readyCheckMax)

// lookAtAll makes all checks side by side and returns what each says, so that a
// part that hangs is blamed alone.
func lookAtAll(ctx context.Context, checks map[string]func(context.Context) error) map[string]error {
	said := make(map[string]chan error, len(checks))
	for name, check := range checks {
		outcome := make(chan error, 1)
		said[name] = outcome
		go func() { outcome <- lookAt(ctx, check) }()
	}
	late, cancel := context.WithTimeout(ctx, readyCheckMax+readyGraceMax)
	defer cancel()
	all := make(map[string]error, len(checks))
	for name := range said {
		all[name] = awaitLook(late, said[name])
	}
	return all
}

// awaitLook returns what a check says, or that it is late.
func awaitLook(late context.Context, said <-chan error) error {
	select {
	case err := <-said:
		return err
	case <-late.Done():
	}
	select {
	case err := <-said:
		return err
	default:
		return errNoAnswer
	}
}

// lookAt makes one check within its time.
func lookAt(ctx context.Context, check func(context.Context) error) error {
	within, cancel := context.WithTimeout(ctx, readyCheckMax)
	defer cancel()
	err := check(within)
	if err != nil && errors.Is(within.Err(), context.DeadlineExceeded) {
		return errNoAnswer
	}
	return err
}
