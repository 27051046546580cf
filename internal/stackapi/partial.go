package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// reading returns the context in which an operation of several media types reads, and
// what returns the shards that its answer lacks. CSV has no place to say that something
// is missing, so that it is always whole.
func reading(ctx context.Context, asked httpx.Wholeness, media string) (context.Context, func() stackwire.Missing) {
	if media == mediaCSV {
		asked.Partial = httpx.PartialRefuse
	}
	return stackwire.Reading(ctx, asked)
}
