package querytest_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// placedKeys stores a record for each set of maps that has the key tenant, in
// the order record, resource, scope.
func placedKeys() *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for set := range 8 {
		put := func(fields *telemetry.AttributeWriter, bit int, name string) {
			if set&bit != 0 {
				fields.Text([]byte("tenant.id"), []byte(name))
				fields.Text([]byte("size_kb"), []byte(strconv.Itoa(10*bit)))
			}
		}
		put(w.BeginResource(), 2, "of-resource")
		origin := w.EndResource(nil)
		put(w.BeginScope(), 4, "of-scope")
		scope := w.EndScope(origin, telemetry.Scope{})
		put(w.BeginLog(1), 1, "of-record")
		w.EndLog(&telemetry.LogRecord{Time: uint64(start().Add(10 * time.Second).UnixNano()), Body: fmt.Appendf(nil, "placed %d", set)}, scope)
	}
	w.End()
	return rows
}

// TestKeysAreFoundInAnyMap asks for a key without the map that it is in.
func TestKeysAreFoundInAnyMap(t *testing.T) {
	t.Parallel()
	s := newShop(t, 600)
	s.store(t, placedKeys())
	count := func(where, language, want string) testkit.Scenario {
		return testkit.Scenario{
			Name: where, Path: "/search", Status: 200, Contains: []string{`"rows":` + want + `,`}, Lacks: []string{"warnings"},
			Body: searchBody(`,"limit":1000,"select":"Body","where":` + strconv.Quote(where) + `,"whereLanguage":"` + language + `"`),
		}
	}
	series := func(field, groupBy string) string {
		return `{"sourceId":"SOURCE","aggFn":"sum","field":"` + field + `","where":"placed","groupBy":[` + groupBy + `]}`
	}
	s.run(t, []testkit.Scenario{
		count(`tenant.id:"of-record"`, "lucene", "4"), count(`tenant.id:"of-resource"`, "lucene", "4"), count(`tenant.id:"of-scope"`, "lucene", "4"),
		count(`tenant.id:of-*`, "lucene", "7"), count(`tenant.id:*`, "lucene", "7"), count(`placed AND -tenant.id:*`, "lucene", "1"),
		count(`placed AND NOT tenant.id:"of-record"`, "lucene", "4"), count(`placed AND NOT (tenant.id:"of-record" OR tenant.id:"of-scope")`, "lucene", "2"),
		count(`size_kb:>15`, "lucene", "6"), count(`size_kb:[10 TO 20]`, "lucene", "6"), count(`ResourceAttributes.tenant.id:"of-record"`, "lucene", "0"),
		count(`tenant.id = 'of-record'`, "sql", "4"), count(`tenant.id = 'of-resource'`, "sql", "2"), count(`tenant.id = 'of-scope'`, "sql", "1"),
		count(`tenant.id IN ('of-record', 'of-scope')`, "sql", "5"), count(`size_kb >= 20`, "sql", "3"), count(`tenant.id != '' AND size_kb > 15`, "sql", "3"),
		count(`service.name:"cart"`, "lucene", "300"), count(`service:pay AND level:info`, "lucene", "300"), count(`-service:(cart OR pay) AND placed`, "lucene", "8"),
		count(`message:timeout`, "lucene", "600"), count(`trace_id:"`+traceID+`"`, "lucene", "600"), count(`severity_number:>8 AND record`, "lucene", "600"),
		count(`service = 'cart' AND n < 10`, "sql", "5"),
		numberChart(series("size_kb", `"tenant.id"`), `"group":["of-record"],"series_0.data":40|"group":["of-resource"],"series_0.data":40|"group":["of-scope"],"series_0.data":40`),
		numberChart(series("size_kb", ""), `"series_0.data":120`),
		numberChart(`{"sourceId":"SOURCE","aggFn":"count","where":"","groupBy":["service"]}`, `"group":["cart"],"series_0.data":300|"group":["pay"],"series_0.data":300`),
		numberChart(`{"sourceId":"TRACES","aggFn":"max","field":"duration","where":"service.name:cart","groupBy":[]}`, `"series_0.data":1000000000`),
		{Name: "select and order", Path: "/search", Status: 200, Contains: []string{`{"data":[{"tenant":"of-scope","service":"unknown_service"},{"tenant":"of-resource","service":"unknown_service"}`},
			Body: searchBody(`,"where":"tenant.id:*","select":"tenant.id AS tenant, service","orderBy":"tenant.id DESC, n","limit":2`)},
		{Name: "values", Path: "/search/values", Status: 200, Contains: []string{`{"field":"tenant.id","values":[{"value":"of-record","count":4},{"value":"of-resource","count":2},{"value":"of-scope","count":1}]}`},
			Body: searchBody(`,"fields":["tenant.id"]`)},
	})
}

// TestUnknownNamesAreWarnings asks for names that no record has, wherever a
// name may stand.
func TestUnknownNamesAreWarnings(t *testing.T) {
	t.Parallel()
	s := newShop(t, 600)
	s.store(t, placedKeys())
	const near = `"name":"tennant.id","message":"no record in this time range has \"tennant.id\"; did you mean tenant.id?","suggestions":["tenant.id"]}`
	const none = `"name":"zzz","message":"no record in this time range has \"zzz\"","suggestions":[]}`
	tile := func(config string) string {
		return `{"tile":{"config":` + config + `},"startTime":START_MS,"endTime":END_MS}`
	}
	line := `{"displayType":"line","sourceId":"SOURCE","select":[{"aggFn":"count","where":"tennant.id:a"}]}`
	s.run(t, []testkit.Scenario{
		{Name: "search", Path: "/search", Body: searchBody(`,"where":"tennant.id:a"`), Status: 200, Contains: []string{`"rows":0,`, `"warnings":[{"path":"where",` + near}},
		{Name: "its negation", Path: "/search", Body: searchBody(`,"where":"-zzz:a","limit":1`), Status: 200, Contains: []string{`"rows":1,`, none}},
		{Name: "SQL", Path: "/search", Body: searchBody(`,"where":"zzz = 'a'","whereLanguage":"sql"`), Status: 200, Contains: []string{`"rows":0,`, none}},
		{Name: "select", Path: "/search", Body: searchBody(`,"select":"zzz","limit":1`), Status: 200, Contains: []string{`{"data":[{"zzz":""}]`, `"path":"select"`, none}},
		{Name: "order", Path: "/search", Body: searchBody(`,"orderBy":"zzz","limit":1`), Status: 200, Contains: []string{`"path":"orderBy"`, none}},
		{Name: "the name of a column of the answer", Path: "/search", Body: searchBody(`,"select":"Body AS zzz","orderBy":"zzz","limit":1`), Status: 200, Lacks: []string{"warnings"}},
		{Name: "chart", Path: "/charts/series", Body: chartBody(`{"sourceId":"SOURCE","aggFn":"count","where":"tennant.id:a","groupBy":["zzz"]}`), Status: 200,
			Contains: []string{`"path":"series.0.where",` + near, `"path":"series.0.groupBy.0"`, none}},
		{Name: "field", Path: "/charts/series", Body: chartBody(`{"sourceId":"SOURCE","aggFn":"sum","field":"zzz","where":"","groupBy":[]}`), Status: 200, Contains: []string{none}},
		{Name: "values", Path: "/search/values", Body: searchBody(`,"where":"tennant.id:a","fields":["zzz","Body"]`), Status: 200,
			Contains: []string{`{"field":"zzz","values":[]}`, `"path":"where",` + near, `"path":"fields.0"`, none}},
		{Name: "tile", Path: "/charts/tile", Body: tile(line), Status: 200, Contains: []string{near}},
		{Name: "events of a tile", Path: "/charts/tile", Body: tile(`{"displayType":"search","sourceId":"SOURCE","select":"Body","where":"zzz:1"}`), Status: 200, Contains: []string{none}},
		{Name: "back-test", Path: "/alerts/backtest", Body: s.watchTile(t, line, `"threshold":1,"thresholdType":"above"`), Status: 200, Contains: []string{`"transitions":[]`, near}},
		{Name: "a prefix is exact", Path: "/search", Body: searchBody(`,"where":"LogAttributes.zzz:a"`), Status: 200, Contains: []string{`"rows":0,`}, Lacks: []string{"warnings"}},
		{Name: "hidden columns are no fields", Path: "/search", Body: searchBody(`,"select":"batch_id","limit":1`), Status: 200, Contains: []string{`{"data":[{"batch_id":""}]`}},
	})
}
