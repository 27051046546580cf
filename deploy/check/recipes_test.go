package check_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

const recipes = "../collect"

func readRecipe(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(recipes, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// collectorConfig is a configuration of the OpenTelemetry Collector.
type collectorConfig struct {
	Receivers  map[string]any            `json:"receivers"`
	Processors map[string]any            `json:"processors"`
	Exporters  map[string]map[string]any `json:"exporters"`
	Extensions map[string]any            `json:"extensions"`
	Service    struct {
		Telemetry  map[string]any `json:"telemetry"`
		Extensions []string       `json:"extensions"`
		Pipelines  map[string]struct {
			Receivers, Processors, Exporters []string
		} `json:"pipelines"`
	} `json:"service"`
}

// manifests returns the manifests of a file for kubectl.
func manifests(t *testing.T, name string) []object {
	t.Helper()
	var found []object
	for _, text := range regexp.MustCompile(`(?m)^---\n`).Split(readRecipe(t, name), -1) {
		made := object{}
		if err := yaml.UnmarshalStrict([]byte(text), &made); err != nil {
			t.Fatal(err)
		}
		found = append(found, made)
	}
	return found
}

var forKubernetes = []string{"kubernetes/nodes.yaml", "kubernetes/cluster.yaml"}

// collectorConfigs returns all configurations of the collector, by file.
func collectorConfigs(t *testing.T) map[string]string {
	t.Helper()
	configs := map[string]string{}
	for _, name := range []string{"files.yaml", "host.yaml", "docker.yaml", "syslog.yaml", "prometheus.yaml", "federate.yaml", "gateway.yaml"} {
		configs[name] = readRecipe(t, name)
	}
	for _, name := range forKubernetes {
		configs[name] = ofKind(manifests(t, name), "ConfigMap")[0]["data"].(map[string]any)["config.yaml"].(string)
	}
	return configs
}

func TestCollectorConfigsAreWhole(t *testing.T) {
	t.Parallel()
	for name, text := range collectorConfigs(t) {
		var config collectorConfig
		if err := yaml.UnmarshalStrict([]byte(text), &config); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var receivers, processors, exporters []string
		for _, pipeline := range config.Service.Pipelines {
			receivers = append(receivers, pipeline.Receivers...)
			processors = append(processors, pipeline.Processors...)
			exporters = append(exporters, pipeline.Exporters...)
			if first, last := pipeline.Processors[0], pipeline.Processors[len(pipeline.Processors)-1]; first != "memory_limiter" || last != "batch" {
				t.Errorf("%s: processors begin with %s and end with %s", name, first, last)
			}
		}
		checkUsed(t, name, config.Receivers, receivers)
		checkUsed(t, name, config.Processors, processors)
		checkUsed(t, name, config.Exporters, exporters)
		checkUsed(t, name, config.Extensions, config.Service.Extensions)
		exporter := config.Exporters["otlp_http"]
		headers, _ := exporter["headers"].(map[string]any)
		if exporter["endpoint"] != "${env:CAIRN_OTLP_ENDPOINT}" || headers["authorization"] != "Bearer ${env:CAIRN_INGESTION_KEY}" {
			t.Errorf("%s sends to %v with %v", name, exporter["endpoint"], headers)
		}
	}
}

// checkUsed holds that what is configured is used, and the other way around.
func checkUsed[V any](t *testing.T, name string, configured map[string]V, used []string) {
	t.Helper()
	slices.Sort(used)
	if used = slices.Compact(used); !slices.Equal(slices.Sorted(maps.Keys(configured)), used) {
		t.Errorf("%s configures %v and uses %v", name, slices.Sorted(maps.Keys(configured)), used)
	}
}

func TestKubernetesRecipes(t *testing.T) {
	t.Parallel()
	for _, name := range forKubernetes {
		objects := manifests(t, name)
		for _, o := range objects {
			if err := fits(o); err != nil {
				t.Errorf("%s: %s: %v", name, o.kind(), err)
			}
		}
		workload := ofKind(objects, "DaemonSet", "Deployment")[0]
		template := pods(t, workload)
		if !selects(matchLabels(workload.spec()["selector"]), template.Labels) {
			t.Errorf("%s: the selector does not match", name)
		}
		config := ofKind(objects, "ConfigMap")[0]
		if !slices.ContainsFunc(template.Spec.Volumes, func(v core.Volume) bool { return v.ConfigMap != nil && v.ConfigMap.Name == config.name() }) {
			t.Errorf("%s: the configuration is not mounted", name)
		}
		for _, variable := range environmentOf(collectorConfigs(t)[name]) {
			if !slices.ContainsFunc(template.Spec.Containers[0].Env, func(e core.EnvVar) bool { return e.Name == variable }) {
				t.Errorf("%s: %s is not set", name, variable)
			}
		}
	}
}

// environmentOf returns the variables that a configuration of the collector reads.
func environmentOf(config string) []string {
	var names []string
	for _, match := range regexp.MustCompile(`\$\{env:(\w+)\}`).FindAllStringSubmatch(config, -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestFluentBitRecipe(t *testing.T) {
	t.Parallel()
	var config struct {
		Service  map[string]any
		Pipeline struct{ Inputs, Outputs []map[string]any }
	}
	if err := yaml.UnmarshalStrict([]byte(readRecipe(t, "fluent-bit.yaml")), &config); err != nil {
		t.Fatal(err)
	}
	output := config.Pipeline.Outputs[0]
	if output["name"] != "opentelemetry" || output["logs_uri"] != "/v1/logs" || output["header"] != "authorization ${CAIRN_INGESTION_KEY}" || output["port"] != 4318.0 {
		t.Errorf("the output is %v", output)
	}
}

func TestVectorRecipe(t *testing.T) {
	t.Parallel()
	var config struct {
		DataDir    string `json:"data_dir"`
		Sources    map[string]any
		Transforms map[string]struct {
			Type, Source string
			Inputs       []string
		}
		Sinks map[string]struct {
			Type     string
			Inputs   []string
			Protocol struct {
				Type, URI, Method string
				Encoding, Framing map[string]string
				Batch             struct {
					MaxEvents int `json:"max_events"`
				}
				Request struct{ Headers map[string]string }
			}
		}
	}
	if err := yaml.UnmarshalStrict([]byte(readRecipe(t, "vector.yaml")), &config); err != nil {
		t.Fatal(err)
	}
	sink := config.Sinks["cairn"]
	if sink.Protocol.URI != "${CAIRN_OTLP_ENDPOINT}/v1/logs" || sink.Protocol.Request.Headers["authorization"] != "Bearer ${CAIRN_INGESTION_KEY}" {
		t.Errorf("the sink is %+v", sink)
	}
	if !slices.Equal(sink.Inputs, slices.Collect(maps.Keys(config.Transforms))) || !slices.Equal(config.Transforms["otlp"].Inputs, slices.Collect(maps.Keys(config.Sources))) {
		t.Error("the parts are not connected")
	}
}

func TestSDKRecipe(t *testing.T) {
	t.Parallel()
	known := []string{
		"OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_PROTOCOL",
		"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_TRACES_EXPORTER", "OTEL_METRICS_EXPORTER", "OTEL_LOGS_EXPORTER",
	}
	set := sdkVariables(t)
	if !slices.Equal(slices.Sorted(maps.Keys(set)), slices.Sorted(slices.Values(known))) {
		t.Errorf("the variables are %v", set)
	}
	if set["OTEL_EXPORTER_OTLP_HEADERS"] != "authorization=INGESTION_KEY" || !strings.HasSuffix(set["OTEL_EXPORTER_OTLP_ENDPOINT"], ":4318") {
		t.Errorf("the variables are %v", set)
	}
}

func sdkVariables(t *testing.T) map[string]string {
	t.Helper()
	set := map[string]string{}
	for line := range strings.Lines(readRecipe(t, "sdk.env")) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(name, "#") {
			set[name] = value
		}
	}
	return set
}

// TestPagesShowTheFiles holds that the pages show the files that the tests run, and
// all of them.
func TestPagesShowTheFiles(t *testing.T) {
	t.Parallel()
	var pages strings.Builder
	found, err := filepath.Glob("../../docs/collect/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range found {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		pages.Write(text)
	}
	files := []string{"rsyslog.conf", "sdk.env", "fluent-bit.yaml", "vector.yaml"}
	for name := range collectorConfigs(t) {
		if !strings.HasPrefix(name, "kubernetes/") { // too long for a page
			files = append(files, name)
		}
	}
	for _, name := range files {
		if !strings.Contains(pages.String(), "\n"+readRecipe(t, name)+"```\n") {
			t.Errorf("no page of docs/collect shows deploy/collect/%s as it is", name)
		}
		if !strings.Contains(pages.String(), "deploy/collect/"+name) {
			t.Errorf("no page of docs/collect names deploy/collect/%s", name)
		}
	}
}
