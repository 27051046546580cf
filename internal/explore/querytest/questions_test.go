package querytest_test

import (
	"context"
	"errors"
	"fmt"
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
)

func TestQuestions(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	store(t, x, spanRows(placedSpans()))
	for name, check := range map[string]func(*testing.T, *team){
		"fields": checkFields, "values": checkValues, "around": checkAround, "trace": checkTrace, "strangers": checkStrangers,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, x)
		})
	}
}

func (x *team) selection(where string) query.Selection {
	return query.Selection{SourceID: x.logs(), Range: wholeDay(), Where: where}
}

func checkFields(t *testing.T, x *team) {
	for _, c := range []struct {
		where string
		limit int
		want  []string
	}{
		{"ServiceName:cart", 0, []string{
			"ResourceAttributes.deployment.environment 2", "ResourceAttributes.host.name 2",
			"LogAttributes.duration_ms 2", "LogAttributes.http.route 2", "LogAttributes.http.status_code 2", "LogAttributes.user.id 2",
		}},
		{"", 1, []string{"ResourceAttributes.deployment.environment 24", "ScopeAttributes.lib.lang 3", "LogAttributes.duration_ms 7"}},
		{"nothinglikethis", 0, nil},
	} {
		result, err := x.queries.Fields(x.ctx, query.FieldsQuery{Selection: x.selection(c.where), Keys: c.limit})
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, f := range result.Fields {
			if f.Key {
				keys = append(keys, fmt.Sprint(f.Name, " ", f.Rows))
			}
		}
		if diff := cmp.Diff(c.want, keys); diff != "" {
			t.Errorf("%s: %s", c.where, diff)
		}
	}
	result, err := x.queries.Fields(x.ctx, query.FieldsQuery{Selection: x.selection("")})
	if err != nil {
		t.Fatal(err)
	}
	first, last := result.Fields[0], result.Fields[len(result.Fields)-1]
	if first.Name != "Timestamp" || first.Kind != "time" || !last.Key || !strings.HasPrefix(last.SQL, "LogAttributes['") {
		t.Errorf("from %+v to %+v", first, last)
	}
}

func checkValues(t *testing.T, x *team) {
	for _, c := range []struct {
		field, where, contains string
		limit                  int
		want                   string
	}{
		{"ServiceName", "", "", 0, "search 4, shipping 4, checkout 3, frontend 3, mail 3, cart 2, cron 2, payment 2, worker 1"},
		{"ServiceName", "", "", 2, "search 4, shipping 4"},
		{"ServiceName", "", "C", 0, "search 4, checkout 3, cart 2, cron 2"},
		{"ServiceName", "timeout", "", 0, "checkout 2, payment 1, worker 1"},
		{"SeverityText", "ServiceName:search", "", 0, "error 2, info 2"},
		{"LogAttributes.user.id", "", "", 0, "bob 3, alice 2, Bob 1, carol 1"},
		{"LogAttributes['user.id']", "", "b", 0, "bob 3, Bob 1"},
		{"ResourceAttributes.host.name", "", "", 0, "stone-2 11, stone-1 7, stone-3 6"},
		{"SeverityNumber", "timeout", "", 0, "17 2, 13 1, 5 1"},
		{"upper(SeverityText)", "timeout", "", 0, "ERROR 2, DEBUG 1, WARN 1"},
		{"TraceId", "", "", 0, shopTrace + " 3"},
		{"LogAttributes.nosuch", "", "", 0, ""},
	} {
		found, err := x.queries.Values(x.ctx, query.ValuesQuery{
			Selection: x.selection(c.where), Fields: []string{c.field}, Contains: c.contains, Limit: c.limit,
		})
		if err != nil {
			t.Fatalf("%s: %v", c.field, err)
		}
		var values []string
		for _, v := range found.Fields[0].Values {
			values = append(values, fmt.Sprint(v.Value, " ", v.Count))
		}
		if got := strings.Join(values, ", "); got != c.want {
			t.Errorf("%s where %q: %s, want %s", c.field, c.where, got, c.want)
		}
	}
}

func checkAround(t *testing.T, x *team) {
	for _, c := range []struct {
		at            time.Time
		before, after int
		where, want   string
	}{
		{shopTime(5), 2, 2, "", "3 4 | 5 6"},
		{shopTime(5).Add(time.Nanosecond), 2, 2, "", "4 5 | 6 7"},
		{shopTime(5), 0, 1, "", " | 5"},
		{shopTime(5), 1, 0, "", "4 | "},
		{shopTime(1), 5, 1, "", " | 1"},
		{shopTime(24), 1, 5, "", "23 | 24"},
		{shopTime(8), 2, 2, "SeverityText:error", "5 7 | 17 18"},
	} {
		found, err := x.queries.Around(x.ctx, query.AroundQuery{
			Selection: query.Selection{SourceID: x.logs(), Where: c.where}, At: c.at, Select: "TraceFlags", Before: c.before, After: c.after,
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := cellLine(found.Before) + " | " + cellLine(found.After); got != c.want {
			t.Errorf("%s: %s, want %s", c.at, got, c.want)
		}
	}
}

// cellLine returns the first cells of rows in one line.
func cellLine(rows [][]query.Cell) string {
	var texts []string
	for _, row := range rows {
		texts = append(texts, row[0].Text)
	}
	return strings.Join(texts, " ")
}

func checkTrace(t *testing.T, x *team) {
	trace, err := x.queries.Trace(x.ctx, explore.TraceQuery{TraceID: "00000000000000000000000000000001"})
	if err != nil || len(trace.Spans.Rows) != 3 || len(trace.Logs.Rows) != 0 {
		t.Errorf("%d spans, %d records, %v; want 3 and none", len(trace.Spans.Rows), len(trace.Logs.Rows), err)
	}
	trace, err = x.queries.Trace(x.ctx, explore.TraceQuery{TraceID: shopTrace, SourceID: x.traces(), Range: wholeDay()})
	if err != nil || len(trace.Spans.Rows) != 0 || len(trace.Logs.Rows) != 3 {
		t.Errorf("%d spans, %d records, %v; want none and 3", len(trace.Spans.Rows), len(trace.Logs.Rows), err)
	}
	for name, c := range map[string]struct {
		query explore.TraceQuery
		kind  fault.Kind
	}{
		"unknown":    {explore.TraceQuery{TraceID: strings.Repeat("a", 32)}, fault.NotFound},
		"malformed":  {explore.TraceQuery{TraceID: "A"}, fault.Invalid},
		"log_source": {explore.TraceQuery{TraceID: shopTrace, SourceID: x.logs()}, fault.Invalid},
		"other_time": {explore.TraceQuery{TraceID: shopTrace, Range: query.TimeRange{From: shopDay().Add(-48 * time.Hour), To: shopDay().Add(-24 * time.Hour)}}, fault.NotFound},
	} {
		if _, err := x.queries.Trace(x.ctx, c.query); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v, want %s", name, err, c.kind)
		}
	}
}

// checkStrangers holds every question to the caller's own team.
func checkStrangers(t *testing.T, x *team) {
	stranger := access.WithPrincipal(t.Context(), access.Principal{TeamID: "aaaaaaaaaaaaaaaaaaaaaaaa", UserID: "u", OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}})
	sender := access.WithPrincipal(t.Context(), access.Principal{TeamID: x.id})
	rows := query.RowsQuery{SourceID: x.logs()}
	questions := map[string]func(ctx context.Context) error{
		"series": func(ctx context.Context) error {
			_, err := x.queries.Series(ctx, query.SeriesQuery{Range: wholeDay(), Series: []query.Series{{SourceID: x.logs(), Aggregate: query.Count}}})
			return err
		},
		"search": func(ctx context.Context) error { _, err := x.queries.Search(ctx, rows); return err },
		"fields": func(ctx context.Context) error {
			_, err := x.queries.Fields(ctx, query.FieldsQuery{Selection: x.selection("")})
			return err
		},
		"values": func(ctx context.Context) error {
			_, err := x.queries.Values(ctx, query.ValuesQuery{Selection: x.selection(""), Fields: []string{"Body"}})
			return err
		},
		"around": func(ctx context.Context) error {
			_, err := x.queries.Around(ctx, query.AroundQuery{Selection: x.selection(""), At: shopTime(1)})
			return err
		},
		"trace": func(ctx context.Context) error {
			_, err := x.queries.Trace(ctx, explore.TraceQuery{TraceID: shopTrace, SourceID: x.traces()})
			return err
		},
		"tail": func(ctx context.Context) error {
			return x.queries.Tail(ctx, explore.TailQuery{Selection: x.selection("")}, func(explore.TailBatch) error { return errors.New("sent") })
		},
	}
	for name, ask := range questions {
		if err := ask(stranger); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s of another team: %v, want not found", name, err)
		}
		if err := ask(sender); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("%s without permission: %v, want forbidden", name, err)
		}
		if err := ask(t.Context()); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("%s without a caller: %v, want unauthenticated", name, err)
		}
	}
}

func TestTailSendsRowsOnceAsTheyAreStored(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		addHotColumns(t, x)
		now := time.Now()
		insertLogs(t, x.client, x.id, []logRow{
			{at: now.Add(-time.Hour), body: "old"}, {at: now.Add(-2 * time.Second), body: "first"}, {at: now.Add(-time.Second), body: "second"}, {at: now.Add(-time.Second), body: "second"},
		})
		ctx, cancel := context.WithCancel(x.ctx)
		defer cancel()
		var got []string
		err := x.queries.Tail(ctx, explore.TailQuery{Selection: query.Selection{SourceID: x.logs(), Where: "-Body:hidden"}, Select: "Body"}, func(b explore.TailBatch) error {
			got = append(got, cellLine(b.Rows))
			switch len(got) {
			case 1:
				insertLogs(t, x.client, x.id, []logRow{{at: now.Add(-3 * time.Second), body: "late"}, {at: now, body: "hidden"}})
			case 2:
				insertLogs(t, x.client, x.id, []logRow{{at: now.Add(-time.Second), body: "second"}})
			default:
				cancel()
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"first second second", "late", "second"}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTailTellsWhatItSkips(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	now := time.Now()
	rows := make([]logRow, explore.TailRowsMax+5)
	for i := range rows {
		rows[i] = logRow{at: now.Add(-time.Duration(i) * time.Millisecond), body: fmt.Sprint(i)}
	}
	insertLogs(t, x.client, x.id, rows)
	enough := errors.New("enough")
	err := x.queries.Tail(x.ctx, explore.TailQuery{Selection: query.Selection{SourceID: x.logs()}, Select: "Body"}, func(b explore.TailBatch) error {
		if !b.Skipped || len(b.Rows) != explore.TailRowsMax {
			t.Errorf("%d rows, skipped %t", len(b.Rows), b.Skipped)
		}
		return enough
	})
	if !errors.Is(err, enough) {
		t.Error(err)
	}
}

func TestTailsOfATeamAreLimited(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertLogs(t, x.client, x.id, []logRow{{at: time.Now(), body: "so that every tail has something to send"}})
	asked := explore.TailQuery{Selection: query.Selection{SourceID: x.logs()}}
	ctx, cancel := context.WithCancel(x.ctx)
	open, ended := make(chan struct{}, explore.TailsMax), make(chan error, explore.TailsMax)
	for range explore.TailsMax {
		go func() {
			ended <- x.queries.Tail(ctx, asked, func(explore.TailBatch) error {
				open <- struct{}{}
				return nil
			})
		}()
	}
	for range explore.TailsMax {
		<-open
	}
	err := x.queries.Tail(ctx, asked, func(explore.TailBatch) error { return nil })
	if fault.KindOf(err) != fault.Limited {
		t.Errorf("%v, want Limited", err)
	}
	cancel()
	for range explore.TailsMax {
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}
