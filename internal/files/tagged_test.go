package files

import (
	"fmt"
	"slices"
	"testing"
)

// TestOldestWithTagIsFirst has all orders of a list lead to the same dashboard.
func TestOldestWithTagIsFirst(t *testing.T) {
	t.Parallel()
	made := []map[string]any{
		{"id": "c", "createdAt": "2026-11-01T00:00:00.000Z", "tags": []any{"grafana", "grafana:a"}},
		{"id": "a", "createdAt": "2026-11-02T00:00:00.000Z", "tags": []any{"grafana:a"}},
		{"id": "b", "createdAt": "2026-11-03T00:00:00.000Z", "tags": []any{"x", "grafana:a"}},
		{"id": "d", "createdAt": "2026-10-01T00:00:00.000Z", "tags": []any{"grafana:ab", "grafana"}},
		{"id": "e", "createdAt": "2026-10-01T00:00:00.000Z"},
	}
	for first := range made {
		l := &live{resources: map[Kind][]Resource{}}
		for _, record := range slices.Concat(made[first:], made[:first]) {
			l.add(Dashboards, record)
		}
		var ids []string
		for _, r := range l.tagged(Dashboards, "grafana:a") {
			ids = append(ids, r.ID)
		}
		if got := fmt.Sprint(ids); got != "[c a b]" {
			t.Errorf("from %d: %s", first, got)
		}
	}
}
