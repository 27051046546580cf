package clickhouse_test

import (
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestParseURL(t *testing.T) {
	t.Parallel()
	type parts struct {
		Addresses []string
		User      string
		Password  string
		Database  string
		Cluster   string
		Secure    bool
	}
	cases := map[string]parts{
		"clickhouse://h": {Addresses: []string{"h:9000"}, User: "default"},
		"clickhouse://u:p@h:9001,i:9002/db?cluster=c&secure=true": {
			Addresses: []string{"h:9001", "i:9002"}, User: "u", Password: "p", Database: "db", Cluster: "c", Secure: true,
		},
		"clickhouse://u@h?secure=1":                  {Addresses: []string{"h:9440"}, User: "u", Secure: true},
		"clickhouse://u@h?secure=false":              {Addresses: []string{"h:9000"}, User: "u"},
		"clickhouse://u:a%40b%3Ac%2F%25%3F@h/":       {Addresses: []string{"h:9000"}, User: "u", Password: "a@b:c/%?"},
		"clickhouse://u:a@b@h":                       {Addresses: []string{"h:9000"}, User: "u", Password: "a@b"},
		"clickhouse://u:a:b@h":                       {Addresses: []string{"h:9000"}, User: "u", Password: "a:b"},
		"clickhouse://[::1]:9000,[fe80::1],10.0.0.1": {Addresses: []string{"[::1]:9000", "[fe80::1]:9000", "10.0.0.1:9000"}, User: "default"},
	}
	for address, want := range cases {
		external, err := clickhouse.ParseURL(address)
		if err != nil {
			t.Errorf("ParseURL(%s): %v", address, err)
			continue
		}
		target, err := external.Target()
		if err != nil {
			t.Fatal(err)
		}
		login := target.Logins[clickhouse.Reader]
		got := parts{target.Addresses, login.User, login.Password, target.Database, target.Cluster, target.TLS != nil}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("ParseURL(%s) differs (-want +got):\n%s", address, diff)
		}
		if target.Ceiling != clickhouse.DefaultLimits() || len(target.Settings[clickhouse.Writer]) == 0 {
			t.Errorf("ParseURL(%s) has no limits or settings", address)
		}
	}
}

func TestParseURLNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-hunter2"
	cases := map[string]string{
		"":                                                   "must begin with clickhouse://",
		"http://u:" + secret + "@h:8123":                     "must begin with clickhouse://",
		"clickhouse://":                                      "needs 1 to 64 hosts",
		"clickhouse://u:" + secret + "@":                     "needs 1 to 64 hosts",
		"clickhouse://u:" + secret + "@h,":                   "host 2: the name is empty",
		"clickhouse://u:" + secret + "@h:x":                  "host 1: the port must be a number",
		"clickhouse://u:" + secret + "@h:0":                  "host 1: the port must be a number",
		"clickhouse://u:" + secret + "@h:70000":              "host 1: the port must be a number",
		"clickhouse://u:" + secret + "@h,::1":                "host 2: must be host:port",
		"clickhouse://u:" + secret + "@h h":                  "host 1: the name is empty or has characters",
		"clickhouse://:" + secret + "@h":                     "the user name before the @ is empty",
		"clickhouse://u%zz:" + secret + "@h":                 "the user name has a broken % escape",
		"clickhouse://u:" + secret + "%zz@h":                 "the password has a broken % escape",
		"clickhouse://u:" + secret + "@h/a-b":                "the database name",
		"clickhouse://u:" + secret + "@h?cluster=a'b":        "cluster needs a name",
		"clickhouse://u:" + secret + "@h?cluster=":           "cluster needs a name",
		"clickhouse://u:" + secret + "@h?secure=maybe":       "secure must be true or false",
		"clickhouse://u:" + secret + "@h?password=" + secret: "is not known",
		"clickhouse://u:" + secret + "@h?secure=1&secure=0":  "given twice",
		"clickhouse://u:" + secret + "@h?%zz":                "can't be read",
		"clickhouse://" + strings.Repeat("h,", 64) + "h":     "needs 1 to 64 hosts",
	}
	for address, want := range cases {
		_, err := clickhouse.ParseURL(address)
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("ParseURL(%s) = %v, want invalid", address, err)
			continue
		}
		if !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "CAIRN_CLICKHOUSE_URL: ") {
			t.Errorf("ParseURL(%s) = %q, want %q in it", address, err, want)
		}
		if strings.Contains(err.Error(), secret) {
			t.Errorf("ParseURL(%s) repeats the password: %q", address, err)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	f.Add("clickhouse://u:", "@h:9000/db?cluster=c")
	f.Add("clickhouse://", "%zz@h,i?secure=x")
	f.Add("http://", "@[::1]:x")
	f.Add("clickhouse://", "]")
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "zqxj-zqxj"
		external, err := clickhouse.ParseURL(before + secret + after)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid || strings.Contains(err.Error(), secret) {
				t.Fatalf("a bad message: %v", err)
			}
			return
		}
		target, _ := external.Target()
		for _, address := range target.Addresses {
			if host, port, err := net.SplitHostPort(address); err != nil || host == "" || port == "" {
				t.Fatalf("address %q can't be dialled: %v", address, err)
			}
		}
	})
}

// adminURL returns a URL with the administrator's login at the shared engine,
// by way of the hosts.
func adminURL(t *testing.T, hosts string) string {
	t.Helper()
	target, err := enginetest.Start(t).Target()
	if err != nil {
		t.Fatal(err)
	}
	login := target.Logins[clickhouse.Admin]
	return "clickhouse://" + login.User + ":" + login.Password + "@" + hosts
}

// sharedAddress returns where the shared engine listens.
func sharedAddress(t *testing.T) string {
	t.Helper()
	target, err := enginetest.Start(t).Target()
	if err != nil {
		t.Fatal(err)
	}
	return target.Addresses[0]
}

func TestExternalWorksLikeEmbedded(t *testing.T) {
	t.Parallel()
	external, err := clickhouse.ParseURL(adminURL(t, sharedAddress(t)))
	if err != nil {
		t.Fatal(err)
	}
	client := enginetest.Open(t, external)
	database := enginetest.NewTeam(t, client)
	for range 2 {
		if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(100, 1), "one"); err != nil {
			t.Fatalf("Insert: %v", err)
		}
	}
	if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM otel_logs"); got != 100 {
		t.Errorf("rows = %d, want 100", got)
	}
}

func TestExternalReaderIsReadOnlyEvenWithAPowerfulLogin(t *testing.T) {
	t.Parallel()
	external, err := clickhouse.ParseURL(adminURL(t, sharedAddress(t)))
	if err != nil {
		t.Fatal(err)
	}
	client := enginetest.Open(t, external)
	database := enginetest.NewTeam(t, client)
	for _, sql := range []string{"DROP TABLE logs", "INSERT INTO logs (Body) SELECT 'x'", "SELECT 1 SETTINGS max_execution_time = 0"} {
		_, err := client.Query(t.Context(), clickhouse.Query{Database: database, SQL: sql})
		if clickhouse.ErrorCode(err) != 164 {
			t.Errorf("%s = %v, want it refused as read-only", sql, err)
		}
	}
}

// deadAddress returns an address where nothing listens.
func deadAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

func TestExternalFailsOverToTheNextHost(t *testing.T) {
	t.Parallel()
	external, err := clickhouse.ParseURL(adminURL(t, deadAddress(t)+","+sharedAddress(t)))
	if err != nil {
		t.Fatal(err)
	}
	if err := enginetest.Open(t, external).Ping(t.Context()); err != nil {
		t.Fatalf("Ping: %v", err)
	}
}

func TestExternalThatIsAwayIsUnavailable(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-hunter2"
	cases := map[string]string{
		"nothing_listens": "clickhouse://u:" + secret + "@" + deadAddress(t),
		"wrong_password":  "clickhouse://cairn_admin:" + secret + "@" + sharedAddress(t),
		"no_such_host":    "clickhouse://u:" + secret + "@does-not-exist.invalid",
	}
	for name, address := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			external, err := clickhouse.ParseURL(address)
			if err != nil {
				t.Fatal(err)
			}
			err = enginetest.Open(t, external).Ping(t.Context())
			if f := fault.From(err); f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
				t.Errorf("Ping = %v, want unavailable with a hint when to retry", err)
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the password is in %q", err)
			}
		})
	}
}

func TestOldServersAreRefused(t *testing.T) {
	t.Parallel()
	for version, ok := range map[[2]int]bool{{25, 12}: false, {26, 6}: false, {26, 7}: true, {26, 10}: true, {27, 1}: true} {
		if err := clickhouse.CheckVersion(version[0], version[1]); (err == nil) != ok {
			t.Errorf("CheckVersion(%v) = %v", version, err)
		}
	}
}
