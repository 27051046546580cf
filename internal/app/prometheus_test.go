package app_test

import (
	"maps"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

const promBuildInfo = "/prometheus/api/v1/status/buildinfo"

// with returns headers and one more.
func with(headers map[string]string, name, value string) map[string]string {
	more := maps.Clone(headers)
	more[name] = value
	return more
}

func TestPrometheusDoor(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	keys := s.Installation
	key := bearer(keys.AccessKey)
	const failed, isForm = `{"status":"error","errorType":"`, "application/x-www-form-urlencoded"
	testkit.Run(t, s.URL(app.RoleStack), []testkit.Scenario{
		{
			Name: "no key is 401", Path: promBuildInfo, Status: 401, Contains: []string{failed + "unauthorized", "personal API access key"},
			Answered: map[string]string{"WWW-Authenticate": `Bearer realm="cairn", Basic realm="cairn"`, "X-Request-Id": "*"},
		},
		{Name: "key as a bearer is 200", Path: promBuildInfo, Headers: key, Status: 200, Contains: []string{`{"status":"success","data":{"version":"3.`}},
		{Name: "key as a password is 200", Path: promBuildInfo, Headers: basic("grafana", keys.AccessKey), Status: 200},
		{Name: "key as a user name is 401", Path: promBuildInfo, Headers: basic(keys.AccessKey, ""), Status: 401},
		{
			Name: "ingestion key is 401 and says which key belongs here", Path: promBuildInfo, Headers: basic("prometheus", keys.IngestionKey), Status: 401,
			Contains: []string{"ingestion key belongs to the telemetry collector", "here a personal API access key is needed"}, Lacks: []string{keys.IngestionKey},
		},
		{Name: "cloud key is 401", Path: promBuildInfo, Headers: basic(keys.KeyID, keys.KeySecret), Status: 401, Contains: []string{"the cloud API"}},
		{Name: "team of others is 404", Path: promBuildInfo, Headers: inTeam(key, "65a000000000000000000001"), Status: 404, Contains: []string{failed + "not_found"}},
		{Name: "own team is 200", Path: promBuildInfo, Headers: inTeam(key, keys.TeamID), Status: 200},
		{Name: "unknown path is 404", Path: "/prometheus/api/v1/nothing", Headers: key, Status: 404, Contains: []string{failed + "not_found"}},
		{Name: "syntax is 400", Method: http.MethodPost, Path: "/prometheus/api/v1/format_query", Headers: with(key, "Content-Type", isForm), Body: "query=up{", Status: 400, Contains: []string{failed + "bad_data", "parse error"}},
		{Name: "form is 200", Method: http.MethodPost, Path: "/prometheus/api/v1/format_query", Headers: with(key, "Content-Type", isForm), Body: "query=sum(up)by(job)", Status: 200, Contains: []string{`"sum by (job) (up)"`}},
		{Name: "rules are 200", Path: "/prometheus/api/v1/rules", Headers: key, Status: 200, Contains: []string{`{"status":"success","data":{"groups":[]}}`}},
		{Name: "alerts are 200", Path: "/prometheus/api/v1/alerts", Headers: key, Status: 200, Contains: []string{`{"status":"success","data":{"alerts":[]}}`}},
		{Name: "healthy without a key", Path: "/prometheus/-/healthy", Status: 200},
		{Name: "ready without a key", Path: "/prometheus/-/ready", Status: 200},
		{Name: "document needs no key", Path: "/prometheus/api/v1/openapi.json", Status: 200, Contains: []string{`"openapi":"3.1`}},
		{Name: "stack API is where it was", Path: "/api/v2", Headers: key, Status: 200},
	})
	session := signIn(t, s, "admin@localhost", apptest.Password)
	form := with(session, "Content-Type", isForm)
	ask := testkit.Scenario{Method: http.MethodPost, Path: "/prometheus/api/v1/format_query", Body: "query=up"}
	post := func(name string, headers map[string]string, status int) testkit.Scenario {
		sent := ask
		sent.Name, sent.Headers, sent.Status = name, headers, status
		return sent
	}
	testkit.Run(t, s.URL(app.RoleUI), []testkit.Scenario{
		{Name: "session is 200", Path: promBuildInfo, Headers: session, Status: 200},
		{Name: "no session is 401", Path: promBuildInfo, Status: 401, Contains: []string{"not signed in"}, Answered: map[string]string{"WWW-Authenticate": "Session"}},
		{Name: "key is 401", Path: promBuildInfo, Headers: key, Status: 401},
		post("form of the interface is 200", with(form, "Sec-Fetch-Site", "same-origin"), 200),
		post("form of another site is 403", with(form, "Sec-Fetch-Site", "cross-site"), 403),
		post("form of another origin is 403", with(form, "Origin", "https://evil.example"), 403),
	})
}

// TestPromtoolReadsWhatOTLPSent has Debian's promtool ask a whole server.
func TestPromtoolReadsWhatOTLPSent(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	sendTwoServices(t, s)
	root := strings.Replace(s.URL(app.RoleStack), "://", "://promtool:"+s.Installation.AccessKey+"@", 1) + "/prometheus"
	ask := func(command string, args ...string) string {
		out, err := exec.CommandContext(t.Context(), "promtool", slices.Concat([]string{"query", command}, args)...).CombinedOutput()
		if err != nil {
			t.Errorf("%s %v: %v %s", command, args, err, out)
		}
		return string(out)
	}
	const expr = `{__name__=~"load.+",job="cart"}`
	testkit.Eventually(t, time.Minute, "the points are stored", func() bool { return strings.Contains(ask("instant", root, expr), "load") })
	for want, got := range map[string]string{
		"=> 1 @[":               ask("instant", root, expr),
		"1 @[":                  ask("range", "--step=15s", root, expr),
		`__name__="load_zebra"`: ask("series", `--match={job="zebra"}`, root),
		"cart\nzebra":           ask("labels", root, "job"),
		"load_cart\n":           ask("labels", root, "__name__"),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %s: %s", want, got)
		}
	}
	for expr, want := range map[string]string{
		`sum(`: "bad_data",
		`{__name__=~"load.+"} + on() {__name__=~"load.+"}`: "execution",
		strings.Repeat("-", promtext.TokensMax+1) + "up":   "words and signs",
	} {
		query := testkit.Scenario{Path: "/prometheus/api/v1/query?query=" + url.QueryEscape(expr), Headers: bearer(s.Installation.AccessKey)}
		if got := query.Send(t, s.URL(app.RoleStack)); !strings.Contains(got.Body, want) {
			t.Errorf("%.100s: %d %s, want %s", expr, got.Status, got.Body, want)
		}
	}
}

// TestPrometheusAPIIsLimited asks once more than the limit.
func TestPrometheusAPIIsLimited(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.StackRateLimit = 2 }})
	ask := testkit.Scenario{Path: promBuildInfo, Headers: basic("grafana", s.Installation.AccessKey), Status: 200, Answered: map[string]string{"Ratelimit-Remaining": "*"}}
	first, second, third := ask, ask, ask
	first.Name, second.Name, third.Name = "first is 200", "second is 200", "third is 429"
	third.Status, third.Contains = 429, []string{`"errorType":"too_many_requests"`}
	third.Answered = map[string]string{"Retry-After": "*"}
	testkit.Run(t, s.URL(app.RoleStack), []testkit.Scenario{first, second, third})
}
