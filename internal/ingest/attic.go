package ingest

import (
	"context"
	"errors"
	"slices"
)

// setAsideAll copies the records at the positions, which are in order, from
// the log to the attic.
func (p *Pipeline) setAsideAll(ctx context.Context, positions []Position) error {
	reader := p.Log.Reader(positions[0])
	defer func() { _ = reader.Close() }()
	last := positions[len(positions)-1]
	for {
		record, err := reader.Next(ctx)
		var lost *Lost
		if errors.As(err, &lost) && lost.To <= last {
			continue
		}
		if lost != nil || err == nil && record.Position > last {
			return nil
		}
		if err != nil {
			return err
		}
		if _, ours := slices.BinarySearch(positions, record.Position); ours {
			if err := p.Attic.SetAside(ctx, record); err != nil {
				return err
			}
		}
		if record.Position == last {
			return nil
		}
	}
}
