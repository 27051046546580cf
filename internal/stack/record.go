package stack

import (
	"io"
	"time"
)

// Record is what the store keeps about every noun beside its content.
type Record struct {
	ID        string
	TeamID    string
	CreatedAt time.Time
	UpdatedAt time.Time
	Version   int64
}

// Minter makes ids for the parts of a document: tiles, filters, sources.
type Minter func() (string, error)

// MintAt returns a Minter of the IDs; without IDs it is one of its own.
func (s *IDs) MintAt(random io.Reader, now time.Time) Minter {
	if s == nil {
		s = new(IDs)
	}
	return func() (string, error) { return s.New(random, now) }
}
