package files

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/pause"
)

const (
	// CallTimeMax bounds one request.
	CallTimeMax = 30 * time.Second
	// AnswerBytesMax bounds an answer.
	AnswerBytesMax = 128 << 20
	// triesMax bounds how often a request is sent while the server says that
	// it is busy.
	triesMax = 6
	// waitMax bounds the wait between tries, whatever the server asks for.
	waitMax = 70 * time.Second
	// pageItems is how many items a list is asked for at a time.
	pageItems = 500
)

// Target is the API of one team. Token is for the self-hosted API; the other
// four are for the managed one.
type Target struct {
	URL          string
	Token        string
	KeyID        string
	KeySecret    string
	Organization string
	Service      string
}

// Check returns an error unless the target is complete.
func (t Target) Check() error {
	if u, err := url.Parse(t.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("--url: must be the http or https address of the API")
	}
	managed := []string{t.KeyID, t.KeySecret, t.Organization, t.Service}
	given := len(strings.Join(managed, "")) > 0
	switch {
	case t.Token != "" && given:
		return errors.New("--token is for the self-hosted API, --key-id, --key-secret, --organization and --service are for the managed one; give either")
	case t.Token != "":
		return nil
	}
	for i, option := range []string{"--key-id", "--key-secret", "--organization", "--service"} {
		if managed[i] == "" {
			return fmt.Errorf("%s: is needed for the managed API; --token for the self-hosted one", option)
		}
	}
	return nil
}

// isManaged reports whether the target is a managed stack.
func (t Target) isManaged() bool { return t.Token == "" }

// Client calls a target. Wait is called between tries.
type Client struct {
	Target
	HTTP *http.Client
	Wait func(ctx context.Context, d time.Duration) error
	Key  func() string // makes Idempotency-Keys
}

// NewClient returns a client of the target that follows no redirect: a
// credential must not travel.
func NewClient(t Target, key func() string) *Client {
	return &Client{
		Target: t, Wait: pause.For, Key: key,
		HTTP: &http.Client{
			Timeout:       CallTimeMax,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// refusal is an answer that is no success.
type refusal struct {
	status  int
	message string
}

func (r *refusal) Error() string { return fmt.Sprintf("the API answered %d: %s", r.status, r.message) }

func isNotFound(err error) bool {
	var r *refusal
	return errors.As(err, &r) && r.status == http.StatusNotFound
}

// call is one request below the root of the stack.
type call struct {
	method, path string
	body         any
	headers      map[string]string
}

// answer is the value of an answer and its tag.
type answer struct {
	value any
	etag  string
}

// do sends the call, again while the server is busy.
func (c *Client) do(ctx context.Context, what call) (answer, error) {
	var body []byte
	if what.body != nil {
		var err error
		if body, err = encode(what.body); err != nil {
			return answer{}, err
		}
	}
	for try := 1; ; try++ {
		got, after, err := c.once(ctx, what, body)
		if after == 0 || try == triesMax {
			return got, err
		}
		if err := c.Wait(ctx, min(after, waitMax)); err != nil {
			return answer{}, err
		}
	}
}

// once sends the call and returns how long to wait before another try; 0 when
// there shall be none.
func (c *Client) once(ctx context.Context, what call, body []byte) (answer, time.Duration, error) {
	request, err := http.NewRequestWithContext(ctx, what.method, c.root()+what.path, bytes.NewReader(body))
	if err != nil {
		return answer{}, 0, err
	}
	c.dress(request.Header, what, body)
	response, err := c.HTTP.Do(request)
	if err != nil {
		return answer{}, 0, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, AnswerBytesMax))
	if err != nil {
		return answer{}, 0, err
	}
	if response.StatusCode != http.StatusOK {
		return answer{}, retryAfter(response), &refusal{response.StatusCode, failureText(text)}
	}
	value, err := valueOf(text)
	return answer{value: value, etag: response.Header.Get("ETag")}, 0, err
}

func (c *Client) root() string {
	address := strings.TrimSuffix(c.URL, "/")
	if !c.isManaged() {
		return address + "/api/v2"
	}
	return address + "/v1/organizations/" + url.PathEscape(c.Organization) + "/services/" + url.PathEscape(c.Service) + "/stack"
}

func (c *Client) dress(h http.Header, what call, body []byte) {
	if c.isManaged() {
		r := http.Request{Header: h}
		r.SetBasicAuth(c.KeyID, c.KeySecret)
	} else {
		h.Set("Authorization", "Bearer "+c.Token)
	}
	h.Set("User-Agent", org.FilesUserAgent)
	if body != nil {
		h.Set("Content-Type", "application/json")
	}
	for name, value := range what.headers {
		h.Set(name, value)
	}
}

// retryAfter returns how long a busy server asks to wait.
func retryAfter(response *http.Response) time.Duration {
	if response.StatusCode != http.StatusTooManyRequests && response.StatusCode != http.StatusServiceUnavailable {
		return 0
	}
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		seconds = 1
	}
	return time.Duration(min(seconds, int(waitMax.Seconds()))) * time.Second
}

// valueOf takes the envelope of either family off.
func valueOf(text []byte) (any, error) {
	tree, err := parseTree(text)
	if err != nil {
		return nil, errors.New("the API answered no JSON; is --url its address?")
	}
	envelope, _ := tree.(map[string]any)
	if value, ok := envelope["data"]; ok {
		return value, nil
	}
	return envelope["result"], nil
}

func failureText(text []byte) string {
	var body struct{ Message, Error string }
	if json.Unmarshal(text, &body) != nil || body.Message+body.Error == "" {
		return "no message"
	}
	return body.Message + body.Error
}

// list returns all items of a kind.
func (c *Client) list(ctx context.Context, kind Kind) ([]map[string]any, error) {
	var all []map[string]any
	for {
		path := "/" + string(kind)
		isPaged := kind == Alerts || kind == Webhooks || kind == SavedSearches
		if isPaged {
			path += fmt.Sprintf("?limit=%d&offset=%d", pageItems, len(all))
		}
		got, err := c.do(ctx, call{method: http.MethodGet, path: path})
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", kind, err)
		}
		items, _ := got.value.([]any)
		for _, item := range items {
			if record, ok := item.(map[string]any); ok {
				all = append(all, record)
			}
		}
		if !isPaged || len(items) < pageItems {
			return all, nil
		}
	}
}
