package stackroutes

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
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
	answer, err := r.Tiles.Draw(ctx, tileQuestion(asked))
	return tileReply{Value: stackwire.ShowTile(answer), Meta: stackwire.ShowTileMeta(answer)}, err
}

func tileQuestion(q stack.TileQuestion) explore.TileQuestion {
	return explore.TileQuestion{
		Config: q.Tile.Config, SQL: q.SQL, Granularity: q.Granularity,
		Range:     query.TimeRange{From: time.UnixMilli(int64(q.StartTime)).UTC(), To: time.UnixMilli(int64(q.EndTime)).UTC()},
		Filters:   stackwire.Shown(q.Filters, tileFilter),
		Variables: stackwire.Shown(q.Variables, func(v stack.TileVariable) explore.SQLVariable { return explore.SQLVariable(v) }),
	}
}

func tileFilter(f stack.TileFilter) explore.TileFilter {
	return explore.TileFilter{
		Expression: f.Expression, Values: f.Values, Where: f.Where, Language: f.WhereLanguage, SourceIDs: f.AppliesToSourceIDs,
	}
}
