package querytest_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// quantileErrorMax is how far a quantile may be from the exact one.
const quantileErrorMax = 0.01

// latencies draws values as latencies are spread: most are small, and the
// tail is long.
func latencies(count int) []float64 {
	random := rand.New(rand.NewPCG(1, uint64(count)))
	values := make([]float64, count)
	for i := range values {
		values[i] = math.Exp(2 * random.NormFloat64())
	}
	return values
}

// exactQuantile interpolates between the values on both sides of the level.
func exactQuantile(level float64, sorted []float64) float64 {
	place := level * float64(len(sorted)-1)
	below := int(place)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (place-float64(below))*(sorted[above]-sorted[below])
}

func (s *shop) storeLatencies(t *testing.T, values []float64) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndResource(nil)
	w.BeginScope()
	scope := w.EndScope(origin, telemetry.Scope{})
	for _, value := range values {
		w.BeginLog(1).Text([]byte("v"), strconv.AppendFloat(nil, value, 'g', -1, 64))
		w.EndLog(&telemetry.LogRecord{Time: uint64(start().Add(10 * time.Second).UnixNano()), Body: []byte("took a while")}, scope)
	}
	w.End()
	s.store(t, rows)
}

// TestQuantilesAreCloseToExact asks for the levels that people watch over few
// and many values, in a chart and in a back-test.
func TestQuantilesAreCloseToExact(t *testing.T) {
	t.Parallel()
	for _, count := range []int{100, 8192, 8193, 60_000} {
		t.Run(fmt.Sprint(count), func(t *testing.T) {
			t.Parallel()
			s, values := newShop(t, 0), latencies(count)
			s.storeLatencies(t, values)
			slices.Sort(values)
			for _, level := range []float64{0.5, 0.95, 0.99} {
				checkQuantile(t, s, level, exactQuantile(level, values), count <= 8192)
			}
		})
	}
}

func checkQuantile(t *testing.T, s *shop, level, exact float64, isExact bool) {
	t.Helper()
	errorMax := quantileErrorMax
	if isExact {
		errorMax = 1e-9
	}
	charted := s.chartQuantile(t, level)
	tried := s.tryQuantile(t, level)
	for name, got := range map[string]float64{"chart": charted, "back-test": tried} {
		off := math.Abs(got/exact - 1)
		t.Logf("%s: level %v is %.4f %% off", name, level, 100*off)
		if !(off <= errorMax) {
			t.Errorf("%s: level %v is %v, exactly %v: %.2f %% off", name, level, got, exact, 100*off)
		}
	}
}

func (s *shop) chartQuantile(t *testing.T, level float64) float64 {
	t.Helper()
	series := fmt.Sprintf(`{"sourceId":"SOURCE","aggFn":"quantile","level":%v,"field":"LogAttributes['v']","where":"","groupBy":[]}`, level)
	answer := s.send(t, http.MethodPost, "/charts/series", strings.Replace(chartBody(series), "30m", "total", 1))
	var body struct {
		Data []map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(answer.Body), &body); err != nil || len(body.Data) != 1 {
		t.Fatalf("%v %s", err, answer.Body)
	}
	number, err := strconv.ParseFloat(string(body.Data[0]["series_0.data"]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

func (s *shop) tryQuantile(t *testing.T, level float64) float64 {
	t.Helper()
	config := fmt.Sprintf(`{"displayType":"line","sourceId":"SOURCE","select":[{"aggFn":"quantile","level":%v,"valueExpression":"LogAttributes['v']"}]}`, level)
	answer := s.send(t, http.MethodPost, "/alerts/backtest", s.watchTile(t, s.fill(config), `"threshold":0,"thresholdType":"above_exclusive"`))
	var body struct {
		Data struct{ Transitions []struct{ Value float64 } }
	}
	if err := json.Unmarshal([]byte(answer.Body), &body); err != nil || len(body.Data.Transitions) == 0 {
		t.Fatalf("%v %s", err, answer.Body)
	}
	return body.Data.Transitions[0].Value
}
