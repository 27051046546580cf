package org_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestTagFilterMatch(t *testing.T) {
	t.Parallel()
	tags := []org.Tag{{Key: "env", Value: "prod"}, {Key: "team", Value: "a"}, {Key: "bare"}}
	f := func(want bool, values ...string) {
		t.Helper()
		filter, err := org.ParseTagFilter(values)
		if err != nil {
			t.Fatalf("ParseTagFilter(%q): %v", values, err)
		}
		if got := filter.Match(tags); got != want {
			t.Errorf("Match(%q) = %t, want %t", values, got, want)
		}
	}
	f(true)
	f(true, "tag:env=prod")
	f(false, "tag:env=test")
	f(false, "tag:ENV=prod")
	f(true, "tag:bare=")
	f(false, "tag:env=")
	f(true, "tag:env=prod", "tag:team=a")
	f(false, "tag:env=prod", "tag:team=b")
	f(true, "tag:env=test", "tag:env=prod")
	f(false, "tag:absent=x")
}

func TestParseTagFilterRefuses(t *testing.T) {
	t.Parallel()
	f := func(value string) {
		t.Helper()
		_, err := org.ParseTagFilter([]string{value})
		wantPaths(t, value, err, "filter")
		if err != nil && value != "" && strings.Contains(err.Error(), value+"x") {
			t.Errorf("the message echoes %q", value)
		}
	}
	f("")
	f("env=prod")
	f("tag:env")
	f("tag:=prod")
	f("tag:a b=c")
	f("tag:a=b=c")
	f("TAG:a=b")
	f("tag:" + strings.Repeat("k", org.TagKeyCharsMax+1) + "=v")
	f("tag:k=" + strings.Repeat("v", org.TagValueCharsMax+1))
	_, err := org.ParseTagFilter(make([]string, org.TagFiltersMax+1))
	wantPaths(t, "too many", err, "filter")
}

func FuzzParseTagFilter(f *testing.F) {
	for _, seed := range []string{"tag:a=b", "tag:a=", "tag:=", "x", "tag:a=b=c", "tag:é=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		filter, err := org.ParseTagFilter([]string{value})
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("ParseTagFilter(%q): %v, want Invalid", value, err)
			}
			return
		}
		key, text, _ := strings.Cut(strings.TrimPrefix(value, "tag:"), "=")
		if !filter.Match([]org.Tag{{Key: key, Value: text}}) || filter.Match(nil) {
			t.Errorf("%q does not match exactly its own tag", value)
		}
	})
}
