package querytest_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// logsIn writes a record for each value of each group, as the attributes v and g.
func logsIn(groups map[string][]string) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndResource(nil)
	w.BeginScope()
	scope := w.EndScope(origin, telemetry.Scope{})
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		for _, value := range groups[group] {
			attributes := w.BeginLog(1)
			attributes.Text([]byte("v"), []byte(value))
			attributes.Text([]byte("g"), []byte(group))
			w.EndLog(&telemetry.LogRecord{Time: uint64(start().Add(10 * time.Second).UnixNano()), Body: []byte("decimal")}, scope)
		}
	}
	w.End()
	return rows
}

// decimals is values with up to six digits behind the point, and what they are
// in millionths.
func decimals(random *rand.Rand, count int) (texts []string, millionths int64) {
	for range count {
		scale := int64(math.Pow10(random.IntN(7)))
		value := random.Int64N(1_000_000) * (1_000_000 / scale)
		texts, millionths = append(texts, millionth(value)), millionths+value
	}
	return texts, millionths
}

func millionth(value int64) string {
	text := fmt.Sprintf("%d.%06d", value/1_000_000, value%1_000_000)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// TestSumsAndAveragesOfDecimalsAreDecimal holds that equal values have their
// value as average, and that a sum is what one gets on paper.
func TestSumsAndAveragesOfDecimalsAreDecimal(t *testing.T) {
	t.Parallel()
	seed := testkit.Seed(t, 28)
	random := rand.New(rand.NewPCG(seed, seed))
	groups, want := map[string][]string{}, map[string]map[string]string{"avg": {}, "sum": {}}
	for i := range 150 {
		equal, added := fmt.Sprint("equal", i), fmt.Sprint("added", i)
		one, _ := decimals(random, 1)
		groups[equal], want["avg"][equal] = slices.Repeat(one, 2+random.IntN(30)), one[0]
		var total int64
		groups[added], total = decimals(random, 2+random.IntN(5))
		want["sum"][added] = millionth(total)
	}
	s := newShop(t, 0)
	s.store(t, logsIn(groups))
	for function, of := range want {
		got := s.byGroup(t, function)
		for group, text := range of {
			if number, _ := strconv.ParseFloat(text, 64); got[group] != number {
				t.Errorf("%s of %v is %v, want %v", function, groups[group], got[group], text)
			}
		}
	}
}

// byGroup charts the attribute v by g.
func (s *shop) byGroup(t *testing.T, function string) map[string]float64 {
	t.Helper()
	body := chartBody(`{"sourceId":"SOURCE","field":"LogAttributes['v']","where":"decimal","groupBy":["LogAttributes['g']"],"aggFn":"` + function + `"}`)
	answer := s.send(t, http.MethodPost, "/charts/series", strings.Replace(body, "30m", "total", 1))
	numbers := map[string]float64{}
	for _, row := range answer.JSON(t)["data"].([]any) {
		point := row.(map[string]any)
		numbers[point["group"].([]any)[0].(string)], _ = point["series_0.data"].(float64)
	}
	return numbers
}

// TestAlertsCompareDecimals tries alerts whose value is off by the last binary
// digit when it is taken as it comes.
func TestAlertsCompareDecimals(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	tenths := map[string]float64{}
	for i := range 7 {
		tenths[fmt.Sprint(i)] = 0.1
	}
	s.store(t, gauges("tenths", tenths), gauges("pair", map[string]float64{"a": 0.1, "b": 0.2}), gauges("long", map[string]float64{"a": 0.1234567890123456789}),
		logsIn(map[string][]string{"x": slices.Repeat([]string{"0.1"}, 7), "y": {"0.1", "0.2"}}))
	metric := func(name, function string) string {
		return `{"aggFn":"` + function + `","metricType":"gauge","metricName":"` + name + `","valueExpression":"Value"}`
	}
	attribute := func(group, function string) string {
		return `{"aggFn":"` + function + `","valueExpression":"LogAttributes['v']","where":"LogAttributes.g:` + group + `"}`
	}
	tile := func(source, items, more string) string {
		return `{"displayType":"line","sourceId":"` + source + `","select":[` + items + `]` + more + `}`
	}
	try := func(config, kind, threshold string, fires bool) testkit.Scenario {
		x := testkit.Scenario{
			Name: config + kind, Path: "/alerts/backtest", Status: 200, Contains: []string{`"transitions":[]`},
			Body: s.watchTile(t, config, `"threshold":`+threshold+`,"thresholdType":"`+kind+`","noData":"keep"`),
		}
		if fires {
			x.Contains = []string{`"from":"inactive","to":"firing","value":` + threshold + `}`}
		}
		return x
	}
	var scenarios []testkit.Scenario
	for config, value := range map[string]string{
		tile("METRICS", metric("tenths", "avg"), ""): "0.1", tile("METRICS", metric("pair", "sum"), ""): "0.3",
		tile("METRICS", metric("long", "max"), ""):     "0.12345678901234568",
		tile("SOURCE", attribute("x", "avg"), ""):      "0.1",
		tile("SOURCE", attribute("y", "sum"), ""):      "0.3",
		tile("SOURCE", attribute("y", "quantile"), ""): "0.15",
		tile("SOURCE", `{"aggFn":"none","valueExpression":"sum(LogAttributes['v'])","where":"LogAttributes.g:y"}`, ""):                 "0.3",
		tile("SOURCE", attribute("x", "max")+","+attribute("y", "max"), `,"formulas":[{"expression":"A + B"}]`):                        "0.3",
		tile("SOURCE", attribute("y", "sum")+`,{"aggFn":"count","where":"LogAttributes.g:y"}`, `,"formulas":[{"expression":"A * B"}]`): "0.6",
		tile("SOURCE", attribute("x", "sum")+","+attribute("x", "max"), `,"asRatio":true`):                                             "7",
	} {
		scenarios = append(scenarios, try(config, "equal", value, true), try(config, "below", value, false), try(config, "above_exclusive", value, false))
	}
	s.run(t, scenarios)
}
