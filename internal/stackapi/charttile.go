package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

type tileReply = httpx.WithMeta[stackwire.TileContent, stackwire.TileMeta]

func (a *API) drawTile(ctx context.Context, in *bodyOf[stackwire.TileQuestionBody]) (tileReply, error) {
	return stackwire.DrawTile(ctx, a.tiles, in.Body.Bytes())
}
