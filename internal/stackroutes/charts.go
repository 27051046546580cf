package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) drawTile(ctx context.Context, in *BodyOf[stackwire.TileQuestionBody]) (httpx.WithMeta[stackwire.TileContent, stackwire.TileMeta], error) {
	return stackwire.DrawTile(ctx, r.Tiles, in.Body.Bytes())
}
