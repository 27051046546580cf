package explore

import (
	"slices"
	"testing"
)

func TestNearestNames(t *testing.T) {
	t.Parallel()
	known := [][]string{
		{"ServiceName", "service", "service.name", "service_name"}, {"SeverityText", "level", "log.level", "severity", "severity_text"},
		{"http.response.status_code"}, {"http.route"}, {"http.request.method"}, {"user.id"}, {"duration_ms"}, {"k8s.pod.name"},
	}
	for name, want := range map[string][]string{
		"http.response.statuscode": {"http.response.status_code"},
		"http.rute":                {"http.route"},
		"servicename":              {"ServiceName"},
		"pod.name":                 {"k8s.pod.name"},
		"duration":                 {"duration_ms"},
		"userid":                   {"user.id"},
		"servce":                   {"service"},
		"elvel":                    {"level"},
		"servicname":               {"ServiceName"},
		"tenant":                   {},
		"x":                        {},
	} {
		if got := nearest(name, known); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// FuzzDistance holds the distance to what a metric is.
func FuzzDistance(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("elvel", "level")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 200 || len(b) > 200 {
			return
		}
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) || d < max(len(a), len(b))-min(len(a), len(b)) {
			t.Errorf("%q, %q: %d", a, b, d)
		}
	})
}
