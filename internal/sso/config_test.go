package sso_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/sso"
)

const good = `
providers:
  - id: acme
    name: Acme
    issuer: https://id.acme.example/realms/staff
    clientId: cairn
    clientSecretFile: SECRET
    scopes: [email]
    defaultRole: billing
    rules:
      - {claim: groups, value: admins, role: admin}
      - {claim: realm_access.roles, value: dev, role: developer, team: Payments}
`

func read(t *testing.T, text, secret string) (sso.Config, error) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "secret")
	if err := os.WriteFile(file, []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "sso.yaml")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "SECRET", file)), 0o600); err != nil {
		t.Fatal(err)
	}
	return sso.ReadConfig(path)
}

func TestConfigIsRead(t *testing.T) {
	t.Parallel()
	c, err := read(t, good, "hush\n")
	if err != nil || len(c.Providers) != 1 || c.Providers[0].ClientSecret != "hush" || len(c.Providers[0].Rules) != 2 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := sso.ReadConfig(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a file that is missing is read")
	}
}

func TestConfigNamesPlaceAndRule(t *testing.T) {
	t.Parallel()
	second := strings.Replace(good, "providers:", "", 1)
	for name, c := range map[string]struct{ from, to, want string }{
		"no list":        {good, "hello", "not a list of providers"},
		"empty list":     {good, "providers: []", "providers: must have 1 to 20 items"},
		"unknown field":  {"name: Acme", "label: Acme", `unknown field "label"`},
		"id":             {"id: acme", "id: Ac me", "providers[0].id: must be 1 to 32"},
		"id twice":       {good, good + second, "providers[1].id: must be unique; providers[1].issuer: must be unique"},
		"name":           {"name: Acme", "name: ' '", "providers[0].name: must be 1 to 64 characters"},
		"issuer":         {"issuer: https://id.acme.example/realms/staff", "issuer: http://id.acme.example", "providers[0].issuer: must be an https address"},
		"issuer's query": {"realms/staff", "realms/staff?x=1", "providers[0].issuer"},
		"client id":      {"clientId: cairn", "clientId: ''", "providers[0].clientId: must not be empty"},
		"two secrets":    {"scopes:", "clientSecret: hush-hush\n    scopes:", "providers[0].clientSecretFile: must not be given with clientSecret"},
		"secret missing": {"clientSecretFile: SECRET", "clientSecretFile: SECRET.not", "providers[0].clientSecretFile: open"},
		"scope":          {"scopes: [email]", "scopes: ['a b']", "providers[0].scopes[0]: must be one word"},
		"default role":   {"defaultRole: billing", "defaultRole: root", "providers[0].defaultRole: must be admin, developer or billing"},
		"claim":          {"claim: groups", "claim: ''", "providers[0].rules[0].claim: must not be empty"},
		"value":          {"value: dev", "value: ''", "providers[0].rules[1].value: must not be empty"},
		"role":           {"role: developer", "role: owner", "providers[0].rules[1].role: must be admin, developer or billing"},
		"role alone":     {"role: developer", "role: member", "providers[0].rules[1].role: must be admin, developer or billing"},
		"team role":      {"role: developer", "role: owner, teamRole: Member", "providers[0].rules[1].role: must be admin, developer, billing or member"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := strings.Replace(good, c.from, c.to, 1)
			_, err := read(t, text, "hush")
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush-hush") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if _, err := read(t, good, "\n"); err == nil || !strings.Contains(err.Error(), "the file is empty") {
		t.Errorf("an empty secret: %v", err)
	}
	if _, err := read(t, strings.Repeat("#", sso.ConfigBytesMax+1), ""); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("a long file: %v", err)
	}
}
