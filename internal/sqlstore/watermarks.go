package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/alerting"
)

const (
	saveWatermarkSQL = `
INSERT INTO ingest_watermarks (node, team_id, node_name, through, said_at, given_up_at)
VALUES ($1, $2, $3, $4, $5, NULL)
ON CONFLICT (node, team_id) DO UPDATE
SET node_name = excluded.node_name, through = excluded.through, said_at = excluded.said_at, given_up_at = NULL`

	dropWatermarksSQL = `
DELETE FROM ingest_watermarks
WHERE node = $1 AND said_at <> $2`

	forgetWatermarksSQL = `
DELETE FROM ingest_watermarks
WHERE node = $1`

	watermarksSQL = `
SELECT node, team_id, node_name, through, said_at, given_up_at
FROM ingest_watermarks
ORDER BY node, team_id
LIMIT $1`

	giveUpWatermarksSQL = `
UPDATE ingest_watermarks
SET given_up_at = $2
WHERE node = $1 AND given_up_at IS NULL AND said_at <= $3`

	pruneWatermarksSQL = `
DELETE FROM ingest_watermarks
WHERE given_up_at <= $1`
)

// watermarksMax bounds the rows that are read at once.
const watermarksMax = 100_000

// SaveWatermarks replaces what a node has said by the list, which is of this
// node and of one moment, and not empty.
func (s *Store) SaveWatermarks(ctx context.Context, list []alerting.Watermark) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		for _, w := range list {
			st := about("watermark", saveWatermarkSQL, w.Node, w.TeamID, w.NodeName, w.Through.UnixMilli(), w.SaidAt.UnixMilli())
			if err := s.insert(ctx, st); err != nil {
				return err
			}
		}
		_, err := s.change(ctx, about("watermark", dropWatermarksSQL, list[0].Node, list[0].SaidAt.UnixMilli()))
		return err
	})
}

// ForgetWatermarks drops what a node has said: it has stored everything.
func (s *Store) ForgetWatermarks(ctx context.Context, node string) error {
	_, err := s.change(ctx, about("watermark", forgetWatermarksSQL, node))
	return err
}

// Watermarks returns what all nodes have said.
func (s *Store) Watermarks(ctx context.Context) ([]alerting.Watermark, error) {
	return some(ctx, s, scanWatermark, about("watermark", watermarksSQL, watermarksMax))
}

// GiveUpWatermarks has windows wait no longer for a node, unless it has said
// something since the mark. Nodes that were given up long before are forgotten.
func (s *Store) GiveUpWatermarks(ctx context.Context, mark alerting.Watermark) error {
	at := mark.GivenUpAt.UnixMilli()
	return s.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.change(ctx, about("watermark", giveUpWatermarksSQL, mark.Node, at, mark.SaidAt.UnixMilli())); err != nil {
			return err
		}
		_, err := s.change(ctx, about("watermark", pruneWatermarksSQL, at-alerting.GivenUpAgeMax.Milliseconds()))
		return err
	})
}

func scanWatermark(r row) (alerting.Watermark, error) {
	var w alerting.Watermark
	err := r.Scan(&w.Node, &w.TeamID, &w.NodeName, instant{&w.Through}, instant{&w.SaidAt}, instant{&w.GivenUpAt})
	return w, err
}
