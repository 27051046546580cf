package check_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
)

const (
	// scrapedSeconds is for how long all is scraped before anything is asked, once a
	// second.
	scrapedSeconds = 48
	// rangeSeconds is the length of a question about a range.
	rangeSeconds = 20
)

// scraping writes a configuration that scrapes each second and sends all of it to a
// store, by one shard: what comes later was scraped later.
func scraping(t *testing.T, to *store, targets map[string]string) string {
	t.Helper()
	config := "global: { scrape_interval: 1s, scrape_timeout: 1s }\nscrape_configs:\n"
	for job, address := range targets {
		config += fmt.Sprintf("  - { job_name: %q, static_configs: [{ targets: [%q] }] }\n", job, address)
	}
	config += fmt.Sprintf("remote_write:\n  - url: %q\n    queue_config: { max_shards: 1, batch_send_deadline: 1s }\n    metadata_config: { send_interval: 1s }\n", to.writeURL)
	if to.writeKey != "" {
		config += fmt.Sprintf("    authorization: { credentials: %q }\n", to.writeKey)
	}
	path := filepath.Join(t.TempDir(), "prometheus.yml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// startScraping runs a Prometheus that scrapes a node_exporter and a Cairn, and
// returns it as a store.
func startScraping(t *testing.T, to *store, admin string) *store {
	t.Helper()
	exporter := runInBackground(t, "prometheus-node-exporter", "--collector.disable-defaults", "--collector.cpu", "--collector.loadavg",
		"--collector.meminfo", "--collector.netdev", "--collector.stat", "--collector.vmstat")
	config := scraping(t, to, map[string]string{"node": exporter, "cairn": admin})
	address := runInBackground(t, "prometheus", "--storage.tsdb.path="+t.TempDir(), "--config.file="+config)
	return &store{queryURL: "http://" + address}
}

// instant returns the value of an expression at a time.
func (s *store) instant(t testing.TB, text string, millis int64) (parser.Value, error) {
	return s.evaluate(t, "/api/v1/query", url.Values{"query": {text}, "time": {seconds(millis)}})
}

func (s *store) evaluate(t testing.TB, path string, form url.Values) (parser.Value, error) {
	body, err := s.ask(t.Context(), path, form)
	if err != nil {
		return nil, err
	}
	answer, err := read(body)
	if err != nil {
		return nil, err
	}
	return answer.value(0, func(l labels.Labels, _ point) (promql.HPoint, error) {
		return promql.HPoint{}, fmt.Errorf("%s has a histogram, which nobody sent", l)
	})
}

// scrapes returns when everything was scraped that a store has, in milliseconds;
// nothing before all of the targets were.
func (s *store) scrapes(t testing.TB) (times []int64, err error) {
	value, err := s.evaluate(t, "/api/v1/query", url.Values{"query": {"up[10m]"}})
	if err != nil {
		return nil, err
	}
	matrix, ok := value.(promql.Matrix)
	if !ok || len(matrix) < 2 {
		return nil, fmt.Errorf("up is %s", value)
	}
	for _, one := range matrix {
		for _, p := range one.Floats {
			if p.F == 1 {
				times = append(times, p.T)
			}
		}
	}
	slices.Sort(times)
	return times, nil
}

// quietPhase returns the millisecond of a second that is farthest from all scrapes:
// windows of Prometheus 2 have the sample at their beginning, those of 3 do not.
func quietPhase(times []int64) (int64, error) {
	phases := make([]int64, 0, len(times)+1)
	for _, millis := range times {
		phases = append(phases, millis%1000)
	}
	slices.Sort(phases)
	phases = append(phases, phases[0]+1000)
	var best, phase int64
	for i := range phases[1:] {
		if gap := phases[i+1] - phases[i]; gap > best {
			best, phase = gap, (phases[i]+gap/2)%1000
		}
	}
	if best < 2 {
		return 0, errors.New("there was a scrape in every millisecond of a second")
	}
	return phase, nil
}

// settle waits until both stores have the same samples for a time, and returns its
// end and the millisecond of a second at which nothing was scraped.
func settle(t *testing.T, prometheus, cairn *store) (end, phase int64) {
	t.Helper()
	until(t, func() error {
		times, err := prometheus.scrapes(t)
		if err != nil {
			return err
		}
		if span := times[len(times)-1] - times[0]; span < scrapedSeconds*1000 {
			return fmt.Errorf("scraped for %d ms", span)
		}
		phase, err = quietPhase(times)
		end = (times[len(times)-1]/1000-1)*1000 + phase
		return err
	})
	until(t, func() error {
		// Everything, not least of what came last.
		all := placed(`sum_over_time(count by (job) ({__name__=~".+"} offset SAFE)[45s:1s])`, end, phase)
		want, err := prometheus.instant(t, all, end)
		if err != nil {
			return err
		}
		got, err := cairn.instant(t, all, end)
		if err != nil {
			return err
		}
		return differ(got, want)
	})
	return end, phase
}

// TestBesidePrometheus compares a Cairn with the Prometheus that sends everything to
// it: answers, and what clients of Prometheus make of them.
func TestBesidePrometheus(t *testing.T) {
	t.Parallel()
	running := startCairn(t)
	cairn := running.storeOf(running.ingestionKey, "")
	b := beside{cairn: cairn, prometheus: startScraping(t, cairn, running.admin)}
	b.end, b.phase = settle(t, b.prometheus, b.cairn)
	t.Run("answers are equal", b.compareAnswers)
	t.Run("requests of Grafana", b.replayGrafana)
	t.Run("promtool", b.runPromtool)
}

// beside is a Prometheus and a Cairn with the same samples up to a time.
type beside struct {
	prometheus, cairn *store
	end, phase        int64
}

func (b beside) compareAnswers(t *testing.T) {
	nothing := 0
	for i, text := range generated() {
		path, form := b.question(i, text)
		want, err := b.prometheus.evaluate(t, path, form)
		if err != nil {
			t.Errorf("%s is no question: %v", text, err)
			continue
		}
		got, err := b.cairn.evaluate(t, path, form)
		if err == nil {
			err = differ(got, want)
		}
		if err != nil {
			t.Errorf("%s %v: %v", path, form, err)
		}
		if want.String() == "" {
			nothing++
		}
	}
	t.Logf("%d questions, %d without a result", questionsWanted, nothing)
	if nothing > questionsWanted/10 {
		t.Errorf("%d of %d questions have no result: they compare nothing", nothing, questionsWanted)
	}
}

// question returns where and how a text is asked: about an instant and about a range
// by turns.
func (b beside) question(i int, text string) (path string, form url.Values) {
	text = placed(text, b.end, b.phase)
	if i%2 == 0 {
		return "/api/v1/query", url.Values{"query": {text}, "time": {seconds(b.end - int64(i%7)*1000)}}
	}
	return "/api/v1/query_range", url.Values{
		"query": {text}, "start": {seconds(b.end - rangeSeconds*1000)}, "end": {seconds(b.end)}, "step": {fmt.Sprint(1 + i%5)},
	}
}
