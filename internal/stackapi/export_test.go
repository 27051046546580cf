package stackapi

import (
	"encoding/json"

	"github.com/cairnstack/cairn/internal/query"
)

// ChartBody returns a chart as the API does.
func ChartBody(media string, answer query.SeriesAnswer) ([]byte, error) {
	raw, err := chartRaw(media, answer, chartMetaOf(answer))
	if err != nil {
		return nil, err
	}
	return raw.Body, nil
}

// DescribedChart returns a chart as encoding/json writes the types that
// describe it.
func DescribedChart(answer query.SeriesAnswer) ([]byte, error) {
	points := make([]chartPoint, len(answer.Points))
	for i, p := range answer.Points {
		points[i] = chartPoint{Bucket: p.Bucket.UnixMilli(), Group: p.Group, ChartNumbers: numbersOf(p.Values)}
	}
	return json.Marshal(struct {
		Data []chartPoint `json:"data"`
		Meta chartMeta    `json:"meta"`
	}{points, chartMetaOf(answer)})
}

// ReadRange reads the ends of a time range as the API does.
var ReadRange = readRange
