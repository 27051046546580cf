package stackapi

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// The media types in which tables of rows are answered.
const (
	mediaJSON   = "application/json"
	mediaNDJSON = "application/x-ndjson"
	mediaCSV    = "text/csv; charset=utf-8"
)

func tableMedia() []string { return []string{mediaJSON, mediaNDJSON, mediaCSV} }

// encode writes a value on one line.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	line := json.NewEncoder(&out)
	line.SetEscapeHTML(false)
	if err := line.Encode(value); err != nil {
		return nil, fmt.Errorf("write an answer: %w", err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'}), nil
}

// ndjson writes each row on a line of its own, and what the answer says of
// itself on a last one.
func ndjson[T any](rows []T, meta any) (*httpx.Raw, error) {
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	lines.SetEscapeHTML(false)
	for i := range rows {
		if err := lines.Encode(rows[i]); err != nil {
			return nil, fmt.Errorf("write a row: %w", err)
		}
	}
	if err := lines.Encode(map[string]any{"meta": meta}); err != nil {
		return nil, fmt.Errorf("write the last row: %w", err)
	}
	return &httpx.Raw{ContentType: mediaNDJSON, Body: out.Bytes()}, nil
}

// commaSeparated writes a header and records.
func commaSeparated(records [][]string) (*httpx.Raw, error) {
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(records); err != nil {
		return nil, fmt.Errorf("write records: %w", err)
	}
	return &httpx.Raw{ContentType: mediaCSV, Body: out.Bytes()}, nil
}

// chartRaw answers a chart in another media type than JSON, nil for JSON.
func chartRaw(media string, reply httpx.WithMeta[[]chartPoint, chartMeta]) (*httpx.Raw, error) {
	switch media {
	case mediaNDJSON:
		return ndjson(reply.Value, reply.Meta)
	case mediaCSV:
		return commaSeparated(chartRecords(reply.Value, reply.Meta))
	default:
		return nil, nil
	}
}

func chartRecords(points []chartPoint, meta chartMeta) [][]string {
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
		records = append(records, p.record(groups, series))
	}
	return records
}

func (p chartPoint) record(groups, series int) []string {
	record := append([]string{strconv.FormatInt(p.Bucket, 10)}, p.Group...)
	for len(record) <= groups {
		record = append(record, "")
	}
	numbers := [telemetry.SeriesMax]*float64{p.Series0, p.Series1, p.Series2, p.Series3, p.Series4}
	for _, number := range numbers[:series] {
		record = append(record, numberText(number))
	}
	return record
}

func numberText(number *float64) string {
	if number == nil {
		return ""
	}
	return strconv.FormatFloat(*number, 'f', -1, 64)
}
