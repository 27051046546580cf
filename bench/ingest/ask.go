package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// How a question is put: on a machine where the engine waits for a core for a
// second, the API responds that it is away.
const (
	askTriesMax = 10
	askTimeMax  = 2 * time.Minute
)

// answer is what came back, and what the engine read for it.
type answer struct {
	status int
	text   []byte
	found  float64
	rows   float64
	bytes  float64
}

// isRefused reports whether the program does not take the question.
func (a answer) isRefused() bool { return a.status == http.StatusBadRequest }

// message returns what is said about a question that is refused.
func (a answer) message() string {
	var body struct{ Message string }
	if json.Unmarshal(a.text, &body) != nil || body.Message == "" {
		return fmt.Sprintf("status %d", a.status)
	}
	return body.Message
}

// ask puts a question, again while the engine is away.
func (s *server) ask(ctx context.Context, path, body string) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeMax)
	defer cancel()
	for try := 1; ; try++ {
		a, err := s.askOnce(ctx, path, body)
		if err != nil || a.status == http.StatusOK || a.isRefused() {
			return a, err
		}
		if a.status != http.StatusServiceUnavailable || try == askTriesMax {
			return a, fmt.Errorf("%s returns %d: %s", path, a.status, a.text)
		}
		time.Sleep(retryPause)
	}
}

func (s *server) askOnce(ctx context.Context, path, body string) (a answer, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addrs["stack"]+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return a, err
	}
	request.Header.Set("Authorization", "Bearer "+s.AccessKey)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return a, err
	}
	defer func() { _ = response.Body.Close() }()
	a.status = response.StatusCode
	a.text, err = io.ReadAll(response.Body)
	return a, err
}

// read takes the figures out of the text.
func (a *answer) read() error {
	if a.status != http.StatusOK {
		return nil
	}
	var body struct {
		Data []struct {
			Value  *float64 `json:"series_0.data"`
			Values []any
		}
		Meta struct{ RowsRead, BytesRead float64 }
	}
	if err := json.Unmarshal(a.text, &body); err != nil {
		return fmt.Errorf("%w: %.200s", err, a.text)
	}
	a.rows, a.bytes = body.Meta.RowsRead, body.Meta.BytesRead
	for _, one := range body.Data {
		switch {
		case one.Value != nil:
			a.found += *one.Value
		case one.Values != nil:
			a.found += float64(len(one.Values))
		default:
			a.found++
		}
	}
	return nil
}
