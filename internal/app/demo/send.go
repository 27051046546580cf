package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/internal/pause"
)

// How a request is sent again.
const (
	sendTimeMax   = 10 * time.Second
	retryPauseMin = 500 * time.Millisecond
	retryPauseMax = 10 * time.Second
	answerMax     = 4 << 10
)

// ErrKey says that the server does not take the ingestion key.
var ErrKey = errors.New("the server does not take the ingestion key")

// sender sends telemetry over OTLP/HTTP.
type sender struct {
	endpoint string
	key      string
	client   *http.Client
	logger   *slog.Logger
	away     bool
}

// send sends everything, and again until it is taken. It returns an error when
// ctx ends or the server refuses for good.
func (s *sender) send(ctx context.Context, t telemetry) error {
	logs, err := (&plog.ProtoMarshaler{}).MarshalLogs(t.logs)
	if err != nil {
		return err
	}
	traces, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(t.traces)
	if err != nil {
		return err
	}
	metrics, err := (&pmetric.ProtoMarshaler{}).MarshalMetrics(t.metrics)
	if err != nil {
		return err
	}
	for signal, body := range map[string][]byte{"logs": logs, "traces": traces, "metrics": metrics} {
		if len(body) > 0 {
			if err := s.insist(ctx, signal, body); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sender) insist(ctx context.Context, signal string, body []byte) error {
	wait := retryPauseMin
	for {
		status, err := s.try(ctx, signal, body)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && status == http.StatusOK:
			s.tell(false, "the server takes demo data again", nil)
			return nil
		case status == http.StatusUnauthorized:
			return ErrKey
		case err == nil && status < http.StatusInternalServerError && status != http.StatusTooManyRequests:
			return fmt.Errorf("the server refuses demo data: status %d", status)
		}
		s.tell(true, "demo data is not taken; trying again", err)
		_ = pause.For(ctx, wait)
		wait = min(2*wait, retryPauseMax)
	}
}

// tell logs a change, and no more than that.
func (s *sender) tell(away bool, message string, err error) {
	if s.away != away {
		s.logger.Info(message, "error", err)
	}
	s.away = away
}

func (s *sender) try(ctx context.Context, signal string, body []byte) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, sendTimeMax)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.endpoint+"/v1/"+signal, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+s.key)
	request.Header.Set("Content-Type", "application/x-protobuf")
	response, err := s.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, io.LimitReader(response.Body, answerMax))
	return response.StatusCode, err
}
