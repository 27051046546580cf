package check_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// program returns a program that a test runs, which a variable may name.
func program(variable, usual string) string {
	if path := os.Getenv(variable); path != "" {
		return path
	}
	return usual
}

// cairn is the program as make build makes it.
func cairn() string { return program("CAIRN_TEST_BINARY", "../../bin/cairn") }

// samples are secrets that a cluster would have.
var samples = map[string]string{
	"secret-key":           "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
	"database-url":         "postgres://cairn:secret@postgres:5432/cairn\n",
	"clickhouse-url":       "clickhouse://cairn:secret@clickhouse:9000/default\n",
	"backup-s3-access-key": "access",
	"backup-s3-secret-key": "secret",
	"smtp-url":             "smtp://user:pass@mail.example.org:587",
}

// effective returns the options that the program has with an environment, as
// cairn config prints them.
func effective(t *testing.T, env []string) map[string]any {
	t.Helper()
	command := exec.CommandContext(t.Context(), cairn(), "config")
	command.Env = env
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("cairn config: %v: %s\n%s", err, &stderr, strings.Join(env, "\n"))
	}
	options := map[string]any{}
	if err := yaml.Unmarshal(out, &options); err != nil {
		t.Fatal(err)
	}
	return options
}

// optionOf returns the option that a variable is for, and whether it names a file
// with its value.
func optionOf(variable string) (option string, isFile bool) {
	option = strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(variable, "CAIRN_"), "_", "-"))
	return strings.CutSuffix(option, "-file")
}

// checkEnvironment runs the program with the variables, and wants every one of them to
// show in its options.
func checkEnvironment(t *testing.T, variables map[string]string) map[string]any {
	t.Helper()
	var env []string
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		env = append(env, name+"="+variables[name])
	}
	options := effective(t, env)
	for name, value := range variables {
		option, isFile := optionOf(name)
		shown, isKnown := options[option]
		switch {
		case !strings.HasPrefix(name, "CAIRN_") || option == "config":
		case !isKnown:
			t.Errorf("%s is no option", name)
		case isFile && shown == "":
			t.Errorf("%s has no effect", name)
		case !isFile && fmt.Sprint(shown) != value:
			t.Errorf("%s is %v, want %q", name, shown, value)
		}
	}
	return options
}

// mount writes what the pods of a release have below /etc/cairn and /run/cairn into a
// folder.
func mount(t *testing.T, objects []object) string {
	t.Helper()
	root := t.TempDir()
	files := map[string]string{"run/cairn/sso/sso.yaml": "providers: []\n"}
	for option, value := range samples {
		files["run/cairn/secrets/"+option] = value
	}
	for name, text := range ofKind(objects, "ConfigMap")[0]["data"].(map[string]any) {
		files["etc/cairn/"+name] = text.(string)
	}
	for path, text := range files {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// variablesOf returns the environment of a container, with its files in a folder.
func variablesOf(container core.Container, root string) map[string]string {
	variables := map[string]string{}
	for _, env := range container.Env {
		value := env.Value
		if strings.HasPrefix(value, "/etc/cairn/") || strings.HasPrefix(value, "/run/cairn/") {
			value = root + value
		}
		variables[env.Name] = value
	}
	return variables
}

// TestProgramTakesTheEnvironment holds that the program accepts exactly what each
// container of the chart gives it, and listens on exactly its ports.
func TestProgramTakesTheEnvironment(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		root := mount(t, objects)
		for _, o := range workloads(objects) {
			container := pods(t, o).Spec.Containers[0]
			options := checkEnvironment(t, variablesOf(container, root))
			checkConfigMap(t, objects, options)
			if !slices.Equal(container.Args, []string{"serve"}) {
				t.Errorf("%s runs %v", o.name(), container.Args)
			}
			var listening, open []string
			for _, port := range container.Ports {
				open = append(open, fmt.Sprintf(":%d", port.ContainerPort))
			}
			for option, value := range options {
				if strings.HasSuffix(option, "-addr") && value != "" {
					listening = append(listening, value.(string))
				}
			}
			slices.Sort(open)
			slices.Sort(listening)
			if !slices.Equal(open, listening) {
				t.Errorf("%s has the ports %v and listens on %v", o.name(), open, listening)
			}
		}
	})
}

func checkConfigMap(t *testing.T, objects []object, options map[string]any) {
	t.Helper()
	config := map[string]any{}
	if err := yaml.Unmarshal([]byte(ofKind(objects, "ConfigMap")[0]["data"].(map[string]any)["cairn.yaml"].(string)), &config); err != nil {
		t.Fatal(err)
	}
	for option, value := range config {
		if list, ok := value.([]any); ok {
			value = strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
		}
		if text := fmt.Sprint(value); fmt.Sprint(options[option]) != text {
			t.Errorf("the ConfigMap says %s: %v, the program %v", option, value, options[option])
		}
	}
}

// chartOptions are options that the chart sets from other values.
var chartOptions = []string{"data-dir", "clickhouse-url", "database-url", "secret-key", "engine-lib", "smtp-url", "sso-config", "admin-tls"}

func isChartOption(option string) bool {
	return slices.Contains(chartOptions, option) || strings.HasSuffix(option, "-addr") ||
		strings.HasPrefix(option, "no-") || strings.HasPrefix(option, "backup-") || strings.HasPrefix(option, "tls-")
}

// TestConfigHasEveryOption holds the schema of the chart's config to the options of
// the program.
func TestConfigHasEveryOption(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(chartFolder, "values.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Config struct{ Properties map[string]any }
		}
	}
	if err := yaml.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	known := schema.Properties.Config.Properties
	options := effective(t, nil)
	for option := range options {
		if _, ok := known[option]; ok == isChartOption(option) {
			t.Errorf("option %s: in the schema %t, set by the chart %t", option, ok, isChartOption(option))
		}
	}
	for option := range known {
		if _, ok := options[option]; !ok {
			t.Errorf("the schema has %s, the program does not", option)
		}
	}
}
