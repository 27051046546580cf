package feed

import (
	"context"
	"sync"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/wal"
)

// Attic keeps requests that the engine refuses, in a log of their own that is
// made when the first one comes.
type Attic struct {
	dir     string
	options wal.Options

	mu  sync.Mutex
	log *wal.Log
}

// NewAttic makes the attic in a folder.
func NewAttic(dir string, options wal.Options) *Attic {
	return &Attic{dir: dir, options: options}
}

// SetAside keeps a copy of the record.
func (a *Attic) SetAside(ctx context.Context, record ingest.Record) error {
	log, err := a.open()
	if err != nil {
		return err
	}
	_, err = log.Append(ctx, record.Meta, record.Payload)
	return err
}

func (a *Attic) open() (*wal.Log, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.log != nil {
		return a.log, nil
	}
	log, err := wal.Open(a.dir, a.options)
	a.log = log
	return log, err
}

// Close closes the attic's log, if there is one.
func (a *Attic) Close(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.log == nil {
		return nil
	}
	return a.log.Close(ctx)
}
