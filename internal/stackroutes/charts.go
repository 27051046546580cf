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

type tileInput struct {
	httpx.Wholeness
	BodyOf[stackwire.TileQuestionBody]
}

func (r *routes) drawTile(ctx context.Context, in *tileInput) (tileReply, error) {
	asked, err := stack.DecodeTileQuestion(in.Body.Bytes())
	if err != nil {
		return tileReply{}, err
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	answer, err := r.Tiles.Draw(ctx, stackwire.AskTile(asked))
	return tileReply{Value: stackwire.ShowTile(answer), Meta: stackwire.ShowTileMeta(answer, missing())}, err
}

// tileAlone is what a tile shows, where the envelope has no room for what an answer
// says of itself: what it lacks is said all the same.
type tileAlone struct {
	stackwire.TileContent
	stackwire.Missing
}

// drawTileAlone is drawTile for such an envelope.
func (r *routes) drawTileAlone(ctx context.Context, in *tileInput) (httpx.WithMeta[tileAlone, stackwire.TileMeta], error) {
	reply, err := r.drawTile(ctx, in)
	return httpx.WithMeta[tileAlone, stackwire.TileMeta]{Value: tileAlone{reply.Value, reply.Meta.Missing}, Meta: reply.Meta}, err
}
