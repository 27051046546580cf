// Package sso lets people sign in at OpenID Connect providers: authorization
// code flow with PKCE, and rules that make roles of claims.
package sso

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Bounds of the file that lists the providers.
const (
	ConfigBytesMax    = 1 << 20
	SecretBytesMax    = 64 << 10
	ProvidersMax      = 20
	RulesPerProvider  = 500
	nameCharsMax      = 64
	scopesPerProvider = 50
)

// Config is the file that lists the providers.
type Config struct {
	Providers []Provider `yaml:"providers"`
}

// Provider is where people sign in.
type Provider struct {
	ID               string   `yaml:"id"`   // in addresses
	Name             string   `yaml:"name"` // on the button
	Issuer           string   `yaml:"issuer"`
	ClientID         string   `yaml:"clientId"`
	ClientSecret     string   `yaml:"clientSecret"` // empty: a public client
	ClientSecretFile string   `yaml:"clientSecretFile"`
	Scopes           []string `yaml:"scopes"`
	TrustsEmail      bool     `yaml:"trustEmail"` // addresses count as verified
	DefaultRole      org.Role `yaml:"defaultRole"`
	Rules            []Rule   `yaml:"rules"`
}

// Rule gives a role to those whose claim has the value.
type Rule struct {
	Claim string   `yaml:"claim"` // dots lead into objects
	Value string   `yaml:"value"`
	Role  org.Role `yaml:"role"` // in the organization; with teamRole: member unless given
	Team  string   `yaml:"team"` // name or id; empty: all

	TeamRole string `yaml:"teamRole"` // name of a role in the team; empty: it follows from Role
}

var idPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// ReadConfig reads the file and the secrets that it names. An error names the
// place and the rule, and never a value.
func ReadConfig(path string) (Config, error) {
	text, err := readFile(path, ConfigBytesMax)
	if err != nil {
		return Config{}, err
	}
	var c Config
	if err := yaml.UnmarshalWithOptions(text, &c, yaml.Strict()); err != nil {
		return Config{}, fmt.Errorf("the file is not a list of providers: %s", yaml.FormatError(err, false, false))
	}
	if err := c.check(); err != nil {
		return Config{}, err
	}
	for i := range c.Providers {
		if err := c.Providers[i].readSecret(); err != nil {
			return Config{}, fmt.Errorf("providers[%d].clientSecretFile: %w", i, err)
		}
	}
	return c, nil
}

func readFile(path string, bytesMax int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, bytesMax+1))
	if err == nil && int64(len(text)) > bytesMax {
		err = fmt.Errorf("the file is larger than %d bytes", bytesMax)
	}
	return text, err
}

func (p *Provider) readSecret() error {
	if p.ClientSecretFile == "" {
		return nil
	}
	text, err := readFile(p.ClientSecretFile, SecretBytesMax)
	if err != nil {
		return err
	}
	p.ClientSecret = strings.TrimSpace(string(text))
	if p.ClientSecret == "" {
		return errors.New("the file is empty")
	}
	return nil
}

// broken collects what is wrong with a file.
type broken []string

func (b *broken) unless(ok bool, place, rule string) {
	if !ok {
		*b = append(*b, place+": "+rule)
	}
}

// check returns an error that names every broken rule.
func (c Config) check() error {
	var wrong broken
	wrong.unless(len(c.Providers) > 0 && len(c.Providers) <= ProvidersMax, "providers", fmt.Sprintf("must have 1 to %d items", ProvidersMax))
	for i, p := range c.Providers {
		place := fmt.Sprintf("providers[%d]", i)
		p.check(&wrong, place)
		same := func(other Provider) bool { return other.ID == p.ID }
		wrong.unless(!slices.ContainsFunc(c.Providers[:i], same), place+".id", "must be unique")
		same = func(other Provider) bool { return other.Issuer == p.Issuer }
		wrong.unless(!slices.ContainsFunc(c.Providers[:i], same), place+".issuer", "must be unique")
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "; "))
	}
	return nil
}

func (p Provider) check(wrong *broken, place string) {
	wrong.unless(idPattern.MatchString(p.ID), place+".id", "must be 1 to 32 lower-case letters, digits and hyphens")
	wrong.unless(isText(p.Name, nameCharsMax), place+".name", fmt.Sprintf("must be 1 to %d characters", nameCharsMax))
	wrong.unless(isIssuer(p.Issuer), place+".issuer", "must be an https address without query; http only on this machine")
	wrong.unless(p.ClientID != "", place+".clientId", "must not be empty")
	wrong.unless(p.ClientSecret == "" || p.ClientSecretFile == "", place+".clientSecretFile", "must not be given with clientSecret")
	wrong.unless(len(p.Scopes) <= scopesPerProvider, place+".scopes", fmt.Sprintf("must have at most %d items", scopesPerProvider))
	for i, scope := range p.Scopes {
		wrong.unless(scope != "" && !strings.ContainsAny(scope, " \t\n\"\\"), fmt.Sprintf("%s.scopes[%d]", place, i), "must be one word")
	}
	wrong.unless(p.DefaultRole == "" || isSole(p.DefaultRole), place+".defaultRole", roleRule)
	wrong.unless(len(p.Rules) <= RulesPerProvider, place+".rules", fmt.Sprintf("must have at most %d items", RulesPerProvider))
	for i, rule := range p.Rules {
		rule.check(wrong, fmt.Sprintf("%s.rules[%d]", place, i))
	}
}

const roleRule = "must be admin, developer or billing"

func (r Rule) check(wrong *broken, place string) {
	wrong.unless(r.Claim != "", place+".claim", "must not be empty")
	wrong.unless(r.Value != "", place+".value", "must not be empty")
	if r.TeamRole == "" {
		wrong.unless(isSole(r.Role), place+".role", roleRule)
		return
	}
	wrong.unless(r.Role == "" || r.Role.Valid(), place+".role", "must be admin, developer, billing or member")
	wrong.unless(isText(r.TeamRole, stack.RoleNameCharsMax), place+".teamRole", "must be the name of a role")
}

// isSole reports whether a role means anything without a role in a team.
func isSole(role org.Role) bool { return role.Valid() && role != org.RoleMember }

func isText(text string, charsMax int) bool {
	return strings.TrimSpace(text) != "" && len([]rune(text)) <= charsMax && !strings.ContainsAny(text, "\r\n")
}

func isIssuer(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname())
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// scopes returns what is asked for; openid always is.
func (p Provider) scopes() []string {
	if len(p.Scopes) == 0 {
		return []string{"openid", "profile", "email"}
	}
	if slices.Contains(p.Scopes, "openid") {
		return p.Scopes
	}
	return append([]string{"openid"}, p.Scopes...)
}
