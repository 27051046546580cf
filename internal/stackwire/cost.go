package stackwire

import (
	"time"

	"github.com/cairnstack/cairn/internal/query"
)

// QueryCost is what an answer cost the engine.
type QueryCost struct {
	RowsRead  uint64  `json:"rowsRead" doc:"Rows that the engine read."`
	BytesRead uint64  `json:"bytesRead" doc:"Bytes that the engine read, uncompressed."`
	ElapsedMS float64 `json:"elapsedMs" doc:"Time in the engine."`
}

// ShowCost returns what an answer cost.
func ShowCost(stats query.Stats) QueryCost {
	return QueryCost{RowsRead: stats.RowsRead, BytesRead: stats.BytesRead, ElapsedMS: Milliseconds(stats.Elapsed)}
}

// Milliseconds returns a time with three places behind the point.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }
