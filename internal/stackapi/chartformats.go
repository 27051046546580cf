package stackapi

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// pointBytes is about what a point of one group and one series takes.
const pointBytes = 80

// chartRaw answers a chart in a media type. Charts may have many points, so
// their JSON is written without reflection; chartPoint describes it.
func chartRaw(media string, answer telemetry.SeriesAnswer) (*httpx.Raw, error) {
	meta := chartMetaOf(answer)
	switch media {
	case mediaNDJSON:
		return ndjson(pointObjects(answer.Points), meta)
	case mediaCSV:
		return commaSeparated(chartRecords(answer.Points, meta))
	}
	tail, err := encode(meta)
	if err != nil {
		return nil, err
	}
	body := make([]byte, 0, len(tail)+len(answer.Points)*pointBytes)
	body = append(body, `{"data":[`...)
	for i, point := range answer.Points {
		if i > 0 {
			body = append(body, ',')
		}
		body = appendPoint(body, point)
	}
	body = append(append(append(body, `],"meta":`...), tail...), '}')
	return &httpx.Raw{ContentType: mediaJSON, Body: body}, nil
}

func pointObjects(points []telemetry.Point) []json.RawMessage {
	objects := make([]json.RawMessage, len(points))
	for i, point := range points {
		objects[i] = appendPoint(nil, point)
	}
	return objects
}

// appendPoint appends a point as JSON.
func appendPoint(to []byte, p telemetry.Point) []byte {
	to = append(to, `{"ts_bucket":`...)
	to = strconv.AppendInt(to, p.Bucket.UnixMilli(), 10)
	to = append(to, `,"group":[`...)
	for i, group := range p.Group {
		if i > 0 {
			to = append(to, ',')
		}
		to = telemetry.AppendJSONText(to, []byte(group))
	}
	to = append(to, ']')
	for i, number := range p.Values {
		if telemetry.HasValue(number) {
			to = append(strconv.AppendInt(append(to, `,"series_`...), int64(i), 10), `.data":`...)
			to = appendNumber(to, number)
		}
	}
	return append(to, '}')
}

// The sizes between which numbers have no exponent, and below which whole
// ones are exact.
const (
	plainFrom  = 1e-6
	plainBelow = 1e21
	exactBelow = 1 << 53
)

// appendNumber appends a number as JSON has it; no number is nothing.
func appendNumber(to []byte, number float64) []byte {
	size := math.Abs(number)
	switch {
	case !telemetry.HasValue(number):
		return to
	case size < exactBelow && number == math.Trunc(number):
		return strconv.AppendInt(to, int64(number), 10)
	case size < plainFrom || size >= plainBelow:
		return strconv.AppendFloat(to, number, 'e', -1, 64)
	}
	return strconv.AppendFloat(to, number, 'f', -1, 64)
}

func chartRecords(points []telemetry.Point, meta chartMeta) [][]string {
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

func pointRecord(p telemetry.Point, groups int) []string {
	record := append([]string{strconv.FormatInt(p.Bucket.UnixMilli(), 10)}, p.Group...)
	for len(record) <= groups {
		record = append(record, "")
	}
	for _, number := range p.Values {
		record = append(record, string(appendNumber(nil, number)))
	}
	return record
}

// ndjson writes each row on a line of its own, and what the answer says of
// itself on a last one.
func ndjson(rows []json.RawMessage, meta any) (*httpx.Raw, error) {
	last, err := encode(map[string]any{"meta": meta})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, row := range rows {
		out.Write(row)
		out.WriteByte('\n')
	}
	out.Write(append(last, '\n'))
	return &httpx.Raw{ContentType: mediaNDJSON, Body: out.Bytes()}, nil
}
