package ingest

import (
	"context"
	"errors"
	"io"
	"slices"
)

// setAsideAll copies the records at the positions, which are in order, from
// the log to the attic.
func (p *Pipeline) setAsideAll(ctx context.Context, positions []Position) error {
	reader := p.Log.Reader(positions[0], positions[len(positions)-1]+1)
	defer func() { _ = reader.Close() }()
	for {
		record, err := reader.Next(ctx)
		var lost *Lost
		switch {
		case errors.As(err, &lost):
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if _, ours := slices.BinarySearch(positions, record.Position); !ours {
			continue
		}
		if err := p.Attic.SetAside(ctx, record); err != nil {
			return err
		}
	}
}
