package stack_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
)

// tagged returns what becomes of tags that are sent with each kind of record.
func tagged() map[string]func(tags string) ([]string, error) {
	return map[string]func(string) ([]string, error){
		"dashboard": func(tags string) ([]string, error) {
			d, err := save(stack.DashboardSpec{}, `{"name":"n","tiles":[],"tags":`+tags+`}`)
			return d.Tags, err
		},
		"saved search": func(tags string) ([]string, error) {
			s, err := savedSearch(stack.SavedSearchSpec{}, `{`+fiveHundreds+`,"tags":`+tags+`}`)
			return s.Tags, err
		},
		"alert": func(tags string) ([]string, error) {
			a, err := alert(stack.AlertSpec{}, `{`+onTile+`,`+limits+`,`+hook+`,"tags":`+tags+`}`)
			return a.Tags, err
		},
	}
}

func TestTagsAreTrimmedBeforeTheyAreComparedAndMeasured(t *testing.T) {
	t.Parallel()
	longest := text(stack.TagCharsMax)
	f := func(tags string, want ...string) {
		t.Helper()
		for kind, apply := range tagged() {
			got, err := apply(tags)
			if err != nil {
				t.Fatalf("%s with %s: %v", kind, tags, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s with %s (-want +got):\n%s", kind, tags, diff)
			}
		}
	}
	f(`[" shop","shop ","\tshop\n","two words"]`, "shop", "two words")
	f(`["\u00a0shop\u2003"]`, "shop")
	f(`["b","a","b"]`, "b", "a")
	f(`["  `+longest+`  "]`, longest)
}

func TestBlankTags(t *testing.T) {
	t.Parallel()
	for _, blank := range []string{``, ` `, `\t\n`, `\u00a0`} {
		for kind, apply := range tagged() {
			got, err := apply(`["a","` + blank + `"]`)
			if kind == "alert" {
				expectMessage(t, kind, err, "tags.1: must not be blank")
			} else if err != nil || strings.Join(got, ",") != "a" {
				t.Errorf("%s with %q: %q, %v; a blank tag is dropped", kind, blank, got, err)
			}
		}
	}
}
