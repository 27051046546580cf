package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// tileDescription says what drawTile returns.
const tileDescription = "Reads a tile as dashboards draw it and alerts watch it: with its ratio or formulas, limits, order, and the filters " +
	"of its dashboard. Nothing needs to be stored. Rows are lists of cells in the order of columns."

type tileReply = httpx.WithMeta[stackwire.TileContent, stackwire.TileMeta]

func (r *routes) drawTile(ctx context.Context, in *BodyOf[stackwire.TileQuestionBody]) (tileReply, error) {
	asked, err := stack.DecodeTileQuestion(in.Body.Bytes())
	if err != nil {
		return tileReply{}, err
	}
	answer, err := r.Tiles.Draw(ctx, stackwire.AskTile(asked))
	return tileReply{Value: stackwire.ShowTile(answer), Meta: stackwire.ShowTileMeta(answer)}, err
}
