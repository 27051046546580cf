package grafana_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/grafana"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

func dashboards(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = text
	}
	return all
}

// TestDashboards compares what realistic dashboards become with what was looked at.
func TestDashboards(t *testing.T) {
	t.Parallel()
	for path, text := range dashboards(t) {
		result, err := grafana.Translate(text)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		testkit.Golden(t, strings.TrimSuffix(filepath.Base(path), "json")+"golden", []byte(shown(t, result)))
	}
}

// TestNotesAreSentences wants each note to make sense without its path: it names
// what it is about, and says more than that.
func TestNotesAreSentences(t *testing.T) {
	t.Parallel()
	sentence := regexp.MustCompile(`^[A-Z$].* .*\.$`)
	vague := regexp.MustCompile(`^(It|Its|What) |left out:|<nil>|%!`)
	for path, text := range dashboards(t) {
		result, err := grafana.Translate(text)
		if err != nil {
			t.Fatal(path, err)
		}
		for _, n := range result.Notes {
			if !sentence.MatchString(n.Message) || vague.MatchString(n.Message) {
				t.Errorf("%s: %s: %q is not a sentence of its own", path, n.Path, n.Message)
			}
		}
	}
}

// shown returns a result as lines.
func shown(t *testing.T, result grafana.Result) string {
	t.Helper()
	var out strings.Builder
	fmt.Fprintf(&out, "%s %v\n", result.Spec.Name, result.Spec.Tags)
	for _, f := range result.Spec.Filters {
		fmt.Fprintf(&out, "filter %s\n", line(t, f))
	}
	for _, c := range result.Spec.Containers {
		fmt.Fprintf(&out, "section %s\n", line(t, c))
	}
	for _, tile := range result.Spec.Tiles {
		fmt.Fprintf(&out, "tile %q %s %g,%g %gx%g %s\n", tile.Name, tile.ContainerID, tile.X, tile.Y, tile.W, tile.H, line(t, tile.Config))
	}
	for _, n := range result.Notes {
		fmt.Fprintf(&out, "%s %q %s: %s\n", n.Kind, n.Panel, n.Path, n.Message)
	}
	return out.String()
}

func line(t *testing.T, value any) string {
	t.Helper()
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out.String())
}

func TestFormsOfFiles(t *testing.T) {
	t.Parallel()
	const model = `{"title":"T","uid":"u1","panels":[]}`
	f := func(text, want string) {
		t.Helper()
		result, err := grafana.Translate([]byte(text))
		got := result.Spec.Name + " " + result.Tag
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	f(model, "T grafana:u1")
	f(`{"dashboard":`+model+`,"meta":{}}`, "T grafana:u1")
	f(`{"apiVersion":"dashboard.grafana.app/v1beta1","kind":"Dashboard","metadata":{"name":"n1"},"spec":{"title":"T","panels":[]}}`, "T grafana:n1")
	f(`{"apiVersion":"dashboard.grafana.app/v2beta1","kind":"Dashboard","spec":{"elements":{}}}`, "classic model")
	f(`{"apiVersion":"apps/v1","kind":"Deployment","spec":{}}`, "not a dashboard of Grafana")
	f(`{"name":"ours","tiles":[]}`, "it has no panels")
	f("\ufeff"+model, "T grafana:u1")
	f("\ufeff\ufeff"+model, "is not a JSON object")
	f("\ufeff", "is not a JSON object")
	f(`{"panels":null,"rows":[],"uid":"u1"}`, "Untitled grafana:u1")
	for _, panels := range []string{`"nope"`, `{}`, `{"0":{"type":"text"}}`, `7`, `true`} {
		f(`{"title":"T","panels":`+panels+`}`, "panels: must be a list")
		f(`{"dashboard":{"panels":`+panels+`}}`, "dashboard.panels: must be a list")
		f(`{"apiVersion":"dashboard.grafana.app/v1beta1","spec":{"panels":`+panels+`}}`, "spec.panels: must be a list")
	}
	f(`[]`, "is not a JSON object")
	f(`null`, "is not a JSON object")
	f(`{"panels":[]}`, "Untitled grafana:")
	f(`{"panels":[],"uid":" x "}`, "grafana:")
	f(`{"panels":[],"uid":"`+strings.Repeat("x", 40)+`"}`, "grafana:")
	f("{\"panels\":[],\"title\":\"\xff\"}", "is not a JSON object")
	f(`{"panels":[],"title":"`+strings.Repeat("x", grafana.FileBytesMax)+`"}`, "is larger than")
}

// TestImportedAgain has files of one uid have one tag, and no others.
func TestImportedAgain(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, identity := range []string{`"uid":"a"`, `"uid":"b","title":"x"`, `"title":"x"`, `"title":"y"`, `"uid":"` + strings.Repeat("a", 40) + `"`, `"uid":"` + strings.Repeat("a", 41) + `"`, `"uid":"title x"`} {
		result, err := grafana.Translate([]byte(`{"panels":[],` + identity + `}`))
		if err != nil || len(result.Tag) > stack.TagCharsMax {
			t.Fatal(err, result.Tag)
		}
		if other, ok := seen[result.Tag]; ok {
			t.Errorf("%s and %s have the tag %s", identity, other, result.Tag)
		}
		seen[result.Tag] = identity
	}
}
