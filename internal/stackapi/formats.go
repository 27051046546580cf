package stackapi

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"

	"github.com/cairnstack/cairn/internal/httpx"
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

// commaSeparated writes a header and records.
func commaSeparated(records [][]string) (*httpx.Raw, error) {
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(records); err != nil {
		return nil, fmt.Errorf("write records: %w", err)
	}
	return &httpx.Raw{ContentType: mediaCSV, Body: out.Bytes()}, nil
}
