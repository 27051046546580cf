package org_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func queryInput() org.QueryEndpointInput {
	return org.QueryEndpointInput{Roles: []org.QueryRole{org.QueryReadOnly}, KeyIDs: []string{warehouseID}, AllowedOrigins: "*"}
}

func TestQueryEndpointRules(t *testing.T) {
	t.Parallel()
	f := func(name string, edit func(*org.QueryEndpointInput), paths ...string) {
		t.Helper()
		in := queryInput()
		edit(&in)
		_, _, err := service().WithQueryEndpoint(in, "id")
		wantPaths(t, name, err, paths...)
	}
	type in = *org.QueryEndpointInput
	f("good", func(in) {})
	f("no keys", func(in in) { in.KeyIDs = nil })
	f("no roles", func(in in) { in.Roles = nil }, "roles")
	f("unknown role", func(in in) { in.Roles = []org.QueryRole{"root"} }, "roles.0")
	f("role twice", func(in in) { in.Roles = append(in.Roles, in.Roles...) }, "roles.1")
	f("no uuid", func(in in) { in.KeyIDs = []string{"k"} }, "openApiKeys.0")
	f("key twice", func(in in) { in.KeyIDs = append(in.KeyIDs, in.KeyIDs...) }, "openApiKeys.1")
	f("too many keys", func(in in) { in.KeyIDs = make([]string, org.QueryEndpointKeysMax+1) }, "openApiKeys")
	f("long origins", func(in in) { in.AllowedOrigins = strings.Repeat("x", org.QueryEndpointOriginsCharsMax+1) }, "allowedOrigins")
}

func TestQueryEndpointKeepsItsID(t *testing.T) {
	t.Parallel()
	s, kinds, err := service().WithQueryEndpoint(queryInput(), "first")
	if err != nil || len(kinds) != 1 || s.QueryEndpoint.ID != "first" {
		t.Fatalf("made: %v %v %v", s.QueryEndpoint, kinds, err)
	}
	if _, kinds, err := s.WithQueryEndpoint(queryInput(), "second"); err != nil || len(kinds) != 0 {
		t.Errorf("the same again: %v %v", kinds, err)
	}
	in := queryInput()
	in.AllowedOrigins = ""
	if next, kinds, err := s.WithQueryEndpoint(in, "second"); err != nil || len(kinds) != 1 || next.QueryEndpoint.ID != "first" {
		t.Errorf("changed: %v %v %v", next.QueryEndpoint, kinds, err)
	}
	s, _, err = s.WithoutQueryEndpoint()
	if err != nil || s.QueryEndpoint != nil {
		t.Errorf("removed: %v %v", s.QueryEndpoint, err)
	}
	if _, _, err := s.WithoutQueryEndpoint(); fault.KindOf(err) != fault.NotFound {
		t.Errorf("removed twice: %v", err)
	}
	s.State = org.ServiceTerminating
	_, _, err = s.WithQueryEndpoint(queryInput(), "late")
	wantConflict(t, "on its way out", err, "being deleted")
}

func TestQueryEndpointAllowsOrigin(t *testing.T) {
	t.Parallel()
	f := func(allowed, origin string, want bool) {
		t.Helper()
		if got := (org.QueryEndpoint{AllowedOrigins: allowed}).AllowsOrigin(origin); got != want {
			t.Errorf("%q allows %q: %t", allowed, origin, got)
		}
	}
	f("*", "https://a.example.com", true)
	f("", "https://a.example.com", false)
	f("https://a.example.com", "https://a.example.com", true)
	f("https://a.example.com/", "https://A.example.com", true)
	f("https://a.example.com", "http://a.example.com", false)
	f("https://b.example.com, a.example.com", "http://a.example.com:8080", true)
	f("a.example.com", "https://evil-a.example.com", false)
	f("a.example.com", "https://a.example.com.evil.com", false)
	f("*", "null", false)
	f("*", "", false)
}

func TestServiceUpgradeWindow(t *testing.T) {
	t.Parallel()
	window := org.UpgradeWindow{Weekday: 2, StartHourUTC: 6}
	s, kinds, err := service().WithUpgradeWindow(&window)
	if err != nil || len(kinds) != 1 || *s.UpgradeWindow != window {
		t.Fatalf("set: %v %v %v", s.UpgradeWindow, kinds, err)
	}
	again := window
	if _, kinds, err := s.WithUpgradeWindow(&again); err != nil || len(kinds) != 0 {
		t.Errorf("the same again: %v %v", kinds, err)
	}
	_, _, err = s.WithUpgradeWindow(&org.UpgradeWindow{Weekday: 9})
	wantPaths(t, "bad day", err, "weekday")
	if s, _, err = s.WithUpgradeWindow(nil); err != nil || s.UpgradeWindow != nil {
		t.Errorf("removed: %v %v", s.UpgradeWindow, err)
	}
	if _, _, err := s.WithUpgradeWindow(nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("removed twice: %v", err)
	}
}

func TestIdleTimeoutIsKeptWhileIdlingIsOff(t *testing.T) {
	t.Parallel()
	s := service()
	for _, patch := range []org.ScalingPatch{
		{IdleScaling: ptr(false)}, {IdleTimeoutMinutes: ptr(30)}, {NumReplicas: ptr(2)}, {IdleScaling: ptr(false)},
	} {
		var err error
		if s, _, err = s.Scale(patch); err != nil {
			t.Fatal(err)
		}
	}
	if s.Scaling.IdleTimeoutMinutes != 30 {
		t.Errorf("the timeout is %d", s.Scaling.IdleTimeoutMinutes)
	}
}
