package telemetry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/telemetry"
)

func labels(texts ...string) (all []telemetry.Label) {
	for i := 0; i < len(texts); i += 2 {
		all = append(all, telemetry.Label{Name: []byte(texts[i]), Value: []byte(texts[i+1])})
	}
	return all
}

func TestLabels_become_attributes_and_name_the_origin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		labels                        []telemetry.Label
		attributes, resource, service string
	}{
		"none":     {nil, ``, ``, telemetry.UnknownService},
		"job":      {labels("job", "api"), `{"job":"api"}`, `{"service.name":"api"}`, "api"},
		"instance": {labels("instance", "h:1"), `{"instance":"h:1"}`, `{"service.instance.id":"h:1"}`, telemetry.UnknownService},
		"all": {
			labels("a", "1\"", "instance", "h:1", "job", "api"), `{"a":"1\"","instance":"h:1","job":"api"}`,
			`{"service.instance.id":"h:1","service.name":"api"}`, "api",
		},
	} {
		rows := telemetry.NewRows(telemetry.Metrics)
		got, ok := rows.Write(telemetry.Limits{}, receipt()).Labels(c.labels)
		if !ok || string(rows.Texts.Text(got.Attributes)) != c.attributes {
			t.Errorf("%s: attributes %s, %t", name, rows.Texts.Text(got.Attributes), ok)
		}
		origin := rows.Origins()[got.Origin]
		if string(rows.Texts.Text(origin.Resource)) != c.resource || string(rows.Texts.Text(origin.Service)) != c.service ||
			string(rows.Texts.Text(origin.ScopeName)) != telemetry.PrometheusScope {
			t.Errorf("%s: resource %s of %s", name, rows.Texts.Text(origin.Resource), rows.Texts.Text(origin.Service))
		}
	}
}

func TestLabels_that_are_too_long_are_not_cut(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{OriginBytes: 20}, receipt())
	if _, ok := w.Labels(labels("a", strings.Repeat("x", 20))); ok || rows.Texts.Len() != 1 {
		t.Errorf("taken: %d texts", rows.Texts.Len())
	}
}

func TestMetadata_of_a_request_is_collapsed(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{KeyBytes: 10}, receipt())
	for _, m := range [][3]string{{"a", "counter", "first"}, {"b", "gauge", ""}, {"a", "gauge", "last"}, {"", "gauge", "x"}, {"much too long", "", ""}} {
		w.Metadata(&telemetry.Metadata{Metric: []byte(m[0]), Type: []byte(m[1]), Unit: []byte("s"), Help: []byte(m[2])})
	}
	outcome := w.End()
	var got []string
	for row := range rows.Metadata.Time {
		c := &rows.Metadata
		for _, number := range []uint32{c.Metric[row], c.Type[row], c.Unit[row], c.Help[row]} {
			got = append(got, string(rows.Texts.Text(number)))
		}
	}
	if diff := cmp.Diff([]string{"a", "gauge", "s", "last", "b", "gauge", "s", ""}, got); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	if outcome.Accepted != 2 || rows.Len() != 2 || outcome.Count(telemetry.CutMetadata) != 2 {
		t.Errorf("outcome %+v, %d rows", outcome, rows.Len())
	}
}

func TestMetadata_is_joined_and_taken_back_with_the_rows(t *testing.T) {
	t.Parallel()
	rows, other := telemetry.NewRows(telemetry.Metrics), telemetry.NewRows(telemetry.Metrics)
	describe := func(to *telemetry.Rows, metric string) {
		w := to.Write(telemetry.Limits{}, receipt())
		w.Metadata(&telemetry.Metadata{Metric: []byte(metric), Type: []byte("gauge"), Help: []byte("help of " + metric)})
		w.End()
	}
	describe(rows, "a")
	mark, size := rows.Mark(), rows.Bytes()
	describe(other, "unused")
	describe(other, "b")
	if err := rows.Append(other); err != nil || rows.Len() != 3 {
		t.Fatalf("%v, %d rows", err, rows.Len())
	}
	if got := string(rows.Texts.Text(rows.Metadata.Help[2])); got != "help of b" {
		t.Errorf("help = %q", got)
	}
	blocks := rows.Blocks()
	if len(blocks) != 1 || blocks[0].Table != telemetry.MetadataTable || blocks[0].Len() != 3 {
		t.Errorf("blocks = %v", blocks)
	}
	if rows.Truncate(mark); rows.Len() != 1 || rows.Bytes() != size {
		t.Errorf("%d rows of %d bytes, want 1 of %d", rows.Len(), rows.Bytes(), size)
	}
}
