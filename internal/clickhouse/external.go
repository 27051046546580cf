package clickhouse

import (
	"crypto/tls"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// The ports of ClickHouse's native protocol, and how many servers an address
// may name.
const (
	portPlain  = 9000
	portSecure = 9440
	hostsMax   = 64
)

var (
	clusterPattern  = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
	hostPattern     = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,253}$`)
	databasePattern = regexp.MustCompile(`^[A-Za-z0-9_]{1,128}$`)
)

// External is a ClickHouse server or cluster that somebody else runs. It is
// an Endpoint.
type External struct{ target Target }

// Target returns the servers of the address.
func (e *External) Target() (Target, error) { return e.target, nil }

// ParseURL reads the address of an external ClickHouse, such as
// clickhouse://user:pass@host:9000,host2:9000/db?cluster=name&secure=true.
// The servers are tried in order. For a cluster, ddl says how its servers get
// their tables (on-cluster, each or replicated-database), and engine whether
// these are replicated or plain. What is wrong is an Invalid fault that
// names the part and repeats nothing of the address.
func ParseURL(address string) (*External, error) {
	rest, found := strings.CutPrefix(address, "clickhouse://")
	if !found {
		return nil, addressFault("must begin with clickhouse://")
	}
	rest, query, _ := strings.Cut(rest, "?")
	authority, database, _ := strings.Cut(rest, "/")
	login, hosts, err := splitLogin(authority)
	if err != nil {
		return nil, err
	}
	target := Target{Ceiling: DefaultLimits()}
	if err := target.applyOptions(query); err != nil {
		return nil, err
	}
	if target.Addresses, err = parseHosts(hosts, target.TLS != nil); err != nil {
		return nil, err
	}
	if database != "" && !databasePattern.MatchString(database) {
		return nil, addressFault("the database name after the / may have letters, digits and _ only")
	}
	target.Database = database
	for i := range target.Logins {
		target.Logins[i] = login
		target.Settings[i] = RoleSettings(Role(i), target.Ceiling)
	}
	if target.Cluster != "" {
		target.Settings[Reader] = append(clusterReadSettings(), target.Settings[Reader]...)
	}
	return &External{target: target}, nil
}

func addressFault(format string, args ...any) *fault.Error {
	return fault.New(fault.Invalid, "CAIRN_CLICKHOUSE_URL: "+format, args...)
}

// splitLogin cuts user:pass@ off. The last @ separates, so that a password
// may hold one.
func splitLogin(authority string) (Login, string, error) {
	at := strings.LastIndexByte(authority, '@')
	if at < 0 {
		return Login{User: "default"}, authority, nil
	}
	user, password, _ := strings.Cut(authority[:at], ":")
	user, err := url.PathUnescape(user)
	if err != nil {
		return Login{}, "", addressFault("the user name has a broken %% escape")
	}
	password, err = url.PathUnescape(password)
	if err != nil {
		return Login{}, "", addressFault("the password has a broken %% escape (write %% as %%25)")
	}
	if user == "" {
		return Login{}, "", addressFault("the user name before the @ is empty")
	}
	return Login{User: user, Password: password}, authority[at+1:], nil
}

func parseHosts(text string, secure bool) ([]string, error) {
	hosts := strings.Split(text, ",")
	if text == "" || len(hosts) > hostsMax {
		return nil, addressFault("needs 1 to %d hosts, separated by commas", hostsMax)
	}
	addresses := make([]string, 0, len(hosts))
	for i, host := range hosts {
		address, err := parseHost(host, secure)
		if err != nil {
			return nil, addressFault("host %d: %s", i+1, err.Message)
		}
		addresses = append(addresses, address)
	}
	return addresses, nil
}

// parseHost reads host, host:port, [v6] or [v6]:port.
func parseHost(text string, secure bool) (string, *fault.Error) {
	host, port := text, strconv.Itoa(portPlain)
	if secure {
		port = strconv.Itoa(portSecure)
	}
	if inner, found := strings.CutPrefix(text, "["); found && strings.HasSuffix(inner, "]") {
		host = strings.TrimSuffix(inner, "]")
	} else if strings.Contains(text, ":") {
		var err error
		if host, port, err = net.SplitHostPort(text); err != nil {
			return "", fault.New(fault.Invalid, "must be host:port; an IPv6 address stands in brackets")
		}
	}
	if _, err := netip.ParseAddr(host); err != nil && !hostPattern.MatchString(host) {
		return "", fault.New(fault.Invalid, "the name is empty or has characters that a host name can't have")
	}
	if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 {
		return "", fault.New(fault.Invalid, "the port must be a number from 1 to 65535")
	}
	return net.JoinHostPort(host, port), nil
}

func (t *Target) applyOptions(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return addressFault("the options after the ? can't be read")
	}
	for name, given := range values {
		if len(given) != 1 {
			return addressFault("an option after the ? is given twice")
		}
		if err := t.applyOption(name, given[0]); err != nil {
			return err
		}
	}
	return t.checkOptions()
}

func (t *Target) applyOption(name, value string) error {
	switch name {
	case "cluster":
		if !clusterPattern.MatchString(value) {
			return addressFault("cluster needs a name of letters, digits and _ . -")
		}
		t.Cluster = value
	case "secure":
		return t.applySecure(value)
	case "ddl":
		return t.applyDDL(value)
	case "engine":
		return t.applyEngine(value)
	default:
		return addressFault("an option after the ? is not known: only cluster, ddl, engine and secure are")
	}
	return nil
}

func (t *Target) applySecure(value string) error {
	secure, err := strconv.ParseBool(value)
	if err != nil {
		return addressFault("secure must be true or false")
	}
	if secure {
		t.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	return nil
}

func (t *Target) applyDDL(value string) error {
	names := ddlNames()
	found := slices.Index(names[:], value)
	if found < 0 {
		return addressFault("ddl must be %s", strings.Join(names[:], ", "))
	}
	t.DDL = DDL(found)
	return nil
}

func (t *Target) applyEngine(value string) error {
	if value != "plain" && value != "replicated" {
		return addressFault("engine must be plain or replicated")
	}
	t.IsPlain = value == "plain"
	return nil
}

// checkOptions returns what is wrong with options that depend on each other.
func (t *Target) checkOptions() error {
	if t.Cluster == "" && (t.DDL != DDLOnCluster || t.IsPlain) {
		return addressFault("ddl and engine are for a cluster: name it with cluster")
	}
	return nil
}
