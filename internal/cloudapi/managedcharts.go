package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) drawTile(ctx context.Context, in *stackBodyOf[stackwire.TileQuestionBody]) (httpx.WithMeta[stackwire.TileContent, stackwire.TileMeta], error) {
	return stackwire.DrawTile(ctx, a.tiles, in.Body.Bytes())
}
