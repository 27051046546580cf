package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// partialRow is a question to an operation whose answer may lack shards.
type partialRow struct {
	base string
	testkit.Scenario
	rows string // what stands in the answer as long as one shard is there
}

// TestPartialAnswersAreSaid asks each operation whose answer can say that it lacks a
// shard, with all shards there and with one away. An operation of the documents
// without a question here fails the test.
func TestPartialAnswersAreSaid(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	endpoint, err := cluster.Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	s := apptest.Start(t, apptest.Options{Engine: endpoint, Adjust: func(c *app.Config) { c.RawSQLTeams = []string{"*"} }})
	for sent := range 2 * enginetest.Shards { // one block after the other, for the shards in turn
		sendTwoServices(t, s)
		testkit.Eventually(t, time.Minute, "the services are stored", func() bool {
			got := countThroughAPI(t, s, "")
			return got.Status == http.StatusOK && strings.Contains(got.Body, fmt.Sprintf(`[[%d]]`, 2*(sent+1)))
		})
	}
	rows := partialRows(t, s)
	checkPartialRows(t, s, rows)
	each := func(query string, check func(t *testing.T, row partialRow, got testkit.Answer)) {
		for _, id := range slices.Sorted(maps.Keys(rows)) {
			t.Run(id+query, func(t *testing.T) { check(t, rows[id], rows[id].with(query).Send(t, rows[id].base)) })
		}
	}
	isWhole := func(t *testing.T, row partialRow, got testkit.Answer) {
		t.Helper()
		if got.Status != http.StatusOK || !strings.Contains(got.Body, row.rows) || saysMissing(got.Body) {
			t.Errorf("with all shards: %d %s", got.Status, got.Body)
		}
	}
	isRefused := func(t *testing.T, _ partialRow, got testkit.Answer) {
		t.Helper()
		if got.Status != http.StatusServiceUnavailable || !strings.Contains(got.Body, "shard 2") || got.Header.Get("Retry-After") == "" {
			t.Errorf("refused: %d %s", got.Status, got.Body)
		}
	}
	testkit.Eventually(t, time.Minute, "metrics are stored", func() bool {
		return strings.Contains(rows["queryInstant"].Send(t, rows["queryInstant"].base).Body, rows["queryInstant"].rows)
	})
	each("", isWhole)
	each("partial=refuse", isWhole)
	if err := cluster.Shards[1].Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, time.Minute, "the shard is known to be away", func() bool {
		return countThroughAPI(t, s, "?partial=refuse").Status == http.StatusServiceUnavailable &&
			strings.Contains(countThroughAPI(t, s, "").Body, `"partial"`)
	})
	each("", func(t *testing.T, row partialRow, got testkit.Answer) {
		isSaid := strings.Contains(got.Body, `"partial":[{"shard":2,"reason":"shard 2 of the telemetry engine does not answer`) ||
			strings.Contains(got.Body, `"warnings":["partial result: what shard 2 stores is missing`)
		if got.Status != http.StatusOK || !isSaid || !strings.Contains(got.Body, row.rows) {
			t.Errorf("without a shard: %d %s", got.Status, got.Body)
		}
	})
	each("partial=refuse", isRefused)
	for _, id := range []string{"search", "queryChartSeries", "queryChartSQL"} {
		row := rows[id]
		row.Headers = maps.Clone(row.Headers)
		row.Headers["Accept"] = "text/csv"
		t.Run(id+"_as_CSV", func(t *testing.T) { isRefused(t, row, row.Send(t, row.base)) })
	}
	checkPartialTail(t, s, rows["search"])
	if err := cluster.Shards[1].Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, time.Minute, "all shards are there", func() bool {
		return countThroughAPI(t, s, "?partial=refuse").Status == http.StatusOK
	})
	each("", isWhole)
}

// with returns the question with one more parameter. Its nonce, if it has a place for one,
// is new: what is remembered of an answer is whole.
func (r partialRow) with(query string) partialRow {
	nonce := fmt.Sprint(time.Now().UnixNano())
	r.Path, r.Body = strings.ReplaceAll(r.Path, "NONCE", nonce), strings.ReplaceAll(r.Body, "NONCE", nonce)
	if query != "" && strings.Contains(r.Path, "?") {
		r.Path += "&" + query
	} else if query != "" {
		r.Path += "?" + query
	}
	return r
}

// partialRows returns a question for each operation.
func partialRows(t *testing.T, s *apptest.Server) map[string]partialRow {
	t.Helper()
	rows := map[string]partialRow{}
	key := bearer(s.Installation.AccessKey)
	for id, question := range scopeWalk(t, s) {
		question.Headers = key
		rows[id] = partialRow{s.URL(app.RoleStack), question, "cart"}
	}
	for _, id := range []string{"showChartSeriesSQL", "explainSearch", "tailRows"} {
		delete(rows, id) // whole or not at all; a tail has no single answer
	}
	labels := rows["listLabelValues"]
	labels.Body = `{"label":"job","where":"{__name__=~\"load.+\",job!=\"NONCE\"}"}`
	rows["listLabelValues"] = labels
	d := deployments(s)[1]
	managed := rows["drawTile"]
	managed.Path = strings.Replace(managed.Path, "/api/v2", d.prefix, 1)
	rows["drawStackTile"] = partialRow{d.base, testkit.Scenario{Method: managed.Method, Path: managed.Path, Headers: d.headers, Body: managed.Body}, "cart"}
	rows["drawSharedTile"], rows["listSharedValues"] = sharedRows(t, s, rows["listSearchValues"].Body)
	load := url.QueryEscape(`count by (job) ({__name__=~"load.+"})`)
	selector := url.QueryEscape(`{__name__=~"load.+"}`)
	series, unseen := selector[:len(selector)-len("%7D")], url.QueryEscape(`,job!="`)+"NONCE"+url.QueryEscape(`"}`)
	span := fmt.Sprintf("&start=%d&end=%d", time.Now().Add(-time.Minute).Unix(), time.Now().Add(time.Minute).Unix())
	for id, path := range map[string]string{
		"queryInstant": "query?query=" + load, "queryRange": "query_range?step=15&query=" + load + span,
		"queryExemplars": "query_exemplars?query=" + selector + span, "listSeries": "series?match[]=" + series + unseen,
		"listLabels": "labels?match[]=" + series + unseen, "prometheus listLabelValues": "label/job/values?match[]=" + series + unseen,
		"listMetadata": "metadata", "getTSDBStatus": "status/tsdb", "listMetricSeries": "cardinality/metrics",
		"listLabelSeries": "cardinality/labels", "getSeriesLimit": "cardinality/limit",
	} {
		rows[id] = partialRow{s.URL(app.RoleStack), testkit.Scenario{Path: "/prometheus/api/v1/" + path, Headers: key}, "cart"}
	}
	for id, want := range map[string]string{"listLabels": "job", "queryExemplars": "success", "listSearchFields": "ServiceName",
		"listMetadata": "success", "getTSDBStatus": "success", "listMetricSeries": "success", "getSeriesLimit": "active",
	} {
		row := rows[id]
		row.rows = want
		rows[id] = row
	}
	return rows
}

// sharedRows returns the questions for a tile and for the values of a filter behind a
// share link.
func sharedRows(t *testing.T, s *apptest.Server, values string) (tile, filter partialRow) {
	t.Helper()
	var asked struct{ SourceID string }
	if err := json.Unmarshal([]byte(values), &asked); err != nil {
		t.Fatal(err)
	}
	d := deployments(s)[0]
	made := record(t, d.send(t, http.MethodPost, "/dashboards", `{"name":"d","tiles":[{"id":"0000000000000000000000f1","name":"t","x":0,"y":0,"w":1,"h":1,
		"config":{"displayType":"table","sourceId":"`+asked.SourceID+`","select":[{"aggFn":"count","where":""}],"groupBy":"ServiceName"}}],
		"filters":[{"id":"0000000000000000000000f2","name":"f","type":"QUERY_EXPRESSION","sourceId":"`+asked.SourceID+`","expression":"ServiceName"}]}`))
	link := record(t, d.send(t, http.MethodPost, "/dashboards/"+made["id"].(string)+"/share-links", `{"expiresIn":"1d"}`))
	visit := func(path, part, list string) partialRow {
		id := made[list].([]any)[0].(map[string]any)["id"].(string)
		return partialRow{d.base, testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/shared/" + path, Body: fmt.Sprintf(
			`{"token":%q,%q:%q,"startTime":%d,"endTime":%d}`, link["token"], part, id,
			time.Now().Add(-time.Hour).UnixMilli(), time.Now().Add(time.Hour).UnixMilli())}, "cart"}
	}
	return visit("tile", "tileId", "tiles"), visit("values", "filterId", "filters")
}

// decides are the operations that say what they read and must read all of it.
func decides(id string) bool { return id == "backtestAlert" }

// saysMissing reports whether an answer says that it lacks any shard; counts of labels have
// a field of their own that is called partial.
func saysMissing(body string) bool {
	return strings.Contains(strings.ReplaceAll(body, `"partial":false`, ""), "partial")
}

// readsNone are the operations that need the permission to read telemetry, and read none.
func readsNone() []string {
	return []string{"showChartSeriesSQL", "explainSearch", "formatQuery", "parseQuery", "getBuildInfo", "getRuntimeInfo",
		"getConfig", "getFlags", "getReplay", "listTargets", "listTargetMetadata", "listScrapePools"}
}

// checkPartialRows holds the questions to the documents: what has a parameter partial, or
// says of itself what it read, has a question.
func checkPartialRows(t *testing.T, s *apptest.Server, rows map[string]partialRow) {
	t.Helper()
	for _, api := range roleAPIs() {
		answer := testkit.Scenario{Path: api.prefix + "/openapi.json"}.Send(t, s.URL(api.doors[0]))
		var document partialDocument
		if err := json.Unmarshal([]byte(answer.Body), &document); err != nil {
			t.Fatal(err)
		}
		for _, methods := range document.Paths {
			for _, op := range methods {
				id := op.OperationID
				if _, ok := rows["prometheus "+id]; ok && strings.HasPrefix(api.prefix, "/prometheus") {
					id = "prometheus " + id
				}
				_, isAsked := rows[id]
				properties := document.metaOf(op)
				_, saysCost := properties["rowsRead"]
				_, saysPartial := properties["partial"]
				reads := api.permissions[op.OperationID] == access.DataRead && !slices.Contains(readsNone(), op.OperationID)
				switch {
				case reads && !op.mayBePartial():
					t.Errorf("%s: %s reads telemetry, and nobody has said whether it may lack shards", api.prefix, id)
				case saysCost && decides(id) && (op.mayBePartial() || saysPartial):
					t.Errorf("%s decides, and may be partial", id)
				case saysCost && !decides(id) && (!isAsked || !saysPartial || !op.mayBePartial()),
					op.mayBePartial() && !isAsked && id != "tailRows":
					t.Errorf("%s: %s reads telemetry: its answer has to say what it lacks, and a question belongs here", api.prefix, id)
				}
			}
		}
	}
}

// partialDocument is what the test reads of a document.
type partialDocument struct {
	Paths      map[string]map[string]partialOperation
	Components struct{ Schemas map[string]documentSchema }
}

type partialOperation struct {
	OperationID string
	Parameters  []struct{ Name string }
	Responses   map[string]struct {
		Content map[string]struct{ Schema documentSchema }
	}
}

type documentSchema struct {
	Ref        string `json:"$ref"`
	Properties map[string]json.RawMessage
}

func (o partialOperation) mayBePartial() bool {
	return slices.ContainsFunc(o.Parameters, func(p struct{ Name string }) bool { return p.Name == "partial" })
}

// metaOf returns the properties of what an answer says of itself.
func (d partialDocument) metaOf(op partialOperation) map[string]json.RawMessage {
	var meta documentSchema
	envelope := d.resolved(op.Responses["200"].Content["application/json"].Schema)
	if err := json.Unmarshal(envelope.Properties["meta"], &meta); err != nil {
		return nil
	}
	return d.resolved(meta).Properties
}

func (d partialDocument) resolved(s documentSchema) documentSchema {
	if s.Ref == "" {
		return s
	}
	return d.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
}

// checkPartialTail follows rows while a shard is away.
func checkPartialTail(t *testing.T, s *apptest.Server, search partialRow) {
	t.Helper()
	var asked struct{ SourceID string }
	if err := json.Unmarshal([]byte(search.Body), &asked); err != nil {
		t.Fatal(err)
	}
	path := "/api/v2/search/tail?sourceId=" + asked.SourceID
	key := bearer(s.Installation.AccessKey)
	text := learn(t, s, "tailRows", testkit.Scenario{Path: path}, key)
	if !strings.Contains(text, `"partial":[{"shard":2,`) {
		t.Errorf("a tail: %s", text)
	}
	got := testkit.Scenario{Path: path + "&partial=refuse", Headers: key}.Send(t, s.URL(app.RoleStack))
	if got.Status != http.StatusServiceUnavailable || !strings.Contains(got.Body, "shard 2") {
		t.Errorf("a tail that must be whole: %d %s", got.Status, got.Body)
	}
}
