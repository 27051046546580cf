package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// installed is where the senders are; they are built once per test binary.
var installed = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	command := exec.Command("../../scripts/install-senders.sh", filepath.Join(cache, "cairn"))
	command.Stderr = os.Stderr
	out, err := command.Output()
	return strings.TrimSpace(string(out)), err
})

func sendersDir(t *testing.T) string {
	t.Helper()
	dir, err := installed()
	if err != nil {
		t.Fatalf("install the senders: %v", err)
	}
	return dir
}

// runSender runs a program that sends and ends.
func runSender(t *testing.T, name string, args ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(name), err, out)
	}
}

// received waits until the collector has taken so many records of a signal.
func (c *collector) received(signal string, want float64) {
	c.t.Helper()
	name := `cairn_ingest_records_total\{outcome="accepted",signal="` + signal + `"\}`
	testkit.Eventually(c.t, slack*20*time.Second, fmt.Sprintf("%.0f records of %s", want, signal), func() bool {
		return c.metric(name) == want
	})
}

// holds stops the server and wants each of the queries to count something.
func (c *collector) holds(queries ...string) {
	c.t.Helper()
	c.drain(slack * 20 * time.Second)
	for i, found := range c.ask(queries...) {
		if found == 0 {
			c.t.Errorf("nothing is found: %s", queries[i])
		}
	}
}

func TestTelemetrygenSendsUnchanged(t *testing.T) {
	t.Parallel()
	telemetrygen := filepath.Join(sendersDir(t), "telemetrygen")
	c := startCollector(t)
	header := fmt.Sprintf(`authorization="%s"`, c.key)
	for _, target := range [][]string{
		{"--otlp-endpoint", c.program.addr("otlp-grpc")},
		{"--otlp-endpoint", c.addr, "--otlp-http"},
	} {
		target = append(target, "--otlp-insecure", "--otlp-header", header, "--workers", "2", "--rate", "0")
		runSender(t, telemetrygen, append([]string{"logs", "--logs", "25"}, target...)...)
		runSender(t, telemetrygen, append([]string{"traces", "--traces", "10", "--child-spans", "2"}, target...)...)
		runSender(t, telemetrygen, append([]string{"metrics", "--metrics", "15", "--metric-type", "Sum"}, target...)...)
	}
	c.received("logs", 2*2*25)
	c.received("traces", 2*2*10*3)
	c.received("metrics", 2*2*15)
	c.holds(
		"SELECT count() = 100 FROM otel_logs WHERE ServiceName = 'telemetrygen'",
		"SELECT uniqExact(TraceId) = 40 AND count() = 120 FROM otel_traces",
		"SELECT count() = 60 FROM otel_metrics_sum",
	)
}

// collectorConfig passes what it receives on, over both protocols.
const collectorConfig = `
receivers:
  otlp:
    protocols:
      grpc: {endpoint: %[1]s}
exporters:
  otlp:
    endpoint: %[2]s
    tls: {insecure: true}
    headers: {authorization: "Bearer %[4]s"}
  otlphttp:
    endpoint: http://%[3]s
    headers: {x-cairn-ingestion-key: "%[4]s"}
  otlphttp/zstd:
    endpoint: http://%[3]s
    compression: zstd
    headers: {authorization: "%[4]s"}
service:
  telemetry: {metrics: {level: none}, logs: {level: error}}
  pipelines:
    logs: {receivers: [otlp], exporters: [otlp, otlphttp, otlphttp/zstd]}
    traces: {receivers: [otlp], exporters: [otlp, otlphttp, otlphttp/zstd]}
    metrics: {receivers: [otlp], exporters: [otlp, otlphttp, otlphttp/zstd]}
`

func TestOpenTelemetryCollectorSendsUnchanged(t *testing.T) {
	t.Parallel()
	dir := sendersDir(t)
	c := startCollector(t)
	own := testkit.FreeAddr()
	config := filepath.Join(t.TempDir(), "config.yaml")
	text := fmt.Sprintf(collectorConfig, own, c.program.addr("otlp-grpc"), c.addr, c.key)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), filepath.Join(dir, "collector"), "--config", config)
	command.Stderr = t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = command.Process.Kill(); _ = command.Wait() }()
	telemetrygen := filepath.Join(dir, "telemetrygen")
	target := []string{"--otlp-endpoint", own, "--otlp-insecure", "--rate", "0"}
	runSender(t, telemetrygen, append([]string{"logs", "--logs", "20"}, target...)...)
	runSender(t, telemetrygen, append([]string{"traces", "--traces", "10"}, target...)...)
	runSender(t, telemetrygen, append([]string{"metrics", "--metrics", "15"}, target...)...)
	c.received("logs", 3*20)
	c.received("traces", 3*10*2)
	c.received("metrics", 3*15)
	c.holds(
		"SELECT count() = 60 FROM otel_logs WHERE ServiceName = 'telemetrygen'",
		"SELECT uniqExact(TraceId) = 10 AND count() = 60 FROM otel_traces",
	)
}

func TestJavaScriptSDKSendsUnchanged(t *testing.T) {
	t.Parallel()
	script := filepath.Join(sendersDir(t), "js", "send.mjs")
	c := startCollector(t)
	runSender(t, "node", script, c.addr, c.program.addr("otlp-grpc"), c.key)
	for _, signal := range []string{"logs", "traces", "metrics"} {
		c.received(signal, 1)
	}
	c.holds(
		"SELECT count() FROM otel_logs WHERE ServiceName = 'js' AND Body = 'from js' AND SeverityText = 'info' AND LogAttributes['n'] = '1'",
		"SELECT count() FROM otel_traces WHERE ServiceName = 'js' AND SpanName = 'work'",
		"SELECT count() FROM otel_metrics_sum WHERE ServiceName = 'js' AND MetricName = 'jobs' AND Value = 3",
	)
}

func TestCurlSendsJSON(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	body := `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"curl"}}]},
		"scopeLogs":[{"logRecords":[{"severityText":"INFO","body":{"stringValue":"hello"}},{"body":{"stringValue":"again"}}]}]}]}`
	runSender(t, "curl", "--fail", "--silent", "--show-error", "-H", "Content-Type: application/json",
		"-H", "Authorization: "+c.key, "-d", body, "http://"+c.addr+"/v1/logs")
	c.received("logs", 2)
	c.holds("SELECT count() = 2 FROM otel_logs WHERE ServiceName = 'curl' AND Body IN ('hello', 'again')")
}
