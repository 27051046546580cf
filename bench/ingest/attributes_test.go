package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestAnswersSayWhatWasFoundAndRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		`{"data":[{"series_0.data":40},{"series_0.data":2}],"meta":{"rowsRead":7,"bytesRead":9}}`: 42,
		`{"data":[{"Body":"a"},{"Body":"b"}],"meta":{"rowsRead":7,"bytesRead":9}}`:                2,
		`{"data":[{"field":"a","values":[{},{},{}]}],"meta":{"rowsRead":7,"bytesRead":9}}`:        3,
		`{"data":[],"meta":{"rowsRead":7,"bytesRead":9,"warnings":[{"name":"no.such.key"}]}}`:     0,
	} {
		a := answer{status: http.StatusOK, text: []byte(text)}
		if err := a.read(); err != nil || a.found != want || a.rows != 7 || a.bytes != 9 {
			t.Errorf("%s: %+v, %v", text, a, err)
		}
	}
}

func TestSummaryHasPercentilesAndMeans(t *testing.T) {
	t.Parallel()
	var all []cost
	for i := range 20 {
		all = append(all, cost{wall: time.Duration(i+1) * time.Millisecond, cpu: 21 * time.Millisecond, server: 4 * time.Millisecond, found: 3, rows: float64(i), bytes: 8})
	}
	want := summary{found: 3, rows: 9.5, bytes: 8, p50: 11, p95: 20, cpu: 21, server: 4, cpuPerWall: 2}
	if got := rounded(sumOf(all)); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if sumOf(nil) != (summary{}) {
		t.Error("no rounds have a summary")
	}
}

func rounded(s summary) summary {
	for _, number := range []*float64{&s.found, &s.rows, &s.bytes, &s.cpu, &s.server, &s.cpuPerWall} {
		*number = float64(int(*number*1e6+0.5)) / 1e6
	}
	return s
}

func TestEverySenderGetsEveryRequestOnce(t *testing.T) {
	t.Parallel()
	busy, free := &deaf{refusals: 1}, &deaf{}
	if _, err := sendAll(t.Context(), options{senders: 1}, senders{busy, free}, listed([][]byte{[]byte("a"), []byte("b")}), nil); err != nil {
		t.Fatal(err)
	}
	if busy.taken != "ab" || free.taken != "ab" {
		t.Errorf("%q and %q, want all requests once", busy.taken, free.taken)
	}
}

// deaf refuses some requests.
type deaf struct {
	refusals int
	taken    string
}

func (d *deaf) send(_ context.Context, body []byte) (bool, error) {
	if d.refusals > 0 {
		d.refusals--
		return false, nil
	}
	d.taken += string(body)
	return true, nil
}

// TestQuestionsOfTwoProgramsAreCompared asks two servers of which one does not
// know bare names.
func TestQuestionsOfTwoProgramsAreCompared(t *testing.T) {
	t.Parallel()
	a := &attributes{title: "Attributes", day: testDay(), programs: []program{{name: "own", path: "new"}, {name: "against", path: "old"}}, costs: map[asked]*costs{}, log: io.Discard}
	all := []*contestant{answering(t, 0, ""), answering(t, 1, `"user.id:`)}
	for _, q := range questions() {
		if q.want != anyCount || !strings.HasPrefix(q.name, "number") {
			continue
		}
		for round := range 2 {
			if err := a.askByTurns(t.Context(), all, turn{q, spans()[0], round, settled}); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	a.print(&out)
	for line, want := range map[string][]string{
		"day/number_of_many_values\t":            {"5 found", "5 against-found", "100 rows", "1 MiB", "p50-ratio", "cpu-ratio"},
		"day/number_of_many_values,_bare_name\t": {"5 found", "1 against-refused"},
	} {
		_, rest, _ := strings.Cut(out.String(), "BenchmarkAttributes/"+line)
		rest, _, _ = strings.Cut(rest, "\n")
		for _, one := range want {
			if !strings.Contains(rest+"\t", "\t"+one) && !strings.Contains(rest, " "+one) {
				t.Errorf("%q is not in %q", one, rest)
			}
		}
	}
}

func TestWrongAnswersEndTheBenchmark(t *testing.T) {
	t.Parallel()
	a := &attributes{title: "Attributes", day: testDay(), programs: []program{{name: "own", path: "new"}}, costs: map[asked]*costs{}, log: io.Discard}
	q := countOf(1, "unique_id", `request.id:"REQUEST"`)
	if err := a.askByTurns(t.Context(), []*contestant{answering(t, 0, "")}, turn{q, spans()[0], 0, settled}); err == nil || !strings.Contains(err.Error(), "found 5, want 1") {
		t.Errorf("%v", err)
	}
}

// answering returns a server that finds five records for everything but what it
// refuses.
func answering(t *testing.T, number int, refused string) *contestant {
	t.Helper()
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Series []struct{ Where string } }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || len(body.Series) != 1 {
			t.Errorf("%+v, %v", body, err)
		}
		if refused != "" && strings.HasPrefix(`"`+body.Series[0].Where, refused) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"message":"no such field"}`)
			return
		}
		_, _ = io.WriteString(w, `{"data":[{"series_0.data":5}],"meta":{"rowsRead":100,"bytesRead":1048576}}`)
	}))
	t.Cleanup(api.Close)
	own := &exec.Cmd{Process: &os.Process{Pid: os.Getpid()}}
	return &contestant{
		run: &run{}, number: number, source: "s", engines: processes{os.Getpid()},
		server: &server{command: own, addrs: map[string]string{"stack": strings.TrimPrefix(api.URL, "http://")}},
	}
}

func TestDaysOfFewRecordsAreRefused(t *testing.T) {
	t.Parallel()
	if err := measureAttributes(t.Context(), options{rows: 1000}, t.TempDir()); err == nil || !strings.Contains(err.Error(), "at least") {
		t.Errorf("%v", err)
	}
}
