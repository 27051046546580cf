package stackwire

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// DrawTile returns what the tile of a question shows, in both families.
func DrawTile(ctx context.Context, tiles *explore.Tiles, body []byte) (httpx.WithMeta[TileContent, TileMeta], error) {
	asked, err := stack.DecodeTileQuestion(body)
	if err != nil {
		return httpx.WithMeta[TileContent, TileMeta]{}, err
	}
	answer, err := tiles.Draw(ctx, tileQuestion(asked))
	return httpx.WithMeta[TileContent, TileMeta]{Value: ShowTile(answer), Meta: ShowTileMeta(answer)}, err
}

func tileQuestion(q stack.TileQuestion) explore.TileQuestion {
	return explore.TileQuestion{
		Config: q.Tile.Config, SQL: q.SQL, Granularity: query.Granularity(q.Granularity),
		Range:     query.TimeRange{From: time.UnixMilli(int64(q.StartTime)).UTC(), To: time.UnixMilli(int64(q.EndTime)).UTC()},
		Filters:   Shown(q.Filters, tileFilter),
		Variables: Shown(q.Variables, func(v stack.TileVariable) explore.SQLVariable { return explore.SQLVariable(v) }),
	}
}

func tileFilter(f stack.TileFilter) explore.TileFilter {
	return explore.TileFilter{
		Expression: f.Expression, Values: f.Values, Where: f.Where, Language: f.WhereLanguage, SourceIDs: f.AppliesToSourceIDs,
	}
}
