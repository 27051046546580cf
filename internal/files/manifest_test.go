package files_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/files"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stack/stackgen"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// tool is the program on one folder against one deployment.
type tool struct {
	t      *testing.T
	dir    string
	client *files.Client
	door   stacktest.Door
	env    map[string]string
}

func selfHosted(t *testing.T, w *stacktest.World, home access.Installation, dir string) *tool {
	t.Helper()
	target := files.Target{URL: w.StackURL, Token: home.AccessKey}
	return newTool(t, target, w.SelfHostedAs(home.AccessKey), dir)
}

func managed(t *testing.T, w *stacktest.World, home access.Installation, dir string) *tool {
	t.Helper()
	target := files.Target{URL: w.CloudURL + "/", KeyID: home.KeyID, KeySecret: home.KeySecret, Organization: home.OrganizationID, Service: home.ServiceID}
	return newTool(t, target, w.ManagedAs(home, home.KeyID, home.KeySecret), dir)
}

func newTool(t *testing.T, target files.Target, door stacktest.Door, dir string) *tool {
	t.Helper()
	if err := target.Check(); err != nil {
		t.Fatal(err)
	}
	client := files.NewClient(target, uuid.NewString)
	t.Cleanup(client.HTTP.CloseIdleConnections)
	return &tool{t: t, dir: dir, client: client, door: door, env: map[string]string{}}
}

func (x *tool) lookup(name string) (string, bool) { v, ok := x.env[name]; return v, ok }

func (x *tool) export() {
	x.t.Helper()
	if _, err := x.client.Export(x.t.Context(), x.dir, files.YAML); err != nil {
		x.t.Fatal(err)
	}
}

// plan returns the plan in words.
func (x *tool) plan() (*files.Plan, string) {
	x.t.Helper()
	plan, err := x.client.Plan(x.t.Context(), x.dir, x.lookup)
	if err != nil {
		x.t.Fatal(err)
	}
	var text strings.Builder
	if err := plan.Print(&text); err != nil {
		x.t.Fatal(err)
	}
	return plan, text.String()
}

// apply applies and returns the plan in words.
func (x *tool) apply() string {
	x.t.Helper()
	plan, text := x.plan()
	if err := x.client.Apply(x.t.Context(), plan, func(files.Step) {}); err != nil {
		x.t.Fatalf("%v\n%s", err, text)
	}
	return text
}

func (x *tool) settled() {
	x.t.Helper()
	if _, text := x.plan(); !strings.HasPrefix(text, "0 to create, 0 to update, 0 to delete") {
		x.t.Errorf("something is left to do:\n%s", text)
	}
}

func (x *tool) write(path, text string) {
	x.t.Helper()
	full := filepath.Join(x.dir, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o750); err != nil {
		x.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
		x.t.Fatal(err)
	}
}

func (x *tool) remove(path string) {
	x.t.Helper()
	if err := os.Remove(filepath.Join(x.dir, path)); err != nil {
		x.t.Fatal(err)
	}
}

func (x *tool) want(text string, lines ...string) {
	x.t.Helper()
	for _, line := range lines {
		if !strings.Contains(text, line) {
			x.t.Errorf("%q is missing in\n%s", line, text)
		}
	}
}

// small writes a folder by hand: sparse files, references, no ids.
func (x *tool) small() {
	x.write("webhooks/oncall.yaml", "name: oncall\nservice: generic\nurl: https://hooks.example.com/a\nheaders:\n  X-Token: ${env:HOOK_TOKEN}\n")
	x.write("saved-searches/errors.json", `{"name":"errors","sourceId":"${sources/logs}","where":"SeverityText:error"}`)
	x.write("sources/logs.yaml", "name: Logs\nkind: log\nconnection: ${connections/own}\ntimestampValueExpression: Timestamp\ndefaultTableSelectExpression: Timestamp,Body\nfrom: {databaseName: default, tableName: otel_logs}\n")
	x.write("dashboards/checkout.yaml", `
name: Checkout
tags: [prod]
filters:
- {type: QUERY_EXPRESSION, name: Env, expression: ServiceName, sourceId: "${sources/logs}"}
tiles:
- {id: rate, name: Rate, x: 0, y: 0, w: 12, h: 6, config: {displayType: line, sourceId: "${sources/logs}", select: [{aggFn: count}]}}
- {name: Notes, x: 12, y: 0, w: 12, h: 6, config: {displayType: markdown, markdown: hello}}
`)
	x.write("alerts/rate.yaml", `
source: tile
name: Rate
dashboardId: ${dashboards/checkout}
tileId: ${dashboards/checkout/tiles/rate}
threshold: 25
thresholdType: above
interval: 5m
channel: {type: webhook, webhookId: "${webhooks/oncall}"}
`)
	x.env["HOOK_TOKEN"] = "canary-token"
}

func eachDeployment(t *testing.T, test func(t *testing.T, w *stacktest.World, x *tool)) {
	t.Helper()
	t.Parallel()
	for name, start := range map[string]func(*testing.T, *stacktest.World, access.Installation, string) *tool{"self-hosted": selfHosted, "managed": managed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := stacktest.New(t, stacktest.Options{})
			test(t, w, start(t, w, w.Home, t.TempDir()))
		})
	}
}

func TestSparseFilesAreAppliedOnce(t *testing.T) {
	eachDeployment(t, func(t *testing.T, _ *stacktest.World, x *tool) {
		x.small()
		text := x.apply()
		x.want(text, "+ webhooks/oncall", "+ saved-searches/errors", "+ dashboards/checkout", "+ alerts/rate", "~ sources/logs",
			"4 to create, 1 to update, 0 to delete, 0 unchanged")
		x.settled()
		x.apply()
		if got := x.door.Must(t, "GET", "/alerts", "").List(t); len(got) != 1 {
			t.Errorf("%d alerts", len(got))
		}
	})
}

func TestPlanShowsWhatAnUpdateChanges(t *testing.T) {
	eachDeployment(t, func(t *testing.T, _ *stacktest.World, x *tool) {
		x.small()
		x.apply()
		tile := x.door.Must(t, "GET", "/alerts", "").List(t)[0]
		text, err := os.ReadFile(filepath.Join(x.dir, "alerts/rate.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		x.write("alerts/rate.yaml", strings.Replace(string(text), "threshold: 25", "threshold: 30", 1))
		board, err := os.ReadFile(filepath.Join(x.dir, "dashboards/checkout.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		x.write("dashboards/checkout.yaml", strings.Replace(string(board), "hello", "bye", 1))
		_, plan := x.plan()
		x.want(plan, "~ alerts/rate\n    threshold: 25 → 30\n", `tiles.1.config.markdown: "hello" → "bye"`, "0 to create, 2 to update, 0 to delete, 3 unchanged")
		x.apply()
		x.settled()
		var was, is struct{ ID, TileID string }
		if json.Unmarshal(tile, &was) != nil || json.Unmarshal(x.door.Must(t, "GET", "/alerts", "").List(t)[0], &is) != nil || was != is {
			t.Errorf("the alert moved from %v to %v", was, is)
		}
	})
}

func TestOnlyWhatTheFolderOwnsIsDeleted(t *testing.T) {
	eachDeployment(t, func(t *testing.T, _ *stacktest.World, x *tool) {
		x.door.Must(t, "POST", "/dashboards", `{"name":"by hand","tiles":[]}`)
		x.small()
		x.apply()
		x.remove("alerts/rate.yaml")
		x.remove("dashboards/checkout.yaml")
		x.remove("sources/logs.yaml")
		x.remove("saved-searches/errors.json")
		x.write("webhooks/second.yaml", "name: second\nservice: generic\nurl: https://hooks.example.com/b\n")
		text := x.apply()
		x.want(text, "- alerts/rate", "- dashboards/checkout", "- saved-searches/errors", "- sources/logs", "1 to create, 0 to update, 4 to delete")
		x.settled()
		left := x.door.Must(t, "GET", "/dashboards", "").List(t)
		if len(left) != 1 || !strings.Contains(string(left[0]), "by hand") {
			t.Errorf("%s", left)
		}
	})
}

func TestRenamedFileKeepsItsResource(t *testing.T) {
	eachDeployment(t, func(t *testing.T, _ *stacktest.World, x *tool) {
		x.small()
		x.apply()
		x.write("saved-searches/failures.json", `{"name":"errors","sourceId":"${sources/logs}","where":"SeverityText:error"}`)
		x.remove("saved-searches/errors.json")
		if _, text := x.plan(); !strings.HasPrefix(text, "0 to create, 0 to update, 0 to delete") {
			t.Errorf("a new name for a file changes something:\n%s", text)
		}
		x.apply()
		x.remove("saved-searches/failures.json")
		x.want(x.apply(), "- saved-searches/failures")
	})
}

func TestSecretsAreWrittenWhenTheyChange(t *testing.T) {
	eachDeployment(t, func(t *testing.T, _ *stacktest.World, x *tool) {
		x.small()
		first := x.apply()
		x.settled()
		x.env["HOOK_TOKEN"] = "another-canary"
		second := x.apply()
		x.want(second, "~ webhooks/oncall\n    (secrets): … → …")
		x.settled()
		state, err := os.ReadFile(filepath.Join(x.dir, files.StateFile))
		if err != nil || strings.Contains(first+second+string(state), "canary") {
			t.Errorf("a secret is shown: %v", err)
		}
		delete(x.env, "HOOK_TOKEN")
		if _, err := x.client.Plan(t.Context(), x.dir, x.lookup); err == nil || !strings.Contains(err.Error(), "the environment has no HOOK_TOKEN") {
			t.Errorf("a missing secret: %v", err)
		}
	})
}

func TestExportedTeamIsAppliedToAnother(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	neighbour := w.Neighbour(t)
	dir := t.TempDir()
	from := selfHosted(t, w, w.Home, dir)
	settle(t, from)
	from.export()
	from.settled()
	to := managed(t, w, neighbour, dir)
	plan := to.apply()
	to.want(plan, "+ dashboards/", "+ alerts/", "+ webhooks/", "+ saved-searches/")
	to.settled()
	from.settled()
	again := t.TempDir()
	copied := managed(t, w, neighbour, again)
	copied.export()
	if diff := cmp.Diff(contents(t, dir), contents(t, again), cmp.FilterValues(func(a, b string) bool { return withoutIDs(a) == withoutIDs(b) }, cmp.Ignore())); diff != "" {
		t.Errorf("the copy differs (-from +to):\n%s", diff)
	}
}

// storedSource is what a test needs of a source.
type storedSource struct {
	ID, Connection string
	Kind           stack.SourceKind
}

// sources returns the sources of the team.
func (x *tool) sources() []storedSource {
	x.t.Helper()
	var sources []storedSource
	if err := json.Unmarshal(x.door.Must(x.t, "GET", "/sources", "").Value, &sources); err != nil {
		x.t.Fatal(err)
	}
	return sources
}

// settle fills a team with resources of every kind that refer to each other,
// two dashboards in a circle among them.
func settle(t *testing.T, x *tool) {
	t.Helper()
	x.small()
	x.apply()
	sources := x.sources()
	g := stackgen.New(3)
	for _, s := range sources {
		g.Sources[s.Kind] = s.ID
	}
	g.Sources[stack.KindPromQL] = x.door.Must(t, "POST", "/sources", `{"name":"Prometheus","kind":"promql","connection":"`+sources[0].Connection+
		`","timestampValueExpression":"TimeUnix","from":{"databaseName":"default","tableName":"metrics"}}`).Field(t, "id")
	first := x.door.Must(t, "POST", "/dashboards", `{"name":"circle one","tiles":[]}`).Field(t, "id")
	g.Connections, g.Dashboards = []string{sources[0].Connection}, []string{first}
	for i := range 4 {
		in := g.Dashboard(20)
		in.Name = fmt.Sprint("generated ", i)
		body, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		x.door.Must(t, "POST", "/dashboards", string(body))
	}
	second := x.door.Must(t, "POST", "/dashboards", link("circle two", sources[0].ID, first)).Field(t, "id")
	x.door.Must(t, "PUT", "/dashboards/"+first, link("circle one", sources[0].ID, second))
}

// TestTextsThatLookLikeSomethingElseComeBack exports texts that YAML could
// take for numbers, times, comments or references.
func TestTextsThatLookLikeSomethingElseComeBack(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	x := selfHosted(t, w, w.Home, t.TempDir())
	var tiles []string
	for _, text := range []string{
		"1e10", "012", "0x1F", "123456789012345678901234", "1_000", "true", "null", "~", "yes", "2026-01-01", "12:30:45", "", " ", " a ", "a: b", "- a", "# a",
		"${sources}", "${env:HOME", "%", "@", "`", "'", `"`, "{", "[", "|", ">", "a\nb\n", "\n", "\t", "größe", "\u2028", "{{group}}", "---", "...", "? a", "! a", "& a", "* a",
	} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		tiles = append(tiles, fmt.Sprintf(`{"name":%s,"x":0,"y":0,"w":1,"h":1,"config":{"displayType":"markdown","markdown":%s}}`, quoted, quoted))
	}
	x.door.Must(t, "POST", "/dashboards", `{"name":"1e10","tiles":[`+strings.Join(tiles, ",")+`],"tags":["1","no"]}`)
	x.export()
	x.settled()
}

// TestNumbersComeBack exports numbers in all their forms, and reads those that
// people write.
func TestNumbersComeBack(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	x := selfHosted(t, w, w.Home, t.TempDir())
	var tiles []string
	for _, factor := range []string{"1e-9", "1e-7", "0.000000001", "1E9", "1e+21", "1e300", "5e-324", "-2.5e-10", "0.1", "-0", "3", "123456789012345678", "1.7976931348623157e308"} {
		tiles = append(tiles, fmt.Sprintf(`{"name":%q,"x":0,"y":0,"w":1,"h":1,"config":{"displayType":"number","sourceId":%q,
			"select":[{"aggFn":"count"}],"numberFormat":{"output":"number","factor":%s}}}`, factor, x.sources()[0].ID, factor))
	}
	x.door.Must(t, "POST", "/dashboards", `{"name":"numbers","tiles":[`+strings.Join(tiles, ",")+`]}`)
	x.export()
	x.settled()
	path := filepath.Join(x.dir, string(files.Dashboards), "numbers.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bare := strings.ReplaceAll(string(text), ".0e", "e")
	if bare == string(text) {
		t.Fatal("no number has an exponent")
	}
	if err := os.WriteFile(path, []byte(bare), 0o600); err != nil {
		t.Fatal(err)
	}
	x.settled()
}

func link(name, sourceID, dashboardID string) string {
	return fmt.Sprintf(`{"name":%q,"tiles":[{"name":"t","x":0,"y":0,"w":1,"h":1,"config":{"displayType":"table","sourceId":%q,
		"select":[{"aggFn":"count"}],"onClick":{"type":"dashboard","target":{"mode":"id","id":%q}}}}]}`, name, sourceID, dashboardID)
}

// contents returns the files of the folder by their paths.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, kind := range files.Kinds() {
		paths, err := filepath.Glob(filepath.Join(dir, string(kind), "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			found[string(kind)+"/"+filepath.Base(path)] = string(text)
		}
	}
	return found
}

func withoutIDs(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "id: ") && !strings.Contains(line, "tileId") && !strings.Contains(line, "headers") && !strings.Contains(line, "X-Token") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

func TestSourcesInACircleAreApplied(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	x := selfHosted(t, w, w.Home, t.TempDir())
	source := func(name, other string) string {
		return fmt.Sprintf("name: %s\nkind: log\nconnection: ${connections/own}\ntimestampValueExpression: T\ndefaultTableSelectExpression: T\nfrom: {databaseName: default, tableName: otel_logs}\nmetricSourceId: ${sources/%s}\n", name, other)
	}
	x.write("sources/a.yaml", source("a", "b"))
	x.write("sources/b.yaml", source("b", "a"))
	x.apply()
	x.settled()
}

func TestForeignChangeSinceThePlanIsNotOverwritten(t *testing.T) {
	eachDeployment(t, func(t *testing.T, _ *stacktest.World, x *tool) {
		x.small()
		x.apply()
		x.write("saved-searches/errors.json", `{"name":"errors","sourceId":"${sources/logs}","where":"a:b"}`)
		plan, _ := x.plan()
		var searches []struct{ ID, SourceID string }
		if err := json.Unmarshal(x.door.Must(t, "GET", "/saved-searches", "").Value, &searches); err != nil {
			t.Fatal(err)
		}
		x.door.Must(t, "PUT", "/saved-searches/"+searches[0].ID, fmt.Sprintf(`{"name":"errors","sourceId":%q,"where":"theirs"}`, searches[0].SourceID))
		err := x.client.Apply(t.Context(), plan, func(files.Step) {})
		if err == nil || !strings.Contains(err.Error(), "somebody changed it since the plan was made") {
			t.Errorf("%v", err)
		}
	})
}

func TestWrongFilesAreRefusedBeforeAnythingHappens(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, path, text, want string }{
		{"no_yaml", "dashboards/x.yaml", "a: [", "is not valid YAML"},
		{"no_json", "dashboards/x.json", "{", "is not valid JSON"},
		{"a_list", "dashboards/x.yaml", "- a", "must hold one mapping"},
		{"a_broken_rule", "dashboards/x.yaml", "name: x\ntiles: [{name: t, x: 99, y: 0, w: 1, h: 1, config: {displayType: markdown}}]", "tiles.0.x: must be between 0 and 23"},
		{"an_unknown_field", "webhooks/x.yaml", "name: x\ncolour: red", "colour: is not a known field"},
		{"a_reference_to_nothing", "saved-searches/x.yaml", "name: x\nsourceId: ${sources/nothing}", "refers to sources/nothing, which is not there"},
		{"a_tile_of_nothing", "alerts/x.yaml", "source: tile\ntileId: ${dashboards/checkout/tiles/nothing}", "dashboards/checkout has no tile with the id nothing"},
		{"a_reserved_name", "connections/own.yaml", "name: x", "it is reserved"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := stacktest.New(t, stacktest.Options{})
			x := selfHosted(t, w, w.Home, t.TempDir())
			x.small()
			x.apply()
			x.write(tt.path, tt.text)
			plan, err := x.client.Plan(t.Context(), x.dir, x.lookup)
			if err == nil {
				err = x.client.Apply(t.Context(), plan, func(files.Step) {})
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func TestEmptyFolderDeletesNothing(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	x := selfHosted(t, w, w.Home, t.TempDir())
	if _, err := x.client.Plan(t.Context(), x.dir, x.lookup); err == nil || !strings.Contains(err.Error(), "holds no resources") {
		t.Errorf("%v", err)
	}
}

func TestTargetMustBeComplete(t *testing.T) {
	t.Parallel()
	for want, target := range map[string]files.Target{
		"--url":        {URL: "stack", Token: "t"},
		"--key-secret": {URL: "http://x", KeyID: "k"},
		"--key-id":     {URL: "http://x"},
		"give either":  {URL: "http://x", Token: "t", KeyID: "k"},
	} {
		if err := target.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", target, err, want)
		}
	}
}

func TestWrongCredentialIsTold(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	home := w.Home
	home.AccessKey = "nonsense"
	x := selfHosted(t, w, home, t.TempDir())
	if _, err := x.client.Export(t.Context(), x.dir, files.YAML); err == nil || !strings.Contains(err.Error(), "401") || strings.Contains(err.Error(), "nonsense") {
		t.Errorf("%v", err)
	}
}

func TestBusyServerIsAskedAgain(t *testing.T) {
	t.Parallel()
	server, asked := busyServer(t, 2)
	client := files.NewClient(files.Target{URL: server, Token: "t"}, uuid.NewString)
	t.Cleanup(client.HTTP.CloseIdleConnections)
	var waited time.Duration
	client.Wait = func(_ context.Context, d time.Duration) error { waited += d; return nil }
	if _, err := client.Export(t.Context(), t.TempDir(), files.JSON); err != nil {
		t.Error(err)
	}
	if waited != 14*time.Second || asked() < 8 {
		t.Errorf("waited %s, asked %d times", waited, asked())
	}
}
