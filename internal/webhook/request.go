package webhook

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// request returns the whole request of an attempt.
func (s *Sender) request(ctx context.Context, e alerting.Envelope) (*http.Request, error) {
	address, err := destination(e.Webhook)
	if err != nil {
		return nil, err
	}
	body, err := newTelling(e, cmp.Or(e.Notice.LinkBase, s.options.PublicURL())).payload()
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	// Every retry carries the same key, so no attempt may be repeated below us.
	request.GetBody = nil
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set(contentTypeHeader, contentTypeJSON)
	for name, value := range e.Webhook.Secrets.Headers {
		request.Header.Set(name, value)
	}
	request.Header.Set(idempotencyKeyHeader, e.MessageID)
	return request, sign(request.Header, e, body)
}

// destination returns the address with the stored query parameters. A
// key that goes into the body is none of them.
func destination(w stack.Webhook) (string, error) {
	address, err := url.Parse(w.URL)
	if err != nil || w.Service.Rules().Key != "" || len(w.Secrets.QueryParams) == 0 {
		return w.URL, err
	}
	query := address.Query()
	for name, value := range w.Secrets.QueryParams {
		query.Set(name, value)
	}
	address.RawQuery = query.Encode()
	return address.String(), nil
}
