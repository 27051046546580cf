package cloud

import "errors"

// FailPoint lets tests end a loop between two steps, as a crash would: what
// it fails is left as it stands, and nothing is tidied up.
type FailPoint func(step string) error

// crashError is the failure of a FailPoint. It goes up through everything.
type crashError struct{ cause error }

func (e crashError) Error() string { return e.cause.Error() }

func (e crashError) Unwrap() error { return e.cause }

func (f FailPoint) at(step string) error {
	if f == nil {
		return nil
	}
	if err := f(step); err != nil {
		return crashError{err}
	}
	return nil
}

func isCrash(err error) bool {
	var crash crashError
	return errors.As(err, &crash)
}
