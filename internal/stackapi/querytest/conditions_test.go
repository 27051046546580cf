package querytest_test

import (
	"encoding/json"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestNumbersAreConditions asks with numbers where something is true or false,
// and for a time without quotes.
func TestNumbersAreConditions(t *testing.T) {
	t.Parallel()
	s := newShop(t, 10)
	find := func(language, where string, rows string) testkit.Scenario {
		quoted, _ := json.Marshal(where)
		return testkit.Scenario{
			Name: where, Path: "/search", Status: 200, Contains: []string{`"rows":` + rows},
			Body: `{"sourceId":"SOURCE","startTime":"START","endTime":"END","whereLanguage":"` + language + `","where":` + string(quoted) + `}`,
		}
	}
	s.run(t, []testkit.Scenario{
		find("sql", "1", "10"), find("sql", "0", "0"), find("sql", "if(1,1,0)", "10"), find("sql", "if(1,0,1)", "0"), find("sql", "1 ? 1 : 0", "10"),
		find("sql", "multiIf(0, 0, 256, 256, 0)", "10"), find("sql", "CASE WHEN 256 THEN 1 ELSE 0 end", "10"),
		find("sql", "arrayExists(x -> 1, [1])", "10"), find("sql", "arrayExists(x -> x, [0, 256])", "10"), find("sql", "arrayAll(x -> x, [0, 256])", "0"),
		find("sql", "length(arrayFilter(x -> 256, [1, 2])) = 2", "10"), find("sql", "SeverityNumber", "10"), find("sql", "256 AND 1", "10"), find("sql", "NOT 256", "0"),
		find("sql", "if(SeverityNumber > 1, ServiceName = 'cart', 0)", "5"),
		find("lucene", "Timestamp:START", "1"), find("lucene", "Timestamp:(START OR 2026-01-01T00:00)", "1"), find("lucene", "-Timestamp:START", "9"),
		numberChart(`{"sourceId":"SOURCE","where":"","groupBy":[],"aggFn":"none","field":"countIf(256)"}`, `"series_0.data":10}`),
		numberChart(`{"sourceId":"SOURCE","where":"if(1,1,0)","whereLanguage":"sql","groupBy":[],"aggFn":"count"},{"sourceId":"SOURCE","where":"timeout","groupBy":[],"aggFn":"count"}`, `"series_0.data":10,"series_1.data":10}`),
	})
}
