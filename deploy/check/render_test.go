package check_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/releaseutil"
	"sigs.k8s.io/yaml"
)

const chartFolder = "../helm/cairn"

// sets are the values that everything is rendered with, and the release's name. The
// last is as long as Helm allows.
var sets = map[string]string{
	"embedded": "cairn", "embedded-tls": "prod", "split": "cairn", "split-large": "telemetry",
	"odd": "a-release-of-fifty-three-characters-which-is-the-most",
}

func readValues(t *testing.T, set string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("values", set+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return parseValues(t, string(text))
}

func parseValues(t *testing.T, text string) map[string]any {
	t.Helper()
	values := map[string]any{}
	if err := yaml.UnmarshalStrict([]byte(text), &values); err != nil {
		t.Fatal(err)
	}
	return values
}

func loadChart(t *testing.T) *chart.Chart {
	t.Helper()
	loaded, err := loader.Load(chartFolder)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// template returns the rendered files of the chart, as helm template prints them.
func template(t *testing.T, release string, values map[string]any) (map[string]string, error) {
	t.Helper()
	loaded := loadChart(t)
	options := chartutil.ReleaseOptions{Name: release, Namespace: "observability", Revision: 1, IsInstall: true}
	all, err := chartutil.ToRenderValues(loaded, values, options, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	return engine.Render(loaded, all)
}

// render returns the manifests of the chart.
func render(t *testing.T, release string, values map[string]any) []object {
	t.Helper()
	files, err := template(t, release, values)
	if err != nil {
		t.Fatal(err)
	}
	var objects []object
	for name, text := range files {
		if strings.HasSuffix(name, ".txt") {
			continue
		}
		for _, manifest := range releaseutil.SplitManifests(text) {
			made := object{}
			if err := yaml.UnmarshalStrict([]byte(manifest), &made); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, manifest)
			}
			if len(made) > 0 {
				objects = append(objects, made)
			}
		}
	}
	slices.SortFunc(objects, func(a, b object) int {
		return strings.Compare(a.kind()+a.name(), b.kind()+b.name())
	})
	return objects
}

// eachSet runs a test on the manifests of every set of values.
func eachSet(t *testing.T, test func(t *testing.T, objects []object)) {
	for set, release := range sets {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			test(t, render(t, release, readValues(t, set)))
		})
	}
}

// ofKind returns the manifests of some kinds.
func ofKind(objects []object, kinds ...string) []object {
	var found []object
	for _, o := range objects {
		if slices.Contains(kinds, o.kind()) {
			found = append(found, o)
		}
	}
	return found
}
