package querytest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// canary is a word in every payload; the engine must never see it in a query.
const canary = "kanarienvogel"

// seenText counts the queries that have the word outside of their values,
// which the engine's log shows as literals.
const seenText = `
SELECT count() AS n
FROM system.query_log
WHERE replaceRegexpAll(query, '\'([^\'\\\\]|\\\\.)*\'', '') LIKE '%kanarien%' AND query NOT LIKE '%query_log%'`

// TestHostileTextsReachTheEngineAsValuesOnly sends every payload to every
// place that takes a text.
func TestHostileTextsReachTheEngineAsValuesOnly(t *testing.T) {
	t.Parallel()
	s := newShop(t, 10)
	quote := func(text string) string {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(quoted)
	}
	var sending errgroup.Group
	sending.SetLimit(4)
	for _, text := range compiletest.HostileTexts(t) {
		sql, lucene := quote(text+" = '"+canary+"'"), quote(text+" "+canary)
		for path, body := range map[string]string{
			"/charts/series":     chartBody(`{"sourceId":"SOURCE","aggFn":"count","where":` + lucene + `,"groupBy":[]}`),
			"/charts/series/sql": chartBody(`{"sourceId":"SOURCE","aggFn":"count","where":` + lucene + `,"groupBy":[]}`),
			"/search":            searchBody(`,"where":` + sql + `,"whereLanguage":"sql","select":` + sql + `,"orderBy":` + sql + `,"limit":1`),
			"/search/values":     searchBody(`,"fields":[` + sql + `],"contains":"` + canary + `"`),
			"/search/metrics":    `{"sourceId":"METRICS","startTime":"START","endTime":"END","where":` + lucene + `,"contains":` + lucene + `}`,
		} {
			sending.Go(func() error { return checkHarmless(s.send(t, http.MethodPost, path, body)) })
		}
	}
	if err := sending.Wait(); err != nil {
		t.Error(err)
	}
	servers := dialAdmins(t)
	servers.run(t, "SYSTEM FLUSH LOGS query_log")
	if seen := servers.count(t, seenText); seen != 0 {
		t.Errorf("%d queries have the word in their text", seen)
	}
	team := s.Installation.TeamID
	if ours := servers.count(t, "SELECT count() AS n FROM system.query_log WHERE log_comment = '"+team+"'"); ours == 0 {
		t.Error("no query carries the team, by which its cost is told")
	}
}

// checkHarmless holds an answer to being a refusal or an empty success.
func checkHarmless(answer testkit.Answer) error {
	if answer.Status != http.StatusOK && answer.Status != http.StatusBadRequest || strings.Contains(answer.Body, "root:") {
		return fmt.Errorf("%d %s", answer.Status, answer.Body)
	}
	return nil
}

// admins are connections that see the engine's own tables, one to each server.
type admins []*ch.Client

func dialAdmins(t *testing.T) admins {
	t.Helper()
	target, err := enginetest.Endpoint(t).Target()
	if err != nil {
		t.Fatal(err)
	}
	login := target.Logins[clickhouse.Admin]
	var servers admins
	for _, address := range target.Addresses {
		client, err := ch.Dial(t.Context(), ch.Options{Address: address, User: login.User, Password: login.Password})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = client.Close() })
		servers = append(servers, client)
	}
	return servers
}

func (a admins) run(t *testing.T, sql string) {
	t.Helper()
	for _, client := range a {
		if err := client.Do(t.Context(), ch.Query{Body: sql}); err != nil {
			t.Fatal(err)
		}
	}
}

// count returns the sum of what the servers count.
func (a admins) count(t *testing.T, sql string) (sum uint64) {
	t.Helper()
	for _, client := range a {
		var n proto.ColUInt64
		if err := client.Do(t.Context(), ch.Query{Body: sql, Result: proto.Results{{Name: "n", Data: &n}}}); err != nil {
			t.Fatal(err)
		}
		sum += n.Row(0)
	}
	return sum
}

// slowCondition takes the engine many seconds over some thousand rows.
func slowCondition() string {
	numbers := make([]string, 150)
	for i := range numbers {
		numbers[i] = fmt.Sprint(i)
	}
	return "arrayCount(x -> match(Body, concat('x+', toString(x), '$')), [" + strings.Join(numbers, ",") + "]) > 5000"
}

// TestQueryEndsWhenItsClientLeaves waits for less than the query would take;
// how fast it ends is not for a test on a noisy machine.
func TestQueryEndsWhenItsClientLeaves(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	s.store(t, logs(8000, strings.Repeat("x", 4000))) // so that blocks have few rows
	servers := dialAdmins(t)
	running := "SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = '" + s.Installation.TeamID + "'"
	ctx, leave := context.WithCancel(t.Context())
	body := s.fill(chartBody(`{"sourceId":"SOURCE","aggFn":"count","whereLanguage":"sql","where":"` + slowCondition() + `","groupBy":[]}`))
	body = strings.Replace(body, s.fill("END_MS"), fmt.Sprint(start().Add(20*time.Hour).UnixMilli()), 1)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/api/v2/charts/series", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+s.key)
	ended := make(chan error, 1)
	go func() {
		response, err := http.DefaultTransport.RoundTrip(request)
		if err == nil {
			err = fmt.Errorf("status %d", response.StatusCode)
			_ = response.Body.Close()
		}
		ended <- err
	}()
	testkit.Eventually(t, 10*time.Second, "the query runs", func() bool { return servers.count(t, running) > 0 })
	leave()
	testkit.Eventually(t, 20*time.Second, "the query has ended", func() bool { return servers.count(t, running) == 0 })
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the request ended with %v", err)
	}
}
