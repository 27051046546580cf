package check_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
)

func TestChartHasNoLint(t *testing.T) {
	t.Parallel()
	for set := range sets {
		for _, message := range lint.AllWithKubeVersion(chartFolder, readValues(t, set), "observability", &chartutil.KubeVersion{Version: "v" + oldestKubernetes + ".0", Major: "1", Minor: "30"}).Messages {
			if message.Severity > support.InfoSev {
				t.Errorf("%s: %v", set, message)
			}
		}
	}
}

func TestManifestsFitKubernetes(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		if len(objects) < 4 {
			t.Errorf("%d manifests", len(objects))
		}
		for _, o := range objects {
			if err := fits(o); err != nil {
				t.Errorf("%s %s: %v", o.kind(), o.name(), err)
			}
		}
	})
}

// TestMisspeltFieldsAreRefused renames every field of every manifest, one at a time,
// and wants each of them to be noticed.
func TestMisspeltFieldsAreRefused(t *testing.T) {
	t.Parallel()
	renamed := 0
	seen := map[string]bool{} // places that another set has too
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		for _, o := range render(t, sets[set], readValues(t, set)) {
			misspell(map[string]any(o), o.kind(), seen, func(place string) {
				renamed++
				if fits(o) == nil {
					t.Errorf("%s: %s: a wrong name is not noticed", set, place)
				}
			})
		}
	}
	if renamed < 150 {
		t.Errorf("%d fields were renamed", renamed)
	}
}

// freeMaps are fields whose keys are anybody's.
var freeMaps = []string{"labels", "annotations", "matchLabels", "data", "stringData", "limits", "requests", "nodeSelector"}

// misspell renames each field below value for the time of a call.
func misspell(value any, place string, seen map[string]bool, check func(place string)) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			below := place + "." + key
			if !seen[below] && key != "kind" && key != "apiVersion" {
				seen[below] = true
				v[key+"x"] = v[key]
				kept := v[key]
				delete(v, key)
				check(below)
				v[key] = kept
				delete(v, key+"x")
			}
			if !slices.Contains(freeMaps, key) && below != "Service.spec.selector" {
				misspell(v[key], below, seen, check)
			}
		}
	case []any:
		for _, item := range v {
			misspell(item, place, seen, check)
		}
	}
}

// TestRenderIsStable holds that nothing is made up while rendering: an upgrade with
// the same values changes nothing.
func TestRenderIsStable(t *testing.T) {
	t.Parallel()
	for set, release := range sets {
		first, err := template(t, release, readValues(t, set))
		if err != nil {
			t.Fatal(err)
		}
		second, err := template(t, release, readValues(t, set))
		if diff := cmp.Diff(first, second); err != nil || diff != "" {
			t.Errorf("%s: %v %s", set, err, diff)
		}
	}
}

func TestWrongValuesAreRefused(t *testing.T) {
	t.Parallel()
	for values, want := range map[string]string{
		`{mode: cluster}`:                                          "mode",
		`{replicas: 3}`:                                            "replicas",
		`{config: {public-urll: "https://x"}}`:                     "public-urll",
		`{config: {ui-addr: ":80"}}`:                               "ui-addr",
		`{config: {stack-rate-limit: many}}`:                       "stack-rate-limit",
		`{config: {log-level: loud}}`:                              "log-level",
		`{ingest: {replicas: 0}}`:                                  "replicas",
		`{ingest: {autoscaling: {enable: true}}}`:                  "enable",
		`{ingress: {ui: {enabled: true}}}`:                         "host",
		`{ingress: {ui: {enabled: true, host: A_B}}}`:              "host",
		`{embedded: {resources: {limit: {}}}}`:                     "limit",
		`{embedded: {persistence: {size: large}}}`:                 "size",
		`{networkPolicy: {enabled: "yes"}}`:                        "networkPolicy",
		`{secrets: {secretkey: {value: x}}}`:                       "secretkey",
		`{fullnameOverride: Cairn}`:                                "fullnameOverride",
		`{backups: {s3Url: "https://bucket"}}`:                     "s3Url",
		`{backups: {s3Url: "s3://b", existingClaim: c}}`:           "backups.s3Url and backups.existingClaim",
		`{mode: split}`:                                            "mode split needs secrets.secretKey.existingSecret or secrets.secretKey.value",
		`{mode: split, secrets: {secretKey: {existingSecret: x}}}`: "secrets.databaseUrl",
	} {
		_, err := template(t, "cairn", parseValues(t, values))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want a refusal that names %s", values, err, want)
		}
	}
}

func TestNotesSayHowToSignIn(t *testing.T) {
	t.Parallel()
	for set, release := range sets {
		files, err := template(t, release, readValues(t, set))
		if err != nil {
			t.Fatal(err)
		}
		notes := files["cairn/templates/NOTES.txt"]
		for _, o := range ofKind(render(t, release, readValues(t, set)), "StatefulSet", "Deployment") {
			if component := o.meta()["labels"].(map[string]any)["app.kubernetes.io/component"]; component == "server" || component == "ui" {
				want := fmt.Sprintf("exec %s/%s -- cairn bootstrap --json", strings.ToLower(o.kind()), o.name())
				if !strings.Contains(notes, want) || !strings.Contains(notes, "logs "+strings.ToLower(o.kind())) {
					t.Errorf("%s: the notes do not say %q:\n%s", set, want, notes)
				}
			}
		}
	}
}
