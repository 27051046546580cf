package stack

import (
	"net/netip"
	"regexp"

	"github.com/cairnstack/cairn/internal/fault"
)

// CredentialCharsMax bounds the user name, the password and the setting
// prefix of a connection.
const CredentialCharsMax = 1024

// OwnConnectionName is the name of the connection to a team's own tables.
const OwnConnectionName = "Cairn"

// Connection is a database that sources lie on: the team's own, or one
// elsewhere.
type Connection struct {
	Record
	Name                 string
	Own                  bool // the team's own tables: no address, can't be changed
	Host                 string
	Username             string
	Password             string // the store seals it; never answered
	SettingPrefix        string
	IsPrometheusEndpoint bool
	PrometheusEndpoint   string // address of a Prometheus beside the database; empty: none
}

// ConnectionInput is the body of a create or an update. A password that is
// empty or not sent stays; when host changes it must be sent again, because
// secrets never follow to a new destination.
type ConnectionInput struct {
	Name                 string      `json:"name" minLength:"1" maxLength:"1024"`
	Host                 string      `json:"host" minLength:"1" maxLength:"2048" doc:"HTTP or HTTPS address of a ClickHouse, or of a Prometheus-compatible API."`
	Username             string      `json:"username" maxLength:"1024"`
	Password             string      `json:"password,omitempty" maxLength:"1024" writeOnly:"true" doc:"When empty or absent, the stored one is kept; it must be sent again when host changes."`
	SettingPrefix        Opt[string] `json:"hyperdxSettingPrefix,omitzero" doc:"Letters, digits and _; null clears it."`
	IsPrometheusEndpoint *bool       `json:"isPrometheusEndpoint,omitempty" nullable:"true" doc:"Host is a Prometheus-compatible API."`
	PrometheusEndpoint   Opt[string] `json:"prometheusEndpoint,omitzero" doc:"HTTP or HTTPS address of a Prometheus beside the database; null clears it."`
}

var settingPrefixForm = regexp.MustCompile(`^[A-Za-z0-9_]*$`)

// DecodeConnection reads a body strictly. Limits are checked by Apply.
func DecodeConnection(body []byte) (ConnectionInput, error) {
	return decodeRecord[ConnectionInput](body, computedFields.connection)
}

// OwnConnection returns the connection of a new team to its own tables.
func OwnConnection(r Record) Connection {
	return Connection{Record: r, Name: OwnConnectionName, Own: true}
}

// Apply returns the connection after the update: an Invalid fault when a rule
// is broken, a Conflict when it is the team's own. Applied to the zero
// connection it creates. Allowed are the networks that the operator lets
// connections reach although they are not public.
func (c Connection) Apply(in ConnectionInput, allowed []netip.Prefix) (Connection, error) {
	if c.Own {
		return c.unchanged(in)
	}
	p := root()
	in.check(p, allowed)
	next := c
	next.Name, next.Host, next.Username = in.Name, in.Host, in.Username
	next.SettingPrefix = value(in.SettingPrefix.OrElse(&c.SettingPrefix))
	next.PrometheusEndpoint = value(in.PrometheusEndpoint.OrElse(&c.PrometheusEndpoint))
	if in.IsPrometheusEndpoint != nil {
		next.IsPrometheusEndpoint = *in.IsPrometheusEndpoint
	}
	if in.Password != "" {
		next.Password = in.Password
	} else {
		p.at("password").check(c.Password == "" || in.Host == c.Host, "required", "must be sent again when host changes")
	}
	if err := p.log.err(); err != nil {
		return Connection{}, err
	}
	return next, nil
}

// unchanged returns the connection itself when the body describes it as it
// is, otherwise a Conflict.
func (c Connection) unchanged(in ConnectionInput) (Connection, error) {
	if in.Name == c.Name && in.Host == c.Host && in.Username == c.Username && in.Password == "" {
		return c, nil
	}
	return Connection{}, fault.New(fault.Conflict, "the connection to the team's own tables can't be changed")
}

func (in ConnectionInput) check(p place, allowed []netip.Prefix) {
	p.at("name").chars(in.Name, 1, NameCharsMax)
	p.at("host").destination(in.Host, allowed)
	p.at("username").chars(in.Username, 0, CredentialCharsMax)
	p.at("password").chars(in.Password, 0, CredentialCharsMax)
	if endpoint := value(in.PrometheusEndpoint.Value); endpoint != "" {
		p.at("prometheusEndpoint").destination(endpoint, allowed)
	}
	prefix := value(in.SettingPrefix.Value)
	p.at("hyperdxSettingPrefix").chars(prefix, 0, CredentialCharsMax)
	p.at("hyperdxSettingPrefix").check(settingPrefixForm.MatchString(prefix), "format", "must hold only letters, digits and _")
}

// Input returns the body that describes the connection without its password:
// applied to it, nothing changes.
func (c Connection) Input() ConnectionInput {
	in := ConnectionInput{Name: c.Name, Host: c.Host, Username: c.Username, SettingPrefix: optional(c.SettingPrefix)}
	in.IsPrometheusEndpoint, in.PrometheusEndpoint = &c.IsPrometheusEndpoint, optional(c.PrometheusEndpoint)
	return in
}
