package app_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// balancer is the address that load balancers of these tests call from.
const balancer = "127.0.0.9"

// The types of what providers add to a PROXY protocol header.
const (
	gcpType   = 0xE0
	awsType   = 0xEA
	azureType = 0xEE
)

// way is how a connection comes: from which address, and with what before
// everything else.
type way struct {
	from   string
	header []byte
}

func (w way) dial(ctx context.Context, addr string) (net.Conn, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(w.from)}}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	_, err = conn.Write(w.header)
	return conn, err
}

// through returns the way of a client behind the load balancer, with what a
// provider adds to the header.
func through(client string, added ...byte) way {
	from := netip.MustParseAddr(client).As4()
	body := slices.Concat(from[:], []byte{10, 0, 0, 9, 0x12, 0x34, 0x10, 0xe1}, added)
	return way{balancer, headerOf(0x21, 0x11, body)}
}

func headerOf(command, family byte, body []byte) []byte {
	header := append([]byte("\r\n\r\n\x00\r\nQUIT\n"), command, family)
	return append(binary.BigEndian.AppendUint16(header, uint16(len(body))), body...)
}

// added returns what a provider adds to a header.
func added(kind byte, value ...byte) []byte {
	return append([]byte{kind, 0, byte(len(value))}, value...)
}

func vpce(id string) []byte { return added(awsType, append([]byte{1}, id...)...) }

// entrance is one way into a service: a request to a listener.
type entrance struct {
	role app.Role
	call testkit.Scenario
}

// come sends the request and returns the status, 0 for a connection that was
// cut off, and the body of a refusal.
func (e entrance) come(t *testing.T, s *apptest.Server, w way) (int, string) {
	t.Helper()
	return e.comeTo(t, s, s.Addr(e.role), w)
}

// comeTo sends the request to an address.
func (e entrance) comeTo(t *testing.T, s *apptest.Server, addr string, w way) (int, string) {
	t.Helper()
	if e.role == app.RoleOTLPGRPC {
		return exportBy(t, s, addr, w)
	}
	method := e.call.Method
	if method == "" {
		method = http.MethodGet
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, "http://"+addr+e.call.Path, strings.NewReader(e.call.Body))
	if err != nil {
		t.Fatal(err)
	}
	if e.call.Body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range e.call.Headers {
		r.Header.Set(name, value)
	}
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) { return w.dial(ctx, addr) }}
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(r)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusOK {
		return response.StatusCode, "" // it may be a stream without an end
	}
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(body)
}

func exportBy(t *testing.T, s *apptest.Server, addr string, w way) (int, string) {
	t.Helper()
	conn, err := grpc.NewClient("passthrough:///"+addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithContextDialer(w.dial))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.Installation.IngestionKey)
	_, err = plogotlp.NewGRPCClient(conn).Export(ctx, logsOf("hello"))
	statuses := map[codes.Code]int{codes.OK: http.StatusOK, codes.PermissionDenied: http.StatusForbidden, codes.Unavailable: 0}
	known, found := statuses[status.Code(err)]
	if !found {
		t.Errorf("export: %v", err)
	}
	return known, status.Convert(err).Message()
}

// entrances returns every way into the default service: to its telemetry and to
// its stack.
func entrances(t *testing.T, s *apptest.Server) map[string]entrance {
	t.Helper()
	home := s.Installation
	session, key, cloud := signIn(t, s, "admin@localhost", apptest.Password), bearer(home.AccessKey), basic(home.KeyID, home.KeySecret)
	logs, dashboard := "", testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/dashboards", Headers: key, Body: `{"name":"shared","tiles":[]}`}.Send(t, s.URL(app.RoleStack)).JSON(t)
	for _, item := range (testkit.Scenario{Path: "/api/v2/sources", Headers: key}).Send(t, s.URL(app.RoleStack)).JSON(t)["data"].([]any) {
		if source, _ := item.(map[string]any); source["kind"] == "log" {
			logs, _ = source["id"].(string)
		}
	}
	id, _ := dashboard["data"].(map[string]any)["id"].(string)
	link := testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/dashboards/" + id + "/share-links", Headers: key, Body: `{"expiresIn":"1d"}`}.Send(t, s.URL(app.RoleStack))
	token := regexp.MustCompile(`/shared/([^"]+)"`).FindStringSubmatch(link.Body)
	if token == nil || logs == "" {
		t.Fatalf("no share link: %d %s", link.Status, link.Body)
	}
	visit := fmt.Sprintf(`{"token":%q}`, token[1])
	tail := "/api/v2/search/tail?select=Body&sourceId=" + logs
	return map[string]entrance{
		"OTLP/HTTP":               {app.RoleOTLPHTTP, testkit.Scenario{Method: http.MethodPost, Path: "/v1/logs", Headers: bearer(home.IngestionKey), Body: string(jsonOf(t, "hello"))}},
		"OTLP/gRPC":               {role: app.RoleOTLPGRPC},
		"stack API":               {app.RoleStack, testkit.Scenario{Path: "/api/v2/dashboards", Headers: key}},
		"live tail":               {app.RoleStack, testkit.Scenario{Path: tail, Headers: key}},
		"live tail in the UI":     {app.RoleUI, testkit.Scenario{Path: tail, Headers: session}},
		"stack API with session":  {app.RoleUI, testkit.Scenario{Path: "/api/v2/dashboards", Headers: session}},
		"retention":               {app.RoleUI, testkit.Scenario{Path: "/ui/api/retention", Headers: session}},
		"share link":              {app.RoleUI, testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/shared", Body: visit}},
		"share link, stack API":   {app.RoleStack, testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/shared", Body: visit}},
		"managed stack":           {app.RoleCloud, testkit.Scenario{Path: servicePath(s) + "/stack/dashboards", Headers: cloud}},
		"managed stack in the UI": {app.RoleUI, testkit.Scenario{Path: servicePath(s) + "/stack/dashboards", Headers: session}},
		"query endpoint":          {app.RoleCloud, testkit.Scenario{Method: http.MethodPost, Path: "/service/" + home.ServiceID + "/run", Headers: cloud, Body: `{"sql":"SELECT 1"}`}},
	}
}

// arrivals returns the ways to a service whose list has 198.51.100.7 and to which
// three private endpoints are attached, and what becomes of them: a status, and
// the words of a refusal. With an empty list the addresses are refused too.
func arrivals() map[string]struct {
	way
	status int
	words  string
} {
	azure, gcp := added(azureType, 1, 0x0d, 0, 0, 0x20), added(gcpType, 0, 0, 0, 7, 0, 0, 0, 9)
	return map[string]struct {
		way
		status int
		words  string
	}{
		"address allowed":                 {through("198.51.100.7"), 200, ""},
		"address allowed, version 1":      {way{balancer, []byte("PROXY TCP4 198.51.100.7 10.0.0.9 4660 4321\r\n")}, 200, ""},
		"address not allowed":             {through("203.0.113.9"), 403, "the address 203.0.113.9 is not in the ipAccessList of the service"},
		"endpoint attached":               {through("10.1.2.3", vpce("vpce-mine")...), 200, ""},
		"endpoint attached, Azure":        {through("10.1.2.3", azure...), 200, ""},
		"endpoint attached, Google":       {through("10.1.2.3", gcp...), 200, ""},
		"endpoint of another service":     {through("198.51.100.7", vpce("vpce-other")...), 403, "the private endpoint vpce-other is not attached to the service"},
		"endpoint unknown":                {through("198.51.100.7", vpce("vpce-nobody")...), 403, "the private endpoint vpce-nobody is not attached to the service"},
		"directly":                        {way{"127.0.0.1", nil}, 403, "the address 127.0.0.1 is not in the ipAccessList of the service"},
		"the load balancer itself":        {way{balancer, headerOf(0x20, 0, nil)}, 403, "the address 127.0.0.9 is not in the ipAccessList of the service"},
		"a load balancer without header":  {way{balancer, nil}, 0, ""},
		"a spoofed header":                {way{"127.0.0.1", through("198.51.100.7", vpce("vpce-mine")...).header}, 0, ""},
		"a spoofed header of version 1":   {way{"127.0.0.1", []byte("PROXY TCP4 198.51.100.7 10.0.0.9 4660 4321\r\n")}, 0, ""},
		"a header with two endpoints":     {through("198.51.100.7", append(vpce("vpce-mine"), vpce("vpce-other")...)...), 0, ""},
		"a header with a broken endpoint": {through("198.51.100.7", vpce("")...), 0, ""},
	}
}

// TestPrivateEndpointsProtect holds, at every way into a service, who is let in:
// through a private endpoint that is attached to it, whatever the address; and
// without one from the addresses of its list, of which an empty one has none.
func TestPrivateEndpointsProtect(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) {
		c.ProxyProtocolFrom, c.CloudRateLimit = []string{balancer + "/32"}, 0
	}})
	giveQueryEndpoint(t, s)
	makeOther(t, s)
	doors := entrances(t, s)
	testkit.Eventually(t, 20*time.Second, "the service has its tables", func() bool {
		got, _ := doors["query endpoint"].come(t, s, way{from: "127.0.0.1"})
		return got == http.StatusOK
	})
	patchService(t, s, `{"ipAccessList":{"add":[{"source":"198.51.100.7"}],"remove":[`+everywhere+`]},"privateEndpointIds":{"add":["vpce-mine","536870925","30064771081"]}}`)
	wantArrivals(t, s, doors, true)
	patchService(t, s, `{"ipAccessList":{"remove":[{"source":"198.51.100.7"}]}}`)
	wantArrivals(t, s, doors, false)
	patchService(t, s, `{"privateEndpointIds":{"remove":["vpce-mine"]}}`)
	for name, door := range doors {
		awaitRefusal(t, s, name, door, arrivals()["endpoint attached"].way)
	}
}

func wantArrivals(t *testing.T, s *apptest.Server, doors map[string]entrance, isListed bool) {
	t.Helper()
	unlisted := "directly"
	if !isListed {
		unlisted = "address allowed"
	}
	for _, name := range slices.Sorted(maps.Keys(doors)) {
		door := doors[name]
		awaitRefusal(t, s, name, door, arrivals()[unlisted].way)
		for what, a := range arrivals() {
			if !isListed && strings.HasPrefix(what, "address allowed") {
				a.status, a.words = 403, "the address 198.51.100.7 is not in the ipAccessList of the service"
			}
			if got, body := door.come(t, s, a.way); got != a.status || a.status == 403 && !strings.Contains(body, a.words) {
				t.Errorf("%s, %s (list %t): %d %s, want %d %s", name, what, isListed, got, body, a.status, a.words)
			}
		}
	}
}

// awaitRefusal waits until a change has come through: collectors remember for
// less than a second.
func awaitRefusal(t *testing.T, s *apptest.Server, name string, door entrance, w way) {
	t.Helper()
	testkit.Eventually(t, 20*time.Second, name+" refuses", func() bool {
		got, _ := door.come(t, s, w)
		return got == http.StatusForbidden
	})
}

func patchService(t *testing.T, s *apptest.Server, body string) {
	t.Helper()
	call := testkit.Scenario{Method: http.MethodPatch, Path: servicePath(s), Headers: basic(s.Installation.KeyID, s.Installation.KeySecret), Body: body}
	if got := call.Send(t, s.URL(app.RoleCloud)); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
}

// makeOther makes a service with an endpoint of its own.
func makeOther(t *testing.T, s *apptest.Server) {
	t.Helper()
	call := testkit.Scenario{
		Method: http.MethodPost, Path: "/v1/organizations/" + s.Installation.OrganizationID + "/services",
		Headers: basic(s.Installation.KeyID, s.Installation.KeySecret),
		Body:    `{"name":"other","provider":"aws","region":"us-east-1","privateEndpointIds":["vpce-other"]}`,
	}
	if got := call.Send(t, s.URL(app.RoleCloud)); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
}
