package compile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

const someTrace = "4bf92f3577b34da6a3ce929d0e0e4736"

// idCompiler compiles for a table with a key of ids.
func idCompiler() *compile.Compiler {
	hot := append(compiletest.HotKeys(), tables.NewHotColumn("request.id", tables.HotText))
	return compile.New(compile.Tables()[stack.TableLogs].With(hot), explore.Target{})
}

func TestIDsOfConditions(t *testing.T) {
	t.Parallel()
	trace, request := tables.TraceID(someTrace), tables.KeyID("request.id", "r")
	for text, want := range map[string][]tables.ID{
		`TraceId:"` + someTrace + `"`:                  {trace},
		`trace_id:` + strings.ToUpper(someTrace):       {trace},
		`TraceId:"` + strings.ToUpper(someTrace) + `"`: nil,
		`TraceId:4bf9`:                              nil,
		`SpanId:4bf92f3577b34da6`:                   nil,
		`TraceId:"` + strings.Repeat("0", 32) + `"`: nil,
		`-TraceId:"` + someTrace + `"`:              nil,
		`LogAttributes.request.id:"r"`:              {request},
		`request.id:"r"`:                            {request},
		`request.id:r`:                              nil,
		`ResourceAttributes.request.id:"r"`:         nil,
		`http.route:"r"`:                            nil,
		`took:"5"`:                                  nil,
		`other:"r"`:                                 nil,
		`"r"`:                                       nil,
		`*`:                                         nil,
		`ServiceName:cart request.id:"r" -Body:x`:                      {request},
		`request.id:"r" OR TraceId:` + someTrace:                       {request, trace},
		`request.id:"r" OR ServiceName:cart`:                           nil,
		`-(request.id:"r" OR request.id:"s")`:                          nil,
		`(request.id:"r" OR request.id:"s") TraceId:` + someTrace:      {trace},
		`sql: TraceId = '` + someTrace + `'`:                           {trace},
		`sql: trace_id = ''`:                                           nil,
		`sql: TraceId IN ('` + someTrace + `', '')`:                    nil,
		`sql: TraceId != '` + someTrace + `'`:                          nil,
		`sql: LogAttributes['request.id'] = 'r'`:                       {request},
		`sql: LogAttributes['request.id'] = ''`:                        nil,
		`sql: LogAttributes['request.id'] IN ('r', 'r')`:               {request, request},
		`sql: LogAttributes['request.id'] NOT IN ('r')`:                nil,
		`sql: LogAttributes['request.id'] IN (1, 2)`:                   nil,
		`sql: request.id = 'r' AND lower(Body) = 'x'`:                  {request},
		`sql: lower(LogAttributes['request.id']) = 'r'`:                nil,
		`sql: LogAttributes['request.id'] = LogAttributes['other']`:    nil,
		`sql: LogAttributes['request.id'] = 5`:                         nil,
		`sql: ` + strings.Repeat(`request.id = 'r' OR `, 16) + `1 = 1`: nil,
		`sql: request.id IN (` + strings.Repeat(`'r', `, 16) + `'r')`:  nil,
	} {
		if got := idCompiler().IDs(explore.Expr{}, compiletest.Parsed(t, text)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestIDsOfFilterAndConditions(t *testing.T) {
	t.Parallel()
	trace, request := tables.TraceID(someTrace), tables.KeyID("request.id", "r")
	byTrace, byRequest := compiletest.Parsed(t, "TraceId:"+someTrace), compiletest.Parsed(t, `request.id:"r"`)
	for name, c := range map[string]struct {
		filter     explore.Expr
		conditions []explore.Expr
		want       []tables.ID
	}{
		"nothing":         {},
		"filter":          {byTrace, []explore.Expr{{}}, []tables.ID{trace}},
		"every_condition": {explore.Expr{}, []explore.Expr{byTrace, byRequest}, []tables.ID{trace, request}},
		"not_every_one":   {explore.Expr{}, []explore.Expr{byTrace, {}}, nil},
		"fewer":           {byRequest, []explore.Expr{byTrace, byRequest}, []tables.ID{request}},
	} {
		if got := idCompiler().IDs(c.filter, c.conditions...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	for want, places := range map[string]tables.IDPlaces{
		"(B < 86400) OR (B >= 172800)": {Days: []telemetry.Day{1}},
		"(B < 86400) OR (B >= 259200 AND B < 345600) OR (B >= 432000) OR (B IN (86700, 345600))": {
			Days: []telemetry.Day{1, 2, 4}, Seconds: []int64{86_700, 345_600},
		},
	} {
		c := idCompiler()
		got := strings.ReplaceAll(c.Within(places), "toStartOfFiveMinutes(Time)", "B")
		for _, p := range c.Params {
			got = strings.ReplaceAll(got, fmt.Sprintf("toDateTime({%s:UInt32}, 'UTC')", p.Name), p.Text)
		}
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
