// Package access knows who is calling and what they may do: users, sessions,
// keys of every kind, and the one table of permissions.
package access

import (
	"io"
	"time"
)

// Service authenticates callers and keeps accounts and keys. Store, Now and
// Random are required.
type Service struct {
	Store  Store
	Now    func() time.Time
	Random io.Reader

	signIns guard
	guesses guesses
	hashing turns
}
