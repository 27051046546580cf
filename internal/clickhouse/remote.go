package clickhouse

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	// RemoteTimeMax bounds the check of a connection to a database elsewhere.
	RemoteTimeMax = 3 * time.Second
	// remoteAnswerBytesMax is how much of its answer is looked at.
	remoteAnswerBytesMax = 4 << 10
)

// Remotes checks connections to databases elsewhere. Allowed are the networks
// that it may reach although they are not public.
type Remotes struct{ Allowed []netip.Prefix }

// errForbiddenAddress says that a name leads to where no call may go.
var errForbiddenAddress = errors.New("the address is private or reserved")

// CheckConnection asks the database for the number 1. It returns an Invalid
// fault that says what is wrong, without anything that the other side said.
func (r Remotes) CheckConnection(ctx context.Context, c stack.Connection) error {
	ctx, cancel := context.WithTimeout(ctx, RemoteTimeMax)
	defer cancel()
	request, err := remoteRequest(ctx, c)
	if err != nil {
		return remoteFault("host", "format", "must be a URL")
	}
	client := r.client()
	defer client.CloseIdleConnections()
	response, err := client.Do(request)
	switch {
	case errors.Is(err, errForbiddenAddress):
		return remoteFault("host", "address", stack.PrivateAddress)
	case err != nil:
		return remoteFault("host", "unreachable", "can't be reached")
	}
	defer func() { _ = response.Body.Close() }()
	return judgeRemote(response, c.IsPrometheusEndpoint)
}

// client makes a client that follows no redirect, uses no proxy and asks for
// every address whether it may be dialled, after names are resolved.
func (r Remotes) client() *http.Client {
	dialer := &net.Dialer{Timeout: RemoteTimeMax, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !stack.MayDial(to.Addr(), r.Allowed) {
			return errForbiddenAddress
		}
		return nil
	}}
	return &http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func remoteRequest(ctx context.Context, c stack.Connection) (*http.Request, error) {
	base, err := url.Parse(c.Host)
	if err != nil {
		return nil, err
	}
	base.RawQuery = "query=SELECT+1"
	if c.IsPrometheusEndpoint {
		base = base.JoinPath("api", "v1", "query")
		base.RawQuery = "query=1"
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base.String(), nil)
	if err != nil {
		return nil, err
	}
	if c.IsPrometheusEndpoint {
		if c.Username != "" {
			request.SetBasicAuth(c.Username, c.Password)
		}
		return request, nil
	}
	request.Header.Set("X-ClickHouse-User", c.Username)
	request.Header.Set("X-ClickHouse-Key", c.Password)
	return request, nil
}

func judgeRemote(response *http.Response, isPrometheus bool) error {
	body, _ := io.ReadAll(io.LimitReader(response.Body, remoteAnswerBytesMax))
	text := strings.TrimSpace(string(body))
	isRight := text == "1"
	if isPrometheus {
		isRight = strings.Contains(text, `"status":"success"`)
	}
	// ClickHouse says 516 in a header when the user or the password is wrong.
	const authenticationFailed = "516"
	refused := response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusForbidden ||
		response.Header.Get("X-ClickHouse-Exception-Code") == authenticationFailed
	switch {
	case response.StatusCode == http.StatusOK && isRight:
		return nil
	case refused:
		return remoteFault("password", "refused", "the database refuses this username and password")
	default:
		return remoteFault("host", "protocol", "does not answer as such a database")
	}
}

func remoteFault(path, code, message string) error {
	return fault.InvalidDetails([]fault.Detail{{Path: path, Code: code, Message: message}})
}
