package org_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/org"
)

func TestKeyActive(t *testing.T) {
	t.Parallel()
	now := start()
	f := func(name string, key org.Key, want bool) {
		t.Helper()
		if got := key.Active(now); got != want {
			t.Errorf("%s: Active() = %t, want %t", name, got, want)
		}
	}
	f("enabled without expiry", org.Key{State: org.KeyEnabled}, true)
	f("disabled", org.Key{State: org.KeyDisabled}, false)
	f("expires now", org.Key{State: org.KeyEnabled, ExpireAt: now}, false)
	f("expires later", org.Key{State: org.KeyEnabled, ExpireAt: now.Add(time.Second)}, true)
}

func TestKeyHasAny(t *testing.T) {
	t.Parallel()
	key := org.Key{Roles: []org.Role{org.RoleDeveloper, org.RoleBilling}}
	if !key.HasAny(org.RoleAdmin, org.RoleBilling) || key.HasAny(org.RoleAdmin) || key.HasAny() {
		t.Error("HasAny does not look for one of the roles")
	}
}

func keyInput() org.KeyInput {
	return org.KeyInput{Name: "ci", Roles: []org.Role{org.RoleDeveloper}}
}

func TestNewKey(t *testing.T) {
	t.Parallel()
	want := org.Key{
		Name: "ci", Roles: []org.Role{org.RoleDeveloper}, State: org.KeyEnabled,
		IPAccessList: org.AnywhereRules(), CreatedAt: start(),
	}
	got, err := org.NewKey(keyInput(), start())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("NewKey() (-want +got):\n%s", diff)
	}
	closed := keyInput()
	closed.IPAccessList = &[]org.IPRule{}
	closed.ExpireAt = start().Add(time.Hour + 700*time.Millisecond)
	got, err = org.NewKey(closed, start())
	if err != nil || len(got.IPAccessList) != 0 || !got.ExpireAt.Equal(start().Add(time.Hour)) {
		t.Errorf("NewKey() = %+v, %v", got, err)
	}
}

func TestNewKeyRefuses(t *testing.T) {
	t.Parallel()
	f := func(name string, edit func(*org.KeyInput), paths ...string) {
		t.Helper()
		in := keyInput()
		edit(&in)
		_, err := org.NewKey(in, start())
		wantPaths(t, name, err, paths...)
	}
	f("no name", func(in *org.KeyInput) { in.Name = "" }, "name")
	f("name too long", func(in *org.KeyInput) { in.Name = strings.Repeat("x", org.NameCharsMax+1) }, "name")
	f("no role", func(in *org.KeyInput) { in.Roles = nil }, "roles")
	f("unknown role", func(in *org.KeyInput) { in.Roles = []org.Role{"admin", "root"} }, "roles.1")
	f("role twice", func(in *org.KeyInput) { in.Roles = []org.Role{"admin", "admin"} }, "roles.1")
	f("too many roles", func(in *org.KeyInput) { in.Roles = make([]org.Role, 4) }, "roles")
	f("unknown state", func(in *org.KeyInput) { in.State = "on" }, "state")
	f("expires now", func(in *org.KeyInput) { in.ExpireAt = start() }, "expireAt")
	f("expires within the second", func(in *org.KeyInput) { in.ExpireAt = start().Add(time.Millisecond) }, "expireAt")
	f("expires beyond RFC 3339", func(in *org.KeyInput) { in.ExpireAt = start().AddDate(8000, 0, 0) }, "expireAt")
	f("bad address", func(in *org.KeyInput) {
		in.IPAccessList = &[]org.IPRule{{Source: "10.0.0.0/8"}, {Source: "10.0.0.0/40", Description: strings.Repeat("x", 256)}}
	}, "ipAccessList.1.source", "ipAccessList.1.description")
	f("longest list", func(in *org.KeyInput) { in.IPAccessList = ipRules(org.IPRulesMax) })
	f("list too long", func(in *org.KeyInput) { in.IPAccessList = ipRules(org.IPRulesMax + 1) }, "ipAccessList")
	f("everything", func(in *org.KeyInput) {
		*in = org.KeyInput{State: "x", Hashes: &org.KeyHashes{}}
	}, "name", "roles", "state", "hashData.keyIdHash", "hashData.keySecretHash", "hashData.keyIdSuffix")
}

func ipRules(count int) *[]org.IPRule {
	rules := make([]org.IPRule, count)
	for i := range rules {
		rules[i].Source = fmt.Sprintf("192.0.%d.%d", i/256, i%256)
	}
	return &rules
}

func TestNewKeyWithHashes(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256([]byte("id"))
	good := base64.StdEncoding.EncodeToString(sum[:])
	f := func(name string, hashes org.KeyHashes, paths ...string) {
		t.Helper()
		in := keyInput()
		in.Hashes = &hashes
		key, err := org.NewKey(in, start())
		wantPaths(t, name, err, paths...)
		if err == nil && (!cmp.Equal(key.KeyIDHash, sum[:]) || !cmp.Equal(key.SecretHash, sum[:]) || key.KeyIDSuffix != hashes.KeyIDSuffix) {
			t.Errorf("%s: NewKey() = %+v", name, key)
		}
	}
	f("good", org.KeyHashes{KeyIDHash: good, KeyIDSuffix: "aB3-", KeySecretHash: good})
	f("hex hash", org.KeyHashes{KeyIDHash: strings.Repeat("ab", 32), KeyIDSuffix: "abcd", KeySecretHash: good}, "hashData.keyIdHash")
	f("short hash", org.KeyHashes{KeyIDHash: good, KeyIDSuffix: "abcd", KeySecretHash: "AAAA"}, "hashData.keySecretHash")
	f("line end in hash", org.KeyHashes{KeyIDHash: good, KeyIDSuffix: "abcd", KeySecretHash: good[:43] + "\n="}, "hashData.keySecretHash")
	f("long suffix", org.KeyHashes{KeyIDHash: good, KeyIDSuffix: "abcde", KeySecretHash: good}, "hashData.keyIdSuffix")
	f("colon in suffix", org.KeyHashes{KeyIDHash: good, KeyIDSuffix: "ab:d", KeySecretHash: good}, "hashData.keyIdSuffix")
	f("blank in suffix", org.KeyHashes{KeyIDHash: good, KeyIDSuffix: "ab d", KeySecretHash: good}, "hashData.keyIdSuffix")
}

func TestKeyApply(t *testing.T) {
	t.Parallel()
	in := keyInput()
	in.ExpireAt = start().Add(time.Hour)
	key, err := org.NewKey(in, start())
	if err != nil {
		t.Fatal(err)
	}
	later := start().Add(48 * time.Hour)
	f := func(name string, patch org.KeyPatch, want ...org.KeyUpdate) org.Key {
		t.Helper()
		got, updates, err := key.Apply(patch, later)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, updates); diff != "" {
			t.Errorf("%s: updates (-want +got):\n%s", name, diff)
		}
		return got
	}
	f("nothing", org.KeyPatch{})
	f("the same", org.KeyPatch{
		Name: ptr("ci"), Roles: &[]org.Role{org.RoleDeveloper}, State: ptr(org.KeyEnabled),
		ExpireAt: org.Given(key.ExpireAt), IPAccessList: ptr(org.AnywhereRules()),
	})
	f("everything", org.KeyPatch{
		Name: ptr("cd"), Roles: &[]org.Role{org.RoleAdmin}, State: ptr(org.KeyDisabled),
		ExpireAt: org.Given(later.Add(time.Hour)), IPAccessList: &[]org.IPRule{},
	}, org.KeyNameChanged, org.KeyRoleChanged, org.KeyDateChanged, org.KeyStateChanged, org.KeyIPChanged)
	if got := f("null clears the expiry", org.KeyPatch{ExpireAt: org.Null[time.Time]()}, org.KeyDateChanged); !got.ExpireAt.IsZero() {
		t.Errorf("ExpireAt = %s", got.ExpireAt)
	}
	_, _, err = key.Apply(org.KeyPatch{ExpireAt: org.Given(later), Name: ptr(""), Roles: &[]org.Role{}}, later)
	wantPaths(t, "bad patch", err, "name", "roles", "expireAt")
}

func TestKeyCantDeleteItself(t *testing.T) {
	t.Parallel()
	wantConflict(t, "itself", org.CheckKeyDelete("a", "a"), "can't delete itself")
	wantPaths(t, "another", org.CheckKeyDelete("a", "b"))
}
