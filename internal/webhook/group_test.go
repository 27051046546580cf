package webhook_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/alerting"
)

// TestAGroupWithoutNamesIsNotNamed has a series without labels, such as vector(1),
// be told of to each service: its key is a hash, which says nothing to anybody.
func TestAGroupWithoutNamesIsNotNamed(t *testing.T) {
	t.Parallel()
	n := onTile()
	n.Group = alerting.Group{Key: "e3f4b9b1", Values: []alerting.GroupValue{}}
	if got := string(deliver(t, n, nil).Body); strings.Count(got, "e3f4b9b1") != 1 || !strings.Contains(got, `"key":"e3f4b9b1"`) {
		t.Errorf("%s: only the key of the group may be its hash", got)
	}
	if got := own(t, n, "{{body}} {{title}} <{{group}}>"); strings.Contains(got, "e3f4b9b1") || strings.Contains(got, "Group") || !strings.HasSuffix(got, "<>") {
		t.Error(got)
	}
	n.Group.Values = []alerting.GroupValue{{Name: "job", Value: "api"}}
	if got := own(t, n, "{{body}}"); !strings.Contains(got, `Group: job=api`) {
		t.Error(got)
	}
}
