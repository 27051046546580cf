package check_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/klauspost/compress/snappy"
)

// teamHeader picks the team that an access key asks.
const teamHeader = "X-Hdx-Team"

// store takes samples by remote write and is asked in PromQL.
type store struct {
	writeURL, queryURL string
	writeKey, queryKey string
	team               string // empty: that of the key
}

// statusError is an answer that is no success.
type statusError struct {
	status int
	body   string
}

func (e *statusError) Error() string { return fmt.Sprintf("status %d: %s", e.status, e.body) }

// exchange returns the body of an answer, and a *statusError where its status says
// that there is none.
func exchange(request *http.Request) ([]byte, error) {
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= http.StatusBadRequest {
		err = &statusError{answer.StatusCode, string(body)}
	}
	return body, err
}

// send sends a message of remote write.
func (s *store) send(ctx context.Context, m message) error {
	body, version := m.encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.writeURL, bytes.NewReader(snappy.Encode(nil, body)))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Encoding", "snappy")
	request.Header.Set("Content-Type", contentTypes[version])
	request.Header.Set("X-Prometheus-Remote-Write-Version", version)
	if s.writeKey != "" {
		request.Header.Set("Authorization", "Bearer "+s.writeKey)
	}
	_, err = exchange(request)
	return err
}

// ask returns the answer of a path to form values, that of a refusal too.
func (s *store) ask(ctx context.Context, path string, form url.Values) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.queryURL+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	s.authorize(request)
	body, err := exchange(request)
	var status *statusError
	if errors.As(err, &status) && bytes.HasPrefix(body, []byte(`{"status":"error"`)) {
		return body, nil
	}
	return body, err
}

func (s *store) authorize(request *http.Request) {
	if s.queryKey != "" {
		request.Header.Set("Authorization", "Bearer "+s.queryKey)
	}
	if s.team != "" {
		request.Header.Set(teamHeader, s.team)
	}
}
