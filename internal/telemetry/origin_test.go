package telemetry_test

import (
	"math"
	"testing"

	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestServiceName(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		attributes [][2]string
		want       string
	}{
		"its_name":                     {[][2]string{{"host.name", "h"}, {"service.name", "cart"}}, "cart"},
		"its_name_before_all_others":   {[][2]string{{"k8s.deployment.name", "d"}, {"service.name", "cart"}, {"container.name", "c"}}, "cart"},
		"deployment_before_container":  {[][2]string{{"container.name", "c"}, {"k8s.deployment.name", "d"}}, "d"},
		"container":                    {[][2]string{{"container.name", "c"}}, "c"},
		"empty_name_is_none":           {[][2]string{{"service.name", ""}, {"k8s.job.name", "j"}}, "j"},
		"executable_qualifies_unknown": {[][2]string{{"process.executable.name", "nginx"}}, "unknown_service:nginx"},
		"nothing":                      {nil, "unknown_service"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := telemetry.NewRows(telemetry.Logs)
			w := rows.Write(telemetry.Limits{}, receipt())
			list := w.BeginResource()
			for _, attribute := range c.attributes {
				list.Text([]byte(attribute[0]), []byte(attribute[1]))
			}
			if got := string(rows.Texts.Text(w.EndResource(nil).Service)); got != c.want {
				t.Errorf("service = %q, want %q", got, c.want)
			}
		})
	}
}

func TestServiceName_that_is_no_text_is_none(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, receipt())
	w.BeginResource().Int([]byte("service.name"), 7)
	if got := string(rows.Texts.Text(w.EndResource(nil).Service)); got != telemetry.UnknownService {
		t.Errorf("service = %q", got)
	}
}

func TestResource_is_canonical_JSON(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, receipt())
	list := w.BeginResource()
	list.Text([]byte("z"), []byte("q\" \\ \n\r\t\x01 é"))
	list.Bool([]byte("b"), true)
	list.Int([]byte(`a"`), -5)
	list.Float([]byte("f"), 0.25)
	want := `{"a\"":"-5","b":"true","f":"0.25","z":"q\" \\ \n\r\t\u0001 é"}`
	if got := string(rows.Texts.Text(w.EndResource(nil).Resource)); got != want {
		t.Errorf("resource = %s, want %s", got, want)
	}
}

func TestAppendFloat(t *testing.T) {
	t.Parallel()
	cases := map[float64]string{
		0: "0", 5: "5", -1.5: "-1.5", 0.000001: "0.000001", 1e-7: "1e-7", -2.5e-10: "-2.5e-10", 1e20: "100000000000000000000", 1e21: "1e+21",
		math.Inf(1): "Infinity", math.Inf(-1): "-Infinity", math.MaxFloat64: "1.7976931348623157e+308",
	}
	for value, want := range cases {
		if got := string(telemetry.AppendFloat(nil, value)); got != want {
			t.Errorf("AppendFloat(%g) = %s, want %s", value, got, want)
		}
	}
	if got := string(telemetry.AppendFloat(nil, math.NaN())); got != "NaN" {
		t.Errorf("AppendFloat(NaN) = %s", got)
	}
}

// TestSeries_stay_the_same holds the hash that is stored with every point.
func TestSeries_stay_the_same(t *testing.T) {
	t.Parallel()
	points := &filled(t, telemetry.Metrics, 0, 11).Points[telemetry.Gauge]
	want := []uint64{0x57a19cbd9922851a, 0x9a48e3bd717b8eda, 0x75f2f2f32a38d570}
	for i, series := range points.Series {
		if series != want[i] {
			t.Errorf("series %d = %#x, want %#x", i, series, want[i])
		}
	}
}
