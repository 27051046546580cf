package check_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// request is one of a client.
type request struct {
	method, path string
	form         url.Values
	alike        alike
}

// alike is by how much an answer is that of Prometheus.
type alike int

const (
	equal  alike = iota // series in any order, numbers within the tolerance
	fields              // the names of fields
	size                // as many
)

// grafanaRequests returns what Grafana's data source sends: on its test, for its
// query builder, for variables, and for panels.
func (b beside) grafanaRequests() []request {
	between := func(pairs ...string) url.Values {
		form := url.Values{"start": {seconds(b.end - rangeSeconds*1000)}, "end": {seconds(b.end)}}
		for i := 0; i < len(pairs); i += 2 {
			form.Add(pairs[i], pairs[i+1])
		}
		return form
	}
	const post, get = http.MethodPost, http.MethodGet
	at := seconds(b.end)
	return []request{
		{get, "status/buildinfo", nil, fields},
		{post, "query", url.Values{"query": {"1+1"}, "time": {at}}, equal},
		{get, "query", url.Values{"query": {"up"}, "time": {at}}, equal},
		{post, "query", url.Values{"query": {"count(up) by (job)"}, "time": {time.UnixMilli(b.end).UTC().Format(time.RFC3339Nano)}}, equal},
		{post, "query_range", between("query", `sum(rate(node_cpu_seconds_total{mode!="idle"}[10s])) by (mode)`, "step", "15"), equal},
		{get, "query_range", between("query", "node_load1", "step", "5s"), equal},
		{get, "labels", between(), equal},
		{post, "labels", between("match[]", "up", "match[]", "node_load1"), equal},
		{get, "label/__name__/values", between(), equal},
		{get, "label/job/values", between("match[]", `{__name__=~"node_.*"}`), equal},
		{get, "label/mode/values", between("match[]", "node_cpu_seconds_total", "limit", "40000"), equal},
		{get, "label/nothing/values", between(), equal},
		{post, "series", between("match[]", "up", "match[]", `{__name__="node_cpu_seconds_total",cpu="0"}`), equal},
		{get, "series", between("match[]", "cairn_wal_bytes_total", "limit", "1000"), equal},
		{get, "metadata", url.Values{"metric": {"node_cpu_seconds_total"}}, equal},
		{get, "metadata", url.Values{"metric": {"cairn_engine_call_seconds"}, "limit": {"1"}}, equal},
		{get, "metadata", url.Values{"limitPerMetric": {"1"}, "limit": {"5"}}, size},
		{post, "query_exemplars", between("query", "cairn_engine_call_seconds_bucket"), equal},
		{get, "rules", nil, equal},
		{get, "alerts", nil, equal},
	}
}

// replayGrafana sends what Grafana sends, to both.
func (b beside) replayGrafana(t *testing.T) {
	for _, r := range b.grafanaRequests() {
		t.Run(fmt.Sprint(r.method, " ", r.path, "?", r.form.Encode()), func(t *testing.T) {
			want, err := b.prometheus.replay(t, r)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.cairn.replay(t, r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := r.alike.diff(got, want); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func (a alike) diff(got, want any) string {
	object, isObject := got.(map[string]any)
	switch {
	case a == fields && isObject:
		return cmp.Diff(slices.Sorted(maps.Keys(want.(map[string]any))), slices.Sorted(maps.Keys(object)))
	case a == size && isObject:
		return cmp.Diff(len(want.(map[string]any)), len(object))
	}
	inAnyOrder := cmpopts.SortSlices(func(a, b any) bool { return fmt.Sprint(a) < fmt.Sprint(b) })
	return cmp.Diff(want, got, inAnyOrder, cmp.Comparer(sameText))
}

// sameText reports whether texts are equal, or numbers within the tolerance.
func sameText(a, b string) bool {
	var x, y float64
	_, notX := fmt.Sscanf(a, "%g", &x)
	_, notY := fmt.Sscanf(b, "%g", &y)
	return a == b || notX == nil && notY == nil && same(x, y)
}

// replay sends a request and returns the data of its answer.
func (s *store) replay(t *testing.T, r request) (any, error) {
	address, body := s.queryURL+"/api/v1/"+r.path, ""
	if r.method == http.MethodGet {
		address += "?" + r.form.Encode()
	} else {
		body = r.form.Encode()
	}
	request, err := http.NewRequestWithContext(t.Context(), r.method, address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	s.authorize(request)
	text, err := exchange(request)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Status string
		Data   any
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Status != "success" {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	return answer.Data, nil
}

// runPromtool runs the subcommands of promtool that ask, on both.
func (b beside) runPromtool(t *testing.T) {
	start, end := "--start="+seconds(b.end-rangeSeconds*1000), "--end="+seconds(b.end)
	for _, command := range [][]string{
		{"instant", "--time=" + seconds(b.end), "SERVER", `sort_desc(max by (job) (up))`},
		{"instant", "--format=json", "--time=" + seconds(b.end), "SERVER", "node_load1"},
		{"range", start, end, "--step=5s", "SERVER", "node_load1"},
		{"series", start, end, "--match=up", "--match=node_load1", "SERVER"},
		{"labels", start, end, "SERVER", "job"},
		{"labels", start, end, "--match=node_cpu_seconds_total", "SERVER", "mode"},
	} {
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			want, got := b.prometheus.promtool(t, command), b.cairn.promtool(t, command)
			if want != got || want == "" {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		})
	}
}

// promtool returns what promtool prints. Its key goes as the password of the address.
func (s *store) promtool(t *testing.T, command []string) string {
	t.Helper()
	server := s.queryURL
	if s.queryKey != "" {
		server = strings.Replace(server, "://", "://promtool:"+s.queryKey+"@", 1)
	}
	args := []string{"query"}
	for _, arg := range command {
		if arg == "SERVER" {
			arg = server
		}
		args = append(args, arg)
	}
	var failed bytes.Buffer
	run := exec.CommandContext(t.Context(), "promtool", args...)
	run.Stderr = &failed
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &failed)
	}
	return string(out)
}
