package stack_test

import (
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

func connect(stored stack.Connection, body string) (stack.Connection, error) {
	in, err := stack.DecodeConnection([]byte(body))
	if err != nil {
		return stack.Connection{}, err
	}
	return stored.Apply(in, nil)
}

const elsewhere = `"name":"n","host":"https://db.example.net:8443","username":"u"`

func TestConnectionRules(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		_, err := connect(stack.Connection{}, "{"+fields+"}")
		expectMessage(t, fields, err, want)
	}
	f(elsewhere, "")
	f(elsewhere+`,"password":"p","hyperdxSettingPrefix":"team_a","isPrometheusEndpoint":true`, "")
	f(elsewhere+`,"hyperdxSettingPrefix":null`, "")
	f(``, "name: is required; host: is required; username: is required")
	f(elsewhere+`,"id":"x","createdAt":"c","port":1`, "port: is not a known field")
	f(`"name":"","host":"http://10.0.0.1:8123","username":""`, "name: must be at least 1 character; host: "+stack.PrivateAddress)
	f(elsewhere+`,"hyperdxSettingPrefix":"a-b"`, "hyperdxSettingPrefix: must hold only letters, digits and _")
	f(elsewhere+`,"hyperdxSettingPrefix":"`+text(stack.CredentialCharsMax+1)+`"`, "hyperdxSettingPrefix: must be at most 1024 characters")
	f(elsewhere+`,"password":"`+text(stack.CredentialCharsMax+1)+`"`, "password: must be at most 1024 characters")
	f(`"name":"n","host":"https://db.example.net","username":"`+text(stack.CredentialCharsMax+1)+`"`, "username: must be at most 1024 characters")
}

func TestConnectionMayReachAllowedNetworks(t *testing.T) {
	t.Parallel()
	in := stack.ConnectionInput{Name: "n", Host: "http://10.0.0.1:8123"}
	if _, err := (stack.Connection{}).Apply(in, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}); err != nil {
		t.Error(err)
	}
}

func TestConnectionUpdate(t *testing.T) {
	t.Parallel()
	stored, err := connect(stack.Connection{}, `{`+elsewhere+`,"password":"p","hyperdxSettingPrefix":"x","isPrometheusEndpoint":true}`)
	if err != nil {
		t.Fatal(err)
	}
	f := func(fields string, change func(c *stack.Connection)) {
		t.Helper()
		got, err := connect(stored, "{"+fields+"}")
		if err != nil {
			t.Fatal(err)
		}
		want := stored
		change(&want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", fields, diff)
		}
	}
	f(elsewhere, func(*stack.Connection) {})
	f(elsewhere+`,"password":""`, func(*stack.Connection) {})
	f(elsewhere+`,"password":"q"`, func(c *stack.Connection) { c.Password = "q" })
	f(elsewhere+`,"hyperdxSettingPrefix":""`, func(c *stack.Connection) { c.SettingPrefix = "" })
	f(elsewhere+`,"hyperdxSettingPrefix":null,"isPrometheusEndpoint":false`, func(c *stack.Connection) { c.SettingPrefix, c.IsPrometheusEndpoint = "", false })
	f(`"name":"n","host":"https://other.example.net","username":"u","password":"q"`, func(c *stack.Connection) { c.Host, c.Password = "https://other.example.net", "q" })
}

func TestPasswordNeverFollowsToANewHost(t *testing.T) {
	t.Parallel()
	stored := stack.Connection{Name: "n", Host: "https://db.example.net:8443", Password: "p"}
	_, err := connect(stored, `{"name":"n","host":"https://other.example.net","username":"u"}`)
	expectMessage(t, "new host", err, "password: must be sent again when host changes")
}

func TestOwnConnectionStaysAsItIs(t *testing.T) {
	t.Parallel()
	own := stack.OwnConnection(stack.Record{ID: idA})
	got, err := own.Apply(own.Input(), nil)
	if err != nil || got != own {
		t.Errorf("its own body: %v, %v", got, err)
	}
	if _, err := connect(own, "{"+elsewhere+"}"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("another body: %v", err)
	}
}
