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

// MintAt answers a Minter whose ids carry the second of now.
func MintAt(random io.Reader, now time.Time) Minter {
	return func() (string, error) { return NewID(random, now) }
}
