package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// How often a marker is sent, and how often it is looked for.
const (
	markerEvery = 500 * time.Millisecond
	lookEvery   = 20 * time.Millisecond
	lookTimeMax = 20 * time.Second
)

// sightings are the times from an acknowledgement to the first search that
// finds the record.
type sightings struct {
	times []time.Duration
	err   error
}

// watchVisible sends a record now and then and looks for it, until it is
// stopped.
func (s *server) watchVisible(ctx context.Context) (<-chan sightings, context.CancelFunc) {
	done, watching := make(chan sightings, 1), make(chan struct{})
	go func() {
		var all sightings
		source, err := s.logSource(ctx)
		for i := 0; err == nil && !isClosed(watching); i++ {
			var took time.Duration
			if took, err = s.sight(ctx, source, letters(i)); err == nil {
				all.times = append(all.times, took)
				time.Sleep(markerEvery)
			}
		}
		all.err = err
		done <- all
	}()
	return done, func() { close(watching) }
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// letters returns a word that no other number has.
func letters(n int) string {
	word := []byte("marker")
	for ; n > 0; n /= 26 {
		word = append(word, byte('a'+n%26))
	}
	return string(append(word, "sighted"...))
}

// sight sends a record and returns how long it takes to be found.
func (s *server) sight(ctx context.Context, source, word string) (time.Duration, error) {
	sent := fmt.Sprintf(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"%d","body":{"stringValue":"%s"}}]}]}]}`,
		time.Now().UnixNano(), word)
	if err := s.call(ctx, "http://"+s.addrs["otlp-http"]+"/v1/logs", s.IngestionKey, sent, nil); err != nil {
		return 0, err
	}
	acked := time.Now()
	question := fmt.Sprintf(`{"sourceId":%q,"where":%q,"limit":1}`, source, word)
	for time.Since(acked) < lookTimeMax {
		var answer struct{ Data []json.RawMessage }
		if err := s.call(ctx, "http://"+s.addrs["stack"]+"/api/v2/search", s.AccessKey, question, &answer); err != nil {
			return 0, err
		}
		if len(answer.Data) > 0 {
			return time.Since(acked), nil
		}
		time.Sleep(lookEvery)
	}
	return 0, errors.New("a record is not found")
}

// logSource returns the id of the source of log records.
func (s *server) logSource(ctx context.Context) (string, error) {
	var sources struct{ Data []struct{ ID, Kind string } }
	if err := s.call(ctx, "http://"+s.addrs["stack"]+"/api/v2/sources", s.AccessKey, "", &sources); err != nil {
		return "", err
	}
	for _, source := range sources.Data {
		if source.Kind == "log" {
			return source.ID, nil
		}
	}
	return "", errors.New("there is no source of log records")
}

// call posts JSON, or gets when there is none, and decodes the answer.
func (s *server) call(ctx context.Context, url, key, body string, answer any) error {
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return errors.Join(err, fmt.Errorf("%s returns %d: %s", url, response.StatusCode, text))
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}
