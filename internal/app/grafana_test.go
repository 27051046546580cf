package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/prompb"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

const machines = "../grafana/testdata/node.json"

// labelsOf returns the labels by which series of a metric of a machine differ.
func labelsOf(metric string) []map[string]string {
	vary := func(name string, values ...string) []map[string]string {
		var all []map[string]string
		for _, value := range values {
			all = append(all, map[string]string{name: value})
		}
		return all
	}
	switch {
	case strings.HasPrefix(metric, "node_cpu"):
		return []map[string]string{{"cpu": "0", "mode": "idle"}, {"cpu": "0", "mode": "user"}, {"cpu": "1", "mode": "system"}, {"cpu": "1", "mode": "iowait"}}
	case strings.HasPrefix(metric, "node_filesystem"):
		return []map[string]string{{"mountpoint": "/", "device": "/dev/sda1", "fstype": "ext4"}, {"mountpoint": "/data", "device": "/dev/sdb1", "fstype": "xfs"}}
	case strings.HasPrefix(metric, "node_disk"):
		return vary("device", "sda", "sdb")
	case strings.HasPrefix(metric, "node_network"):
		return vary("device", "eth0", "lo")
	case strings.HasPrefix(metric, "node_scrape"):
		return vary("collector", "cpu", "disk")
	case strings.HasSuffix(metric, "_bucket"):
		return vary("le", "0.1", "0.5", "1", "+Inf")
	}
	return []map[string]string{{}}
}

// machineSeries returns half an hour of all metrics that a dashboard names.
func machineSeries(dashboard []byte, now time.Time) []prompb.TimeSeries {
	names := map[string]bool{"node_uname_info": true}
	for _, name := range regexp.MustCompile(`(?:node|http)_\w+`).FindAllString(string(dashboard), -1) {
		names[name] = true
	}
	var all []prompb.TimeSeries
	for _, name := range slices.Sorted(maps.Keys(names)) {
		for i, differing := range labelsOf(name) {
			differing["__name__"], differing["instance"], differing["job"] = name, "host:9100", "node"
			var series prompb.TimeSeries
			for _, key := range slices.Sorted(maps.Keys(differing)) {
				series.Labels = append(series.Labels, prompb.Label{Name: key, Value: differing[key]})
			}
			for age := 30 * time.Minute; age >= 0; age -= 30 * time.Second {
				value := math.Round((31*time.Minute - age).Seconds()) * float64(i+1)
				series.Samples = append(series.Samples, prompb.Sample{Value: value, Timestamp: now.Add(-age).UnixMilli()})
			}
			all = append(all, series)
		}
	}
	return all
}

func remoteWrite(t *testing.T, s *apptest.Server, series []prompb.TimeSeries) {
	t.Helper()
	if status, _ := sendRemoteWrite(t, s, prompb.WriteRequest{Timeseries: series}); status != http.StatusNoContent {
		t.Fatal(status)
	}
}

type importedBoard struct {
	ID, Name string
	Tags     []string
	Filters  []struct {
		ID, Name, Expression, Where, VariableName string
		DefaultValues                             []string
	}
	Tiles []struct {
		ID, Name string
		Config   json.RawMessage
	}
}

// TestImportedDashboardIsDrawn imports a dashboard of machines into a server that has
// their metrics, and reads every tile and every choice of its filters.
func TestImportedDashboardIsDrawn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	text, err := os.ReadFile(machines)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	series := machineSeries(text, now)
	remoteWrite(t, s, series)
	env := map[string]string{"CAIRN_URL": s.URL(app.RoleStack), "CAIRN_TOKEN": s.Installation.AccessKey}
	if got := clitest.Run(t, env, "import", "grafana", machines); got.Code != cli.ExitPartly || !strings.Contains(got.Stdout, "1 created") {
		t.Fatalf("%+v", got)
	}
	x := &ruleTool{t: t, s: s}
	var list struct{ Data []importedBoard }
	if err := json.Unmarshal(x.call(http.MethodGet, "/dashboards", ""), &list); err != nil || len(list.Data) != 1 {
		t.Fatal(err, list)
	}
	board := list.Data[0]
	testkit.Eventually(t, time.Minute, "the samples are stored", func() bool {
		return storedSeries(t, x) == len(series)
	})
	variables := drawnVariables(t, x, board)
	for _, tile := range board.Tiles {
		body := fmt.Sprintf(`{"tile":{"config":%s},"startTime":%d,"endTime":%d,"variables":%s}`, tile.Config, now.Add(-20*time.Minute).UnixMilli(), now.UnixMilli(), variables)
		var drawn struct {
			Data struct{ Rows []any }
		}
		if err := json.Unmarshal(x.call(http.MethodPost, "/charts/tile", body), &drawn); err != nil {
			t.Fatal(err)
		}
		isEmpty := len(drawn.Data.Rows) == 0
		if isText := strings.Contains(string(tile.Config), `"markdown"`); isEmpty != isText {
			t.Errorf("%s has %d rows: %s", tile.Name, len(drawn.Data.Rows), tile.Config)
		}
	}
}

// storedSeries returns how many series there are; kinds of metrics are stored one
// after the other.
func storedSeries(t *testing.T, x *ruleTool) int {
	t.Helper()
	query := testkit.Scenario{Path: "/prometheus/api/v1/series?match[]=" + url.QueryEscape(`{job="node"}`), Headers: bearer(x.s.Installation.AccessKey)}
	var found struct{ Data []any }
	if err := json.Unmarshal([]byte(query.Send(t, x.s.URL(app.RoleStack)).Body), &found); err != nil {
		t.Fatal(err)
	}
	return len(found.Data)
}

// drawnVariables returns what tiles are asked with, after it has read all values of
// filters.
func drawnVariables(t *testing.T, x *ruleTool, board importedBoard) string {
	t.Helper()
	type chosen struct {
		Name   string   `json:"name"`
		Values []string `json:"values"`
	}
	variables := []chosen{}
	for _, f := range board.Filters {
		one := chosen{f.VariableName, append([]string{}, f.DefaultValues...)}
		if f.Expression != "" {
			sent, err := json.Marshal(map[string]any{"label": f.Expression, "where": f.Where, "variables": variables})
			if err != nil {
				t.Fatal(err)
			}
			var found struct{ Data []string }
			if err := json.Unmarshal(x.call(http.MethodPost, "/search/label-values", string(sent)), &found); err != nil || len(found.Data) == 0 {
				t.Fatalf("%s has no values: %v", f.Name, err)
			}
			one.Values = found.Data[:1]
		}
		variables = append(variables, one)
	}
	text, err := json.Marshal(variables)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestGrafanaDashboardsAreUpdated imports files again, of the same and of another uid.
func TestGrafanaDashboardsAreUpdated(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	x := &ruleTool{t: t, s: s}
	env := map[string]string{"CAIRN_URL": s.URL(app.RoleStack), "CAIRN_TOKEN": s.Installation.AccessKey}
	path := filepath.Join(t.TempDir(), "board.json")
	run := func(text string, code int, want string, options ...string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got := clitest.Run(t, env, append([]string{"import", "grafana", path}, options...)...)
		if got.Code != code || !strings.Contains(got.Stdout+got.Stderr, want) {
			t.Errorf("%s: %+v, want %d %s", text, got, code, want)
		}
	}
	board := func(uid, title, more string) string {
		return `{"uid":"` + uid + `","title":"` + title + `","panels":[{"id":1,"type":"timeseries","title":"Up","gridPos":{"x":0,"y":0,"w":12,"h":8},"targets":[{"expr":"up","refId":"A"}]}` + more + `]}`
	}
	const text = `,{"id":2,"type":"text","title":"Note","options":{"mode":"markdown","content":"hello"}}`
	run(`{}`, cli.ExitFail, "is not a dashboard of Grafana")
	run(board("a", "One", ""), cli.ExitOK, `+ dashboard "One"`, "--dry-run")
	run(board("a", "One", ""), cli.ExitOK, "1 created, 0 updated, 0 unchanged")
	run(board("a", "One", ""), cli.ExitOK, "0 created, 0 updated, 1 unchanged")
	run(board("a", "Renamed", text), cli.ExitOK, `~ dashboard "Renamed"`)
	x.call(http.MethodPost, "/dashboards", `{"name":"Copy","tiles":[],"tags":["grafana","grafana:a"]}`)
	run(board("a", "Renamed", text), cli.ExitOK, `imported before as dashboard "Renamed" (`)
	run(board("a", "Renamed", text), cli.ExitOK, "0 created, 0 updated, 1 unchanged")
	run(board("b", "Renamed", `,{"id":3,"type":"logs","title":"Logs"}`), cli.ExitPartly, "left out: The panel is not imported: its type \"logs\" has no counterpart here.")
	x.call(http.MethodPost, "/dashboards", `{"name":"Own","tiles":[]}`)
	run(board("c", "Own", ""), cli.ExitOK, `+ dashboard "Own"`)
	var list struct{ Data []importedBoard }
	if err := json.Unmarshal(x.call(http.MethodGet, "/dashboards", ""), &list); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range list.Data {
		names = append(names, fmt.Sprintf("%s %v %d", b.Name, b.Tags, len(b.Tiles)))
	}
	slices.Sort(names)
	want := []string{"Copy [grafana grafana:a] 0", "Own [] 0", "Own [grafana grafana:c] 1", "Renamed [grafana grafana:a] 2", "Renamed [grafana grafana:b] 1"}
	if !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}
