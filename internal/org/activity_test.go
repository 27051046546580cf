package org_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

func entry(id string) org.Activity {
	return org.Activity{
		ID: id, OrganizationID: "o", ServiceID: "s", Type: org.ActivityServiceName, TargetID: "t", KeyUpdate: org.KeyNameChanged,
		Actor:  org.Actor{Type: org.ActorAPI, ID: "k", Details: "ci", IPAddress: "192.0.2.1", UserAgent: "curl"},
		Before: `{"name":"a"}`, After: `{"name":"b"}`, CreatedAt: start(),
	}
}

func chain(count int) []org.Activity {
	entries := []org.Activity{}
	var last org.Activity
	for i := range count {
		last = entry(string(rune('a' + i))).Follow(last)
		entries = append(entries, last)
	}
	return entries
}

func TestVerifyAcceptsWhatFollowed(t *testing.T) {
	t.Parallel()
	entries := chain(5)
	if err := org.Verify(org.Activity{}, entries); err != nil {
		t.Errorf("whole log: %v", err)
	}
	if err := org.Verify(entries[1], entries[2:]); err != nil {
		t.Errorf("second page: %v", err)
	}
	if err := org.Verify(org.Activity{}, nil); err != nil {
		t.Errorf("empty log: %v", err)
	}
}

func TestVerifyNamesTheFirstBrokenEntry(t *testing.T) {
	t.Parallel()
	f := func(name string, damage func([]org.Activity) []org.Activity, id string) {
		t.Helper()
		err := org.Verify(org.Activity{}, damage(chain(5)))
		var broken *org.ChainError
		if !errors.As(err, &broken) || broken.ID != id || !strings.Contains(err.Error(), "("+id+")") {
			t.Errorf("%s: %v, want entry %s", name, err, id)
		}
	}
	type log = []org.Activity
	f("altered", func(l log) log { l[2].After = "{}"; l[4].After = "{}"; return l }, "c")
	f("altered and sealed again", func(l log) log { l[2].After = "{}"; l[2].Hash = org.Seal(l[2].PrevHash, l[2]); return l }, "d")
	f("one missing", func(l log) log { return append(l[:2], l[3:]...) }, "d")
	f("first missing", func(l log) log { return l[1:] }, "b")
	f("swapped", func(l log) log { l[1], l[2] = l[2], l[1]; return l }, "c")
	f("renumbered", func(l log) log { l[3].Sequence = 9; return l }, "d")
	f("other hash", func(l log) log { l[0].Hash[0] ^= 1; return l }, "a")
}

// Each field that is not the seal itself must count.
func TestSealCoversEveryField(t *testing.T) {
	t.Parallel()
	sealed := org.Seal(org.Hash{}, entry("a"))
	if org.Seal(org.Hash{1}, entry("a")) == sealed {
		t.Error("the hash before does not count")
	}
	var change func(t *testing.T, path string, field reflect.Value, whole *org.Activity)
	change = func(t *testing.T, path string, field reflect.Value, whole *org.Activity) {
		t.Helper()
		old := reflect.New(field.Type()).Elem()
		old.Set(field)
		switch value := field.Interface().(type) {
		case time.Time:
			field.Set(reflect.ValueOf(value.Add(time.Millisecond)))
		case org.Actor:
			for i := range field.NumField() {
				change(t, path+"."+field.Type().Field(i).Name, field.Field(i), whole)
			}
			return
		case int64:
			field.SetInt(value + 1)
		default:
			field.SetString(field.String() + "x")
		}
		if org.Seal(org.Hash{}, *whole) == sealed {
			t.Errorf("%s does not count", path)
		}
		field.Set(old)
	}
	changed := entry("a")
	fields := reflect.ValueOf(&changed).Elem()
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Name; name != "PrevHash" && name != "Hash" {
			change(t, name, fields.Field(i), &changed)
		}
	}
}

func TestSealKeepsNeighboursApart(t *testing.T) {
	t.Parallel()
	a, b := entry("a"), entry("a")
	a.Before, a.After = "xy", "z"
	b.Before, b.After = "x", "yz"
	if org.Seal(org.Hash{}, a) == org.Seal(org.Hash{}, b) {
		t.Error("text can move from one field to the next")
	}
}

// The seal must not change between versions: logs would no longer verify.
func TestSealIsStable(t *testing.T) {
	t.Parallel()
	const want = "cfc2dc9d065fe05058f1ff06dd2d2602d03b55fcc9ed58f6135996b92a304133"
	if got := entry("a").Follow(org.Activity{}).Hash.String(); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

func TestParseHash(t *testing.T) {
	t.Parallel()
	hash := org.Seal(org.Hash{}, entry("a"))
	if got, ok := org.ParseHash(hash.String()); !ok || got != hash {
		t.Errorf("ParseHash(%s) = %s, %t", hash, got, ok)
	}
	for _, text := range []string{"", "00", strings.Repeat("g", 64), strings.Repeat("0", 66)} {
		if _, ok := org.ParseHash(text); ok {
			t.Errorf("ParseHash(%q) is accepted", text)
		}
	}
}

func TestActorIsBounded(t *testing.T) {
	t.Parallel()
	got := org.Actor{Details: strings.Repeat("é", 300) + "\x00", UserAgent: "a\x00b\xff" + strings.Repeat("x", 600)}.Bounded()
	if len([]rune(got.Details)) != org.ActorDetailsCharsMax || len(got.UserAgent) != org.UserAgentCharsMax || !strings.HasPrefix(got.UserAgent, "abx") {
		t.Errorf("Bounded() = %+v", got)
	}
}

func TestActivityWords(t *testing.T) {
	t.Parallel()
	for command, want := range map[org.Command]org.ActivityType{"start": "service_start", "stop": "service_stop", "awake": "service_awaken"} {
		if got := command.Activity(); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
	f := func(from, to org.ServiceState, want org.ActivityType) {
		t.Helper()
		if got, ok := (org.Transition{From: from, To: to}).Activity(); got != want || ok != (want != "") {
			t.Errorf("%s to %s: %s, %t, want %s", from, to, got, ok, want)
		}
	}
	f("starting", "running", "service_running")
	f("running", "idle", "service_idle")
	f("idle", "awaking", "service_awaken")
	f("stopping", "stopped", "")
	f("provisioning", "provisioning", "")
}

func TestParseTimeRange(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		moment, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
	f := func(from, to string, want org.TimeRange, paths ...string) {
		t.Helper()
		got, err := org.ParseTimeRange(from, to)
		wantPaths(t, from+" "+to, err, paths...)
		if !got.From.Equal(want.From) || !got.To.Equal(want.To) {
			t.Errorf("ParseTimeRange(%s, %s) = %v, want %v", from, to, got, want)
		}
	}
	none := org.TimeRange{}
	f("", "", none)
	f("2026-11-01", "2026-11-01", org.TimeRange{From: at("2026-11-01T00:00:00Z"), To: at("2026-11-02T00:00:00Z")})
	f("2026-11-01T10:00:00.000Z", "", org.TimeRange{From: at("2026-11-01T10:00:00Z")})
	f("", "2026-11-01T10:00:00.123456+02:00", org.TimeRange{To: at("2026-11-01T08:00:00.123456Z")})
	f("2026-11-02", "2026-11-01T00:00:00Z", none, "to_date")
	f("yesterday", "2026-02-30", none, "from_date", "to_date")
	f("2026-11-01T10:00:00."+strings.Repeat("0", 40)+"Z", "", none, "from_date")
}
