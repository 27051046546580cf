package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// ruleTool is cairn import rules against a server, with one rule file.
type ruleTool struct {
	t    *testing.T
	s    *apptest.Server
	path string
}

func (x *ruleTool) call(method, path, body string) []byte {
	x.t.Helper()
	got := testkit.Scenario{Method: method, Path: "/api/v2" + path, Headers: bearer(x.s.Installation.AccessKey), Body: body}.Send(x.t, x.s.URL(app.RoleStack))
	if got.Status != http.StatusOK {
		x.t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
	}
	return []byte(got.Body)
}

// run imports the rules, and expects a code and a text on either output.
func (x *ruleTool) run(rules string, code int, want string, options ...string) {
	x.t.Helper()
	x.runFile("groups:\n- name: node\n  rules:\n"+rules, code, want, options...)
}

func (x *ruleTool) runFile(text string, code int, want string, options ...string) {
	x.t.Helper()
	if err := os.WriteFile(x.path, []byte(text), 0o600); err != nil {
		x.t.Fatal(err)
	}
	env := map[string]string{"CAIRN_URL": x.s.URL(app.RoleStack), "CAIRN_TOKEN": x.s.Installation.AccessKey}
	got := clitest.Run(x.t, env, append([]string{"import", "rules", x.path}, options...)...)
	if got.Code != code || !strings.Contains(got.Stdout+got.Stderr, want) {
		x.t.Errorf("%v: %+v, want %d %s", options, got, code, want)
	}
}

// alerts returns what there is to be seen of alerts, in their order.
func (x *ruleTool) alerts() []string {
	x.t.Helper()
	var list struct {
		Data []struct {
			Name, TileID, DashboardID string
			Threshold                 json.Number
		}
	}
	if err := json.Unmarshal(x.call(http.MethodGet, "/alerts", ""), &list); err != nil {
		x.t.Fatal(err)
	}
	var texts []string
	for _, a := range list.Data {
		board := string(x.call(http.MethodGet, "/dashboards/"+a.DashboardID, ""))
		if !strings.Contains(board, a.TileID) {
			x.t.Errorf("%s watches a tile that is gone", a.Name)
		}
		texts = append(texts, a.Name+" "+a.Threshold.String())
	}
	return texts
}

// addOwnAlert makes an alert on the tile of the first one, and returns its id.
func (x *ruleTool) addOwnAlert() string {
	x.t.Helper()
	var list struct{ Data []map[string]any }
	if err := json.Unmarshal(x.call(http.MethodGet, "/alerts", ""), &list); err != nil || len(list.Data) == 0 {
		x.t.Fatal(err, list)
	}
	body, err := json.Marshal(map[string]any{
		"source": "tile", "dashboardId": list.Data[0]["dashboardId"], "tileId": list.Data[0]["tileId"], "threshold": 3, "thresholdType": "above",
		"interval": "1m", "name": "Own", "channels": list.Data[0]["channels"],
	})
	if err != nil {
		x.t.Fatal(err)
	}
	var made struct{ Data struct{ ID string } }
	if err := json.Unmarshal(x.call(http.MethodPost, "/alerts", string(body)), &made); err != nil || made.Data.ID == "" {
		x.t.Fatal(err)
	}
	return made.Data.ID
}

// addOwnTile adds a tile to the only dashboard of the import, and returns what takes it
// away again.
func (x *ruleTool) addOwnTile() (undo func()) {
	x.t.Helper()
	var list struct{ Data []map[string]any }
	if err := json.Unmarshal(x.call(http.MethodGet, "/dashboards", ""), &list); err != nil || len(list.Data) != 1 {
		x.t.Fatal(err, list)
	}
	board := list.Data[0]
	put := func(tiles any) {
		x.t.Helper()
		board["tiles"] = tiles
		body, err := json.Marshal(board)
		if err != nil {
			x.t.Fatal(err)
		}
		x.call(http.MethodPut, fmt.Sprint("/dashboards/", board["id"]), string(body))
	}
	before, _ := board["tiles"].([]any)
	own := map[string]any{"name": "Mine", "x": 0, "y": 90, "w": 6, "h": 4, "config": map[string]any{"displayType": "markdown", "markdown": "mine"}}
	put(append(slices.Clone(before), own))
	return func() { put(before) }
}

func TestRuleFilesAreImported(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	x := &ruleTool{t: t, s: s, path: filepath.Join(t.TempDir(), "node.rules.yml")}
	x.call(http.MethodPost, "/webhooks", `{"name":"pager","service":"generic","url":"https://hooks.example.com/"}`)
	expect := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, x.alerts()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	const (
		load = "  - {alert: Load, expr: node_load1 > 5, for: 5m, annotations: {summary: 'load of {{ $labels.instance }}'}}\n"
		down = "  - {alert: Down, expr: up == 0}\n"
		sum  = "  - {record: 'job:up:sum', expr: sum by (job) (up)}\n"
	)
	pager := []string{"--webhook", "pager"}
	x.run(load, cli.ExitUsage, "--webhook: is needed")
	x.run(load, cli.ExitFail, "there are 0 webhooks", "--webhook", "nobody")
	x.run(load+"  - {alert: Bad, expr: 'sum('}\n", cli.ExitFail, "1:5: unclosed left parenthesis", pager...)
	x.run(load+sum, cli.ExitPartly, "left out: recording rules", "--dry-run")
	expect()
	x.run(load, cli.ExitOK, "+ dashboard \"node.rules / node\"\n+ alert \"Load (node.rules / node)\"\n2 created, 0 updated, 0 unchanged\n", pager...)
	expect("Load (node.rules / node) 5")
	x.run(load, cli.ExitOK, "0 created, 0 updated, 2 unchanged", pager...)
	x.run(down+strings.Replace(load, "> 5", "> 7", 1)+sum, cli.ExitPartly, "+ alert \"Down (node.rules / node)\"", pager...)
	expect("Load (node.rules / node) 7", "Down (node.rules / node) 0")
	x.run(down, cli.ExitOK, "~ dashboard \"node.rules / node\"", pager...)
	expect("Down (node.rules / node) 0")

	for _, empty := range []string{"", "# nothing\n", "---\n", "groups:\n", "groups: []\n", "{}\n"} {
		x.runFile(empty, cli.ExitPartly, "node.rules.yml: has no groups, so nothing is made of it\nleft behind: dashboard \"node.rules / node\"\nleft behind: alert \"Down (node.rules / node)\"\n", pager...)
	}
	x.runFile("groups: [{name: other, rules: []}]\n", cli.ExitPartly, "left behind: dashboard \"node.rules / node\"\n", pager...)
	x.runFile("groups: [{name: other, rules: []}]\n", cli.ExitPartly, "2 dashboards and alerts of earlier imports are not in the files any more", "--dry-run")
	x.run(down, cli.ExitPartly, "left behind: dashboard \"node.rules / other\"\n", pager...)
	expect("Down (node.rules / node) 0")

	x.runFile("groups: [{name: other, rules: []}]\n", cli.ExitOK, "- dashboard \"node.rules / node\"\n- alert \"Down (node.rules / node)\"\n", "--dry-run", "--prune")
	expect("Down (node.rules / node) 0")
	x.run(down, cli.ExitOK, "- dashboard \"node.rules / other\"\n", append(pager, "--prune")...)
	own := x.addOwnAlert()
	x.runFile("groups: []\n", cli.ExitPartly, "left behind: alert \"Own\"\n", append(pager, "--prune")...)
	expect("Down (node.rules / node) 0", "Own 3")
	x.call(http.MethodDelete, "/alerts/"+own, "")
	undo := x.addOwnTile()
	x.runFile("groups: []\n", cli.ExitPartly, "left behind: dashboard \"node.rules / node\" (it has tiles or alerts that no import made)\n", append(pager, "--prune")...)
	undo()
	x.runFile("groups: [{name: other, rules: []}]\n", cli.ExitOK, "- alert \"Down (node.rules / node)\"\n", append(pager, "--prune")...)
	expect()
	x.run(down, cli.ExitOK, "- dashboard \"node.rules / other\"\n", append(pager, "--prune")...)
	expect("Down (node.rules / node) 0")

	x.path = filepath.Join(filepath.Dir(x.path), "own.yaml")
	x.runFile("groups: []\n", cli.ExitOK, "own.yaml: has no groups", pager...)
	x.call(http.MethodPost, "/dashboards", `{"name":"own / node","tiles":[]}`)
	x.run(load, cli.ExitFail, `dashboards "own / node": has the name of what would be imported`, pager...)
	expect("Down (node.rules / node) 0")
}
