package stackapi

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
)

// returnColumns is the seriesReturnType of clients that read plain rows.
const returnColumns = "column"

// chartRows lists what a chart is made of: points, or plain rows.
type chartRows struct{}

// Shapes lists both.
func (chartRows) Shapes() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[chartPoint](), reflect.TypeFor[chartRow]()}
}

// chartRow is one bucket of one group of one series, with a column for each
// expression of groupBy.
type chartRow struct {
	_       struct{} `json:"-" additionalProperties:"true"`
	Bucket  string   `json:"__hdx_time_bucket" format:"date-time" doc:"Start of the bucket."`
	Series0 *float64 `json:"series_0,omitempty"`
	Series1 *float64 `json:"series_1,omitempty"`
	Series2 *float64 `json:"series_2,omitempty"`
	Series3 *float64 `json:"series_3,omitempty"`
	Series4 *float64 `json:"series_4,omitempty"`
}

// columnRows returns the rows of one series after the other.
func columnRows(answer query.SeriesAnswer) []map[string]any {
	rows := []map[string]any{}
	for _, scan := range answer.Scans {
		for _, series := range scan.Series {
			rows = append(rows, seriesRows(answer.Points, series, scan.GroupBy)...)
		}
	}
	return rows
}

func seriesRows(points []query.Point, series int, groupBy []string) []map[string]any {
	var rows []map[string]any
	for _, p := range points {
		if series >= len(p.Values) || !query.HasValue(p.Values[series]) {
			continue
		}
		row := map[string]any{
			"__hdx_time_bucket":              p.Bucket.UTC().Format(time.RFC3339),
			fmt.Sprintf("series_%d", series): p.Values[series],
		}
		for i, name := range groupBy {
			if i < len(p.Group) {
				row[name] = p.Group[i]
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// checkGroupBy returns an Invalid fault unless all series are grouped alike:
// the groups of a point are those of every series in it.
func (r *seriesRequest) checkGroupBy() error {
	var rules fault.Rules
	for i, s := range r.Body.Series {
		rules.Check(slices.Equal(s.GroupBy, r.Body.Series[0].GroupBy), fmt.Sprintf("series.%d.groupBy", i), "conflict",
			"All series must have the same groupBy fields")
	}
	return rules.Err()
}

// jsonRaw writes rows and meta in the family's envelope.
func jsonRaw(rows any, meta chartMeta) (*httpx.Raw, error) {
	body, err := encode(struct {
		Data any       `json:"data"`
		Meta chartMeta `json:"meta"`
	}{rows, meta})
	return &httpx.Raw{ContentType: mediaJSON, Body: body}, err
}
