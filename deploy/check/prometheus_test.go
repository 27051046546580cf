package check_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// runPrometheus has the collector scrape a node_exporter, and what a Prometheus has
// scraped from it.
func (s *server) runPrometheus(t *testing.T) {
	exporter := runInBackground(t, "prometheus-node-exporter", "--web.listen-address", "--collector.disable-defaults", "--collector.cpu", "--collector.loadavg")
	prometheus := runInBackground(t, "prometheus", "--web.listen-address", "--storage.tsdb.path="+t.TempDir(), "--config.file="+scraping(t, "shop-federated", exporter))
	often := strings.NewReplacer("127.0.0.1:9101", exporter, "127.0.0.1:9090", prometheus, "scrape_interval: 30s", "scrape_interval: 1s", "scrape_interval: 60s", "scrape_interval: 1s")
	s.collect(t, often.Replace(readRecipe(t, "prometheus.yaml")))
	s.collect(t, often.Replace(readRecipe(t, "federate.yaml")))
	for _, service := range []string{"node", "shop-federated"} {
		s.awaitMetric(t, service, foundMetric{Name: "node_cpu_seconds_total", MetricDataType: "sum", IsMonotonic: true})
		s.awaitMetric(t, service, foundMetric{Name: "node_load1", MetricDataType: "gauge"})
	}
}

// runInBackground runs a program of Debian until the end of the test, and returns
// the address that it listens on, which a flag names.
func runInBackground(t *testing.T, program, addressFlag string, flags ...string) string {
	t.Helper()
	address := freeAddress(t)
	output := start(t, exec.Command(program, append(flags, addressFlag+"="+address)...))
	go func() { _, _ = io.Copy(io.Discard, output) }()
	return address
}

// scraping writes a configuration of Prometheus that scrapes an address each second,
// and returns its path.
func scraping(t *testing.T, job, address string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prometheus.yml")
	config := fmt.Sprintf("scrape_configs: [{ job_name: %q, scrape_interval: 1s, static_configs: [{ targets: [%q] }] }]\n", job, address)
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// foundMetric is a metric of a source.
type foundMetric struct {
	Name, MetricDataType string
	IsMonotonic          bool
}

// awaitMetric waits until a service has a metric, of the right type.
func (s *server) awaitMetric(t *testing.T, service string, want foundMetric) {
	t.Helper()
	question := map[string]any{"sourceId": s.metricSource, "where": fmt.Sprintf("ServiceName:%q", service), "contains": want.Name}
	until(t, func() error {
		var found struct{ Data []foundMetric }
		answer := s.ask(t, "/api/v2/search/metrics", question)
		if err := json.Unmarshal(answer, &found); err != nil || !slices.Contains(found.Data, want) {
			return fmt.Errorf("%s: %+v is not in %s", service, want, answer)
		}
		return nil
	})
}
