package check_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sigs.k8s.io/yaml"
)

// patience is how long a test waits for what comes within seconds on an idle machine.
const patience = 90 * time.Second

// server is a running Cairn with an installation.
type server struct {
	otlp, stack              string // addresses
	accessKey, ingestionKey  string
	logsSource, metricSource string
}

// start runs a program until the end of the test, and shows its output if the test
// fails.
func start(t *testing.T, command *exec.Cmd) io.Reader {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stdout, command.Stderr = writer, writer
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var output bytes.Buffer
	read, lines := io.Pipe()
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		defer func() { _ = lines.Close() }()
		_, _ = io.Copy(io.MultiWriter(&output, lines), reader)
	}()
	_ = writer.Close()
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		go func() { _, _ = io.Copy(io.Discard, read) }()
		err := command.Wait()
		<-copied
		if t.Failed() {
			t.Logf("%s: %v\n%s", filepath.Base(command.Path), err, &output)
		}
	})
	return read
}

// serve runs the program and returns where it listens, by role, once all of the
// roles do.
func serve(t *testing.T, env []string, roles ...string) map[string]string {
	t.Helper()
	command := exec.Command(cairn(), "serve")
	command.Env = append(env, "CAIRN_LOG_FORMAT=json")
	lines := bufio.NewScanner(start(t, command))
	addresses := map[string]string{}
	for slices.ContainsFunc(roles, func(role string) bool { return addresses[role] == "" }) && lines.Scan() {
		var line struct{ Msg, Role, Addr string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
			addresses[line.Role] = "http://" + line.Addr
		}
	}
	go func() {
		for lines.Scan() { // the program must not wait for its reader
			continue
		}
	}()
	return addresses
}

// startCairn runs the program on free ports of loopback.
func startCairn(t *testing.T) *server {
	t.Helper()
	env := append(os.Environ(), "CAIRN_DATA_DIR="+t.TempDir(), "CAIRN_STACK_ADDR=127.0.0.1:0",
		"CAIRN_OTLP_HTTP_ADDR=127.0.0.1:0", "CAIRN_OTLP_GRPC_ADDR=", "CAIRN_UI_ADDR=", "CAIRN_CLOUD_ADDR=", "CAIRN_ADMIN_ADDR=")
	addresses := serve(t, env, "stack", "otlp-http")
	s := &server{otlp: addresses["otlp-http"], stack: addresses["stack"]}
	bootstrap := exec.CommandContext(t.Context(), cairn(), "bootstrap", "--json")
	bootstrap.Env = env
	out, err := bootstrap.Output()
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ AccessKey, IngestionKey string }
	if err := json.Unmarshal(out, &made); err != nil {
		t.Fatal(err)
	}
	s.accessKey, s.ingestionKey = made.AccessKey, made.IngestionKey
	s.findSources(t)
	return s
}

func (s *server) findSources(t *testing.T) {
	t.Helper()
	var sources struct {
		Data []struct{ ID, Kind string }
	}
	if err := json.Unmarshal(s.ask(t, "/api/v2/sources", nil), &sources); err != nil {
		t.Fatal(err)
	}
	for _, source := range sources.Data {
		switch source.Kind {
		case "log":
			s.logsSource = source.ID
		case "metric":
			s.metricSource = source.ID
		}
	}
}

// ask returns the answer of the stack API to a question; nil when there is none.
func (s *server) ask(t *testing.T, path string, question any) []byte {
	t.Helper()
	method, body := http.MethodGet, []byte(nil)
	if question != nil {
		method = http.MethodPost
		body, _ = json.Marshal(question)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, s.stack+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.accessKey)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil
	}
	defer func() { _ = answer.Body.Close() }()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode == http.StatusBadRequest || answer.StatusCode == http.StatusNotFound {
		t.Fatalf("%s %v: %s", path, question, text)
	}
	return text
}

// until tries again and again, and fails the test with the last error.
func until(t *testing.T, try func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		err := try()
		if err == nil {
			return
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			t.Fatal(err)
		}
	}
}

// await asks until the answer holds a text.
func (s *server) await(t *testing.T, path string, question any, want string) {
	t.Helper()
	until(t, func() error {
		answer := s.ask(t, path, question)
		if bytes.Contains(answer, []byte(want)) {
			return nil
		}
		return fmt.Errorf("%s %v: %q did not come: %s", path, question, want, answer)
	})
}

// awaitLog waits for a log record: a condition, and what a row of it shows.
func (s *server) awaitLog(t *testing.T, where, want string) {
	t.Helper()
	s.await(t, "/api/v2/search", map[string]any{
		"sourceId": s.logsSource, "where": where, "limit": 5, "select": "ServiceName, SeverityText, Body, LogAttributes, ResourceAttributes",
	}, want)
}

// collect runs the collector with a recipe.
func (s *server) collect(t *testing.T, config string, variables ...string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	collector := os.Getenv("CAIRN_TEST_COLLECTOR")
	if collector == "" {
		t.Fatal("CAIRN_TEST_COLLECTOR names no collector; run make test-deploy")
	}
	env := append([]string{"CAIRN_OTLP_ENDPOINT=" + s.otlp, "CAIRN_INGESTION_KEY=" + s.ingestionKey, "STATE_FOLDER=" + t.TempDir()}, variables...)
	validate := exec.CommandContext(t.Context(), collector, "validate", "--config=file:"+path)
	validate.Env = env
	if out, err := validate.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	command := exec.Command(collector, "--config=file:"+path)
	command.Env = env
	output := start(t, command)
	go func() { _, _ = io.Copy(io.Discard, output) }()
}

// freeAddress returns an address of loopback that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// awaitListener waits until somebody listens on an address.
func awaitListener(t *testing.T, address string) {
	t.Helper()
	until(t, func() error {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			return err
		}
		return connection.Close()
	})
}

func TestRecipesRun(t *testing.T) {
	t.Parallel()
	s := startCairn(t)
	// A group of its own: Cairn is stopped after the last of them.
	t.Run("recipes", func(t *testing.T) {
		t.Run("files", func(t *testing.T) { t.Parallel(); s.runFiles(t) })
		t.Run("syslog", func(t *testing.T) { t.Parallel(); s.runSyslog(t) })
		t.Run("host", func(t *testing.T) { t.Parallel(); s.runHost(t) })
		t.Run("docker", func(t *testing.T) { t.Parallel(); s.runDocker(t) })
		t.Run("pods", func(t *testing.T) { t.Parallel(); s.runPods(t) })
		t.Run("gateway", func(t *testing.T) { t.Parallel(); s.runGateway(t) })
		t.Run("prometheus", func(t *testing.T) { t.Parallel(); s.runPrometheus(t) })
		t.Run("vector", func(t *testing.T) { t.Parallel(); s.runVector(t) })
	})
}

func (s *server) runFiles(t *testing.T) {
	folder := t.TempDir()
	lines := "ERROR payment of order-4711 failed\n\tat Shop.pay(Shop.java:42)\nINFO next\n" +
		`{"level":"warn","order":"order-4712"}` + "\nINFO the end\n"
	if err := os.WriteFile(filepath.Join(folder, "shop.log"), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	s.collect(t, readRecipe(t, "files.yaml"), "LOG_FILES="+folder+"/*.log", "SERVICE_NAME=shop-files")
	s.awaitLog(t, `ServiceName:"shop-files" SeverityText:error`, `order-4711 failed\n\tat Shop.pay`)
	s.awaitLog(t, `ServiceName:"shop-files" LogAttributes.order:"order-4712"`, "order-4712")
}

func (s *server) runSyslog(t *testing.T) {
	folder, address := t.TempDir(), freeAddress(t)
	s.collect(t, readRecipe(t, "syslog.yaml"), "SYSLOG_ADDRESS="+address)
	awaitListener(t, address) // rsyslog tries again after half a minute
	_, port, _ := net.SplitHostPort(address)
	socket := filepath.Join(folder, "log")
	config := fmt.Sprintf("global(workDirectory=%q)\nmodule(load=\"imuxsock\" SysSock.Use=\"off\")\ninput(type=\"imuxsock\" Socket=%q)\n%s",
		folder, socket, strings.ReplaceAll(readRecipe(t, "rsyslog.conf"), `port="5514"`, `port="`+port+`"`))
	path := filepath.Join(folder, "rsyslog.conf")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	const rsyslogd = "/usr/sbin/rsyslogd"
	if out, err := exec.CommandContext(t.Context(), rsyslogd, "-N1", "-f", path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	output := start(t, exec.Command(rsyslogd, "-n", "-f", path, "-i", filepath.Join(folder, "pid")))
	go func() { _, _ = io.Copy(io.Discard, output) }()
	until(t, func() error {
		out, err := exec.CommandContext(t.Context(), "logger", "--socket-errors=on", "-u", socket, "-t", "billing", "-p", "user.err", "invoice-4713 is not paid").CombinedOutput()
		if err != nil || len(out) > 0 {
			return fmt.Errorf("logger: %w: %s", err, out)
		}
		return nil
	})
	s.awaitLog(t, `ServiceName:billing SeverityText:err`, `"Body":"invoice-4713 is not paid"`)
}

func (s *server) runHost(t *testing.T) {
	s.collect(t, built(t, "host.yaml"), "HOSTNAME=host-4714")
	s.await(t, "/api/v2/search/metrics", map[string]any{"sourceId": s.metricSource, "contains": "system."}, "system.memory.usage")
}

func (s *server) runDocker(t *testing.T) {
	folder, id := t.TempDir(), strings.Repeat("0123456789abcdef", 4)
	writeLog(t, filepath.Join(folder, id, id+"-json.log"), `{"log":"basket-4717 is full\n","stream":"stderr","time":"`+now()+`"}`)
	s.collect(t, fromStart(built(t, "docker.yaml"), "/var/lib/docker/containers", folder), "HOSTNAME=host-4717")
	s.awaitLog(t, "ServiceName:docker", id)
	s.awaitLog(t, "ServiceName:docker", "basket-4717 is full")
}

func (s *server) runPods(t *testing.T) {
	folder := t.TempDir()
	writeLog(t, filepath.Join(folder, "shop_cart-0_0b1c2d3e-0000-4000-8000-000000000000", "cart", "0.log"), now()+" stdout F cart-4718 is empty")
	s.collect(t, fromStart(built(t, "kubernetes/nodes.yaml"), "/var/log/pods", folder, "/var/lib/otelcol", t.TempDir()))
	s.awaitLog(t, `ResourceAttributes.k8s.pod.name:"cart-0"`, "cart-4718 is empty")
}

func now() string { return time.Now().UTC().Format(time.RFC3339Nano) }

func writeLog(t *testing.T, path, line string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// fromStart makes a recipe read files from their beginning, in other folders.
func fromStart(config string, folders ...string) string {
	return strings.NewReplacer(append(folders, "start_at: end", "start_at: beginning")...).Replace(config)
}

// notBuilt are components that our collector does not have: they need a cluster or a
// daemon.
var notBuilt = []string{"journald", "docker_stats", "kubeletstats", "k8s_cluster", "k8sobjects", "k8sattributes"}

// built returns a recipe without the components that our collector does not have.
func built(t *testing.T, name string) string {
	t.Helper()
	var config struct {
		Receivers  map[string]any            `json:"receivers,omitempty"`
		Processors map[string]any            `json:"processors,omitempty"`
		Exporters  map[string]map[string]any `json:"exporters"`
		Extensions map[string]any            `json:"extensions,omitempty"`
		Service    struct {
			Telemetry  map[string]any                 `json:"telemetry"`
			Extensions []string                       `json:"extensions,omitempty"`
			Pipelines  map[string]map[string][]string `json:"pipelines"`
		} `json:"service"`
	}
	if err := yaml.UnmarshalStrict([]byte(collectorConfigs(t)[name]), &config); err != nil {
		t.Fatal(err)
	}
	for _, component := range notBuilt {
		delete(config.Receivers, component)
		delete(config.Processors, component)
	}
	for signal, pipeline := range config.Service.Pipelines {
		for part, components := range pipeline {
			pipeline[part] = slices.DeleteFunc(components, func(c string) bool { return slices.Contains(notBuilt, c) })
		}
		if len(pipeline["receivers"]) == 0 {
			delete(config.Service.Pipelines, signal)
		}
	}
	text, err := yaml.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (s *server) runGateway(t *testing.T) {
	address := freeAddress(t)
	s.collect(t, readRecipe(t, "gateway.yaml"), "GATEWAY_GRPC="+freeAddress(t), "GATEWAY_HTTP="+address)
	send(t, "http://"+address, "", "gateway", "parcel-4715")
	s.awaitLog(t, `ServiceName:gateway`, "parcel-4715")
}

// runVector sends what the transform of vector.yaml makes, with the line end of its
// framing.
func (s *server) runVector(t *testing.T) {
	if !strings.Contains(readRecipe(t, "vector.yaml"), `. = {"resourceLogs": [{`) {
		t.Error("the recipe makes something else")
	}
	send(t, s.otlp, "Bearer "+s.ingestionKey, "vector", "parcel-4716")
	s.awaitLog(t, `ServiceName:vector`, "parcel-4716")
}

// send posts one log record as OTLP in JSON, until it is taken.
func send(t *testing.T, address, authorization, service, body string) {
	t.Helper()
	text := fmt.Sprintf(`{"resourceLogs": [{"resource": {"attributes": [{"key": "service.name", "value": {"stringValue": %q}}]},
		"scopeLogs": [{"logRecords": [{"timeUnixNano": "%d", "body": {"stringValue": %q}}]}]}]}`+"\n", service, time.Now().UnixNano(), body)
	until(t, func() error {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/v1/logs", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", authorization)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer func() { _ = answer.Body.Close() }()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("status %d", answer.StatusCode)
		}
		return nil
	})
}
