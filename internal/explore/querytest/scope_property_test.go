package querytest_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// scopeQuestions is how many questions are asked, unless the variable says
// another number: make scope asks ten thousand.
const (
	scopeQuestions = 200
	scopeVariable  = "CAIRN_SCOPE_QUESTIONS"
	scopeSeed      = 17
	scopeRows      = 400
)

// fenced is a team with all rows, and one that has the rows of a scope alone.
// Whatever somebody with the scope asks, they must not be able to tell one from
// the other; and where nothing fails an admin must get the same from the second.
type fenced struct {
	random *rand.Rand
	all    *team
	bare   *team
	admin  *team // of the second
	tiles  map[*team]*explore.Tiles
}

// scopeRule is a condition on the records of a kind, and what it means.
type scopeRule struct {
	text string
	meet func(service, severity, body, n string) bool
}

func scopeRules() []scopeRule {
	return []scopeRule{
		{"ServiceName:cart", func(service, _, _, _ string) bool { return service == "cart" }},
		{"ServiceName:(cart OR mail)", func(service, _, _, _ string) bool { return service != "pay" }},
		{"-ServiceName:pay", func(service, _, _, _ string) bool { return service != "pay" }},
		{"ServiceName:cart SeverityText:error", func(service, severity, _, _ string) bool { return service == "cart" && severity == "error" }},
		{"Body:alpha", func(_, _, body, _ string) bool { return strings.Contains(body, "alpha") }},
		{"n:>=5", func(_, _, _, n string) bool { return n >= "5" }},
		{"ServiceName:nobody", func(string, string, string, string) bool { return false }},
	}
}

// scopeRoles returns a role for a rule, in one of several ways of saying it.
func scopeRoles(random *rand.Rand, rule scopeRule) []stack.Role {
	data := func(kind stack.SourceKind, where string, isDenied bool) stack.RolePermission {
		conditions := stack.Conditions{}
		if where != "" {
			conditions["where"] = where
		}
		if kind != "" {
			conditions["kind"] = string(kind)
		}
		return stack.RolePermission{Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationData, Inverted: isDenied, Conditions: conditions}
	}
	role := func(permissions ...stack.RolePermission) stack.Role {
		return stack.Role{RoleSpec: stack.RoleSpec{Name: "scoped", Permissions: append(permissions,
			data(stack.KindTrace, "ServiceName:cart", false), data(stack.KindMetric, "ResourceAttributes.host.name:a", false))}}
	}
	everything, _ := stack.PredefinedRole(stack.RoleAdminID)
	switch random.IntN(4) {
	case 0: // of the key, below an admin
		return []stack.Role{everything, role(data(stack.KindLog, rule.text, false))}
	case 1: // all but the rest
		return []stack.Role{role(data(stack.KindLog, "", false), data(stack.KindLog, "-("+rule.text+")", true))}
	case 2: // one of two
		return []stack.Role{role(data(stack.KindLog, rule.text, false), data(stack.KindLog, "ServiceName:nobody", false))}
	}
	return []stack.Role{role(data(stack.KindLog, rule.text, false))}
}

func newFenced(t *testing.T, random *rand.Rand, rule scopeRule) *fenced {
	t.Helper()
	f := &fenced{random: random, all: newTeam(t, read.Options{}), bare: newTeam(t, read.Options{}), tiles: map[*team]*explore.Tiles{}}
	rows := scopeLogs(random)
	insertLogs(t, f.all.client, f.all.id, rows)
	insertLogs(t, f.bare.client, f.bare.id, slices.DeleteFunc(slices.Clone(rows), func(r logRow) bool {
		return !rule.meet(r.service, r.severity, r.body, r.attributes["n"])
	}))
	spans := scopeSpans(random)
	store(t, f.all, spanRows(spans))
	store(t, f.bare, spanRows(slices.DeleteFunc(slices.Clone(spans), func(s spanRow) bool { return s.service != "cart" })))
	metrics := shopMetrics()
	store(t, f.all, metricRows(metrics))
	store(t, f.bare, metricRows(ofHost(metrics, "a")))
	admin := *f.bare
	f.admin = &admin
	grants := scopeRoles(random, rule)
	for _, x := range []*team{f.all, f.bare} {
		x.ctx = access.WithPrincipal(t.Context(), access.Principal{
			TeamID: x.id, UserID: "0123456789abcdef01234567", OrganizationID: "o", Roles: []org.Role{org.RoleMember}, Grants: grants,
		})
	}
	for _, x := range []*team{f.all, f.bare, f.admin} {
		f.tiles[x] = &explore.Tiles{Queries: x.queries, SQL: x.sqlTiles(x.id)}
	}
	return f
}

// scopeLogs returns records of which those of pay have keys, words and values
// that no others have.
func scopeLogs(random *rand.Rand) []logRow {
	rows := make([]logRow, scopeRows)
	for i := range rows {
		service := pick(random, "cart", "mail", "pay")
		n := fmt.Sprint(random.IntN(10))
		rows[i] = logRow{
			at: shopTime(1).Add(time.Duration(random.Int64N(int64(3 * time.Hour)))), service: service, severity: pick(random, "info", "warn", "error"),
			body:       pick(random, "alpha", "beta", "alpha beta") + pick(random, "", " 12", " of "+service), // One each: records with several would have them in any order.
			attributes: map[string]string{pick(random, "n", "only."+service): n},
			resource:   `{"host.name":"host-` + service + `"}`, scope: "{}", traceID: hex.EncodeToString(idOf(byte(1+random.IntN(5)), 16)),
		}
	}
	return rows
}

func scopeSpans(random *rand.Rand) []spanRow {
	spans := make([]spanRow, 80)
	for i := range spans {
		service := pick(random, "cart", "pay")
		spans[i] = spanRow{
			at: shopTime(1).Add(time.Duration(random.Int64N(int64(time.Hour)))), took: time.Duration(1 + random.IntN(1e9)), service: service,
			name: pick(random, "GET", "of "+service), kind: 2, status: int32(random.IntN(3)), trace: byte(1 + random.IntN(5)), span: byte(i + 1),
			attributes: map[string]string{"only." + service: "x"},
		}
	}
	return spans
}

func ofHost(metrics []metricOf, host string) []metricOf {
	var own []metricOf
	for _, m := range metrics {
		m.points = slices.DeleteFunc(slices.Clone(m.points), func(p pointAt) bool { return p.host != host })
		own = append(own, m)
	}
	return own
}

// scopeConditions are what people ask, what fails, and what somebody asks who
// wants to learn what they may not.
func (f *fenced) condition() (text string, language query.Language) {
	if f.random.IntN(2) == 0 {
		return pick(f.random, "", "alpha", "beta 12", "ServiceName:pay", "ServiceName:*", "-ServiceName:cart", "only.pay:*", "only.cart:>3", "LogAttributes.n:>=5",
			"SeverityText:(error OR warn)", "*lph*", "nosuch:1", "_exists_:only.pay", "ServiceName:pay OR ServiceName:cart", "host.name:host-pay",
			"NOT (ServiceName:cart)", "Body:\"of pay\"", "only.paid:1", "TraceId:"+hex.EncodeToString(idOf(2, 16)), "(", "ServiceName:"), query.Lucene
	}
	return pick(f.random, "ServiceName = 'pay'", "ServiceName != 'cart' OR 1 = 1", "toInt64(Body) > 1", "intDiv(1, length(Body) - 5) >= 0", "toFloat64(LogAttributes['only.pay']) > 1",
		"LogAttributes['only.pay'] != ''", "1 = 1", "match(Body, 'p[a]y')", "ServiceName IN ('pay', 'cart')", "Body LIKE '%pay%'", "nosuch = 1", "toDateTime(Body) > now()",
		"length(ServiceName) > 3", "NOT ServiceName = 'cart'", "ServiceName ="), query.SQL
}

func (f *fenced) during() query.TimeRange {
	from := shopTime(1).Add(time.Duration(f.random.Int64N(int64(time.Hour))))
	if f.random.IntN(3) == 0 {
		from = shopTime(1).Add(-time.Hour)
	}
	return query.TimeRange{From: from, To: from.Add(time.Duration(1 + f.random.Int64N(int64(30*time.Hour))))}
}

func (f *fenced) field() string {
	return pick(f.random, "ServiceName", "SeverityText", "Body", "LogAttributes['only.pay']", "LogAttributes['n']", "ResourceAttributes['host.name']", "length(Body)",
		"upper(ServiceName)", "toInt64(Body)", "nosuch", "n", "only.pay", "TraceId")
}

// scopeQuestion is a question to either team, as a text that tells answers
// apart.
type scopeQuestion func(x *team, tiles *explore.Tiles) string

// question returns a random question and what it is.
func (f *fenced) question() (scopeQuestion, string) {
	where, language := f.condition()
	during := f.during()
	kind := f.random.IntN(9)
	name := fmt.Sprintf("%d %s %q %s", kind, language, where, during)
	source := func(x *team) string { return x.logs() }
	if f.random.IntN(4) == 0 {
		source, name = func(x *team) string { return x.traces() }, name+" of spans"
	}
	selection := func(x *team) query.Selection {
		return query.Selection{SourceID: source(x), Range: during, Where: where, Language: language}
	}
	field, second, number := f.field(), f.field(), f.random.IntN(100)
	name += " " + field + " " + second
	switch kind {
	case 0, 1:
		chosen := pick(f.random, "", "'cart' AS ServiceName, Body", "Body AS ServiceName", "*", "1 AS n, Body, ServiceName AS s", field+" AS x")
		order := pick(f.random, "", "Timestamp ASC", "Body DESC", field+" DESC")
		return func(x *team, _ *explore.Tiles) string {
			return x.pages(query.RowsQuery{SourceID: source(x), Range: during, Where: where, Language: language, Select: chosen, OrderBy: order, Limit: 1 + number})
		}, name + " " + chosen + " by " + order
	case 2:
		return func(x *team, _ *explore.Tiles) string {
			answer, err := x.queries.Values(x.ctx, query.ValuesQuery{Selection: selection(x), Fields: []string{field, second}, Limit: 1 + number})
			return said(answer.Fields, answer.Warnings, err)
		}, name
	case 3:
		return func(x *team, _ *explore.Tiles) string {
			answer, err := x.queries.Fields(x.ctx, query.FieldsQuery{Selection: selection(x)})
			return said(answer.Fields, nil, err)
		}, name
	case 4:
		asked := f.series(field, second, where, language)
		asked.Range = during
		return func(x *team, _ *explore.Tiles) string {
			own := asked
			own.Series = slices.Clone(asked.Series)
			for i := range own.Series {
				own.Series[i].SourceID = source(x)
			}
			answer, err := x.queries.Series(x.ctx, own)
			return said(answer.Points, answer.Warnings, err) + remainderText(answer.Remainder)
		}, fmt.Sprintf("%s %+v", name, asked)
	case 5:
		return func(x *team, _ *explore.Tiles) string {
			answer, err := x.queries.Around(x.ctx, query.AroundQuery{Selection: selection(x), At: during.From, Before: number % 20, After: 10})
			return said(answer.Before, nil, err) + said(answer.After, nil, nil)
		}, name
	case 6:
		id := hex.EncodeToString(idOf(byte(number%7), 16))
		return func(x *team, _ *explore.Tiles) string {
			trace, err := x.queries.Trace(x.ctx, explore.TraceQuery{TraceID: id, SourceID: x.traces()})
			return said(trace.Spans.Rows, nil, err) + said(trace.Logs.Rows, nil, nil) + fmt.Sprint(trace.SpanCount, trace.ErrorCount, trace.LogCount, trace.Duration)
		}, name + " trace " + id
	case 7:
		return f.tile(where, language, field, during), name + " tile"
	}
	return f.metric(during), name + " metrics"
}

func (f *fenced) series(field, group, where string, language query.Language) query.SeriesQuery {
	asked := query.SeriesQuery{Granularity: pick[query.Granularity](f.random, "1m", "5m", "1h", "1d")}
	for range 1 + f.random.IntN(2) {
		series := query.Series{Aggregate: query.Count, Where: where, Language: language}
		if f.random.IntN(2) == 0 {
			series.GroupBy = []string{group}
		}
		if f.random.IntN(2) == 0 {
			series.Aggregate, series.Field = pick(f.random, query.CountDistinct, query.Maximum, query.Total), field
		}
		asked.Series = append(asked.Series, series)
		where, language = "", query.Lucene
	}
	for i := range asked.Series { // groups are shared
		asked.Series[i].GroupBy = asked.Series[0].GroupBy
	}
	return asked
}

// tile asks as dashboards do: patterns, events, tables and raw SQL.
func (f *fenced) tile(where string, language query.Language, field string, during query.TimeRange) scopeQuestion {
	statement := pick(f.random,
		"SELECT ServiceName AS s, count() AS n FROM $__sourceTable GROUP BY s ORDER BY s",
		"SELECT count() AS n FROM otel_logs WHERE ServiceName = 'pay' OR 1 = 1",
		"SELECT max(n) AS n FROM (SELECT count() AS n FROM otel_logs GROUP BY ServiceName)",
		"SELECT 'cart' AS ServiceName, count() AS n FROM otel_logs GROUP BY ServiceName",
		"SELECT Body, toInt64(Body) AS n FROM otel_logs ORDER BY n LIMIT 5",
		"SELECT count() AS n, uniqExact(ServiceName) AS u FROM otel_traces",
		"SELECT * FROM otel_logs ORDER BY Timestamp DESC, Body LIMIT 3",
		"SELECT intDiv(1, length(ServiceName) - 3) AS n, count() AS c FROM otel_logs GROUP BY n ORDER BY n",
		"SELECT sum(Value) AS n FROM otel_metrics_gauge", "SELECT nosuch FROM otel_logs")
	kind := f.random.IntN(4)
	return func(x *team, tiles *explore.Tiles) string {
		events := stack.EventQuery{SourceID: x.logs(), Where: where, WhereLanguage: language}
		var config stack.Config
		switch kind {
		case 0:
			events.DisplayType = stack.DisplayEventPatterns
			config = stack.EventPatternsConfig{EventQuery: events}
		case 1:
			events.DisplayType = stack.DisplaySearch
			config = stack.SearchConfig{EventQuery: events, Select: field + " AS ServiceName, Body"}
		case 2:
			config = stack.TableConfig{Chart: stack.Chart{DisplayType: stack.DisplayTable, SourceID: x.logs(), Select: []stack.SelectItem{{AggFn: query.Count, Where: where, WhereLanguage: language}}}, GroupBy: field}
		default:
			config = stack.SQLTableConfig{SQLQuery: stack.SQLQuery{DisplayType: stack.DisplayTable, ConnectionID: x.id, SourceID: x.logs(), SQLTemplate: statement}}
		}
		answer, err := tiles.Draw(x.ctx, explore.TileQuestion{Config: config, Range: during})
		total := "none"
		if answer.EventsTotal != nil {
			total = fmt.Sprint(*answer.EventsTotal)
		}
		return said(answer.Rows, answer.Warnings, err) + total + fmt.Sprint(answer.GroupsLeft, answer.Truncated)
	}
}

// metric asks for the names of metrics and for one of them.
func (f *fenced) metric(during query.TimeRange) scopeQuestion {
	named := pick(f.random, shopMetrics()...)
	types := map[telemetry.PointKind]query.MetricType{
		telemetry.Gauge: query.MetricGauge, telemetry.Sum: query.MetricSum, telemetry.Histogram: query.MetricHistogram,
		telemetry.ExponentialHistogram: query.MetricExponentialHistogram, telemetry.Summary: query.MetricSummary,
	}
	aggregate := pick(f.random, query.Total, query.Maximum, query.Average)
	group := pick(f.random, nil, []string{"ResourceAttributes['host.name']"})
	return func(x *team, _ *explore.Tiles) string {
		list, _, err := x.queries.Metrics(x.ctx, query.MetricsQuery{Selection: query.Selection{SourceID: x.metrics(), Range: during}})
		text := said(list, nil, err)
		answer, err := x.queries.Series(x.ctx, query.SeriesQuery{Range: during, Granularity: "1m", Series: []query.Series{{
			SourceID: x.metrics(), Aggregate: aggregate, MetricName: named.name, MetricType: types[named.kind], GroupBy: group,
		}}})
		return text + said(answer.Points, answer.Warnings, err)
	}
}

// pages follows the cursors of a search.
func (x *team) pages(asked query.RowsQuery) string {
	var text strings.Builder
	for range 5 {
		answer, err := x.queries.Search(x.ctx, asked)
		text.WriteString(said(answer.Rows, answer.Warnings, err) + fmt.Sprint(answer.Truncated, answer.Cursor != "", answer.Columns))
		if asked.Cursor = answer.Cursor; err != nil || asked.Cursor == "" {
			break
		}
	}
	return text.String()
}

// failed marks an answer that is none.
const failed = "failed:"

// said returns what somebody learns from an answer.
func said(value any, warnings []query.Warning, err error) string {
	text := fmt.Sprintf("%+v %+v", value, warnings)
	if err != nil {
		text += fmt.Sprintf(" %s %s %q %+v", failed, fault.KindOf(err), fault.From(err).Message, fault.From(err).Details)
	}
	return text + "\n"
}

func TestScopeHidesEverythingElse(t *testing.T) {
	t.Parallel()
	count := scopeQuestions
	if text := os.Getenv(scopeVariable); text != "" {
		var err error
		if count, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(testkit.Seed(t, scopeSeed), 1))
	rules := scopeRules()
	failures, sound := 0, 0
	for i, rule := range rules {
		f := newFenced(t, random, rule)
		for range count / len(rules) {
			ask, name := f.question()
			of := func(x *team) string { return x.hideIDs(ask(x, f.tiles[x])) }
			want, got := of(f.bare), of(f.all)
			if !strings.Contains(want, failed) {
				sound++
				if asAdmin := of(f.admin); !strings.Contains(asAdmin, failed) {
					want = asAdmin
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("rule %d (%s), %s:\n%s", i, rule.text, name, diff)
				if failures++; failures > 5 {
					t.FailNow()
				}
			}
		}
	}
	if sound < count/2 {
		t.Errorf("of %d questions only %d have an answer", count, sound)
	}
}

func remainderText(r *query.Remainder) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%+v", *r)
}

// hideIDs returns a text without what tells the two teams apart.
func (x *team) hideIDs(text string) string {
	for i, source := range x.sources {
		text = strings.ReplaceAll(text, source.ID, fmt.Sprint("source ", i))
	}
	return strings.ReplaceAll(text, x.id, "team")
}
