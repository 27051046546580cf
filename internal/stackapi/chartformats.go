package stackapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
)

// pointBytes is about what a point of one group and one series takes.
const pointBytes = 80

// chartRaw returns a chart in a media type. Charts may have many points, so
// their JSON is written without reflection; chartPoint describes it.
func chartRaw(media string, answer query.SeriesAnswer, meta chartMeta) (*httpx.Raw, error) {
	switch media {
	case mediaNDJSON:
		return endLines(appendPoints(nil, answer.Points, '\n'), meta)
	case mediaCSV:
		return commaSeparated(chartRecords(answer.Points, meta))
	}
	tail, err := encode(meta)
	if err != nil {
		return nil, err
	}
	body := bytes.TrimSuffix(appendPoints([]byte(`{"data":[`), answer.Points, ','), []byte{','})
	body = append(append(append(body, `],"meta":`...), tail...), '}')
	return &httpx.Raw{ContentType: mediaJSON, Body: body}, nil
}

// appendPoints appends points as JSON, with a sign behind each.
func appendPoints(to []byte, points []query.Point, end byte) []byte {
	encoder := newPointEncoder()
	to = slices.Grow(to, len(points)*pointBytes)
	for i := range points {
		to = append(encoder.append(to, &points[i]), end)
	}
	return to
}

func chartRecords(points []query.Point, meta chartMeta) [][]string {
	groups, series := 0, 0
	for _, scan := range meta.Scans {
		groups, series = max(groups, len(scan.GroupBy)), series+len(scan.Series)
	}
	header := []string{"ts_bucket"}
	for i := range groups {
		header = append(header, "group_"+strconv.Itoa(i))
	}
	for i := range series {
		header = append(header, "series_"+strconv.Itoa(i)+".data")
	}
	records := [][]string{header}
	for _, p := range points {
		records = append(records, pointRecord(p, groups))
	}
	return records
}

func pointRecord(p query.Point, groups int) []string {
	record := make([]string, 0, 1+groups+len(p.Values))
	record = append(append(record, strconv.FormatInt(p.Bucket.UnixMilli(), 10)), p.Group...)
	for len(record) <= groups {
		record = append(record, "")
	}
	for _, number := range p.Values {
		record = append(record, string(appendNumber(nil, number)))
	}
	return record
}

// ndjson writes each row on a line of its own.
func ndjson(rows []json.RawMessage, meta any) (*httpx.Raw, error) {
	var lines []byte
	for _, row := range rows {
		lines = append(append(lines, row...), '\n')
	}
	return endLines(lines, meta)
}

// endLines returns lines, and what the answer says of itself on a last one.
func endLines(lines []byte, meta any) (*httpx.Raw, error) {
	last, err := encode(map[string]any{"meta": meta})
	if err != nil {
		return nil, err
	}
	return &httpx.Raw{ContentType: mediaNDJSON, Body: append(append(lines, last...), '\n')}, nil
}
