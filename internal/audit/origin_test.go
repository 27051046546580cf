package audit_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/org"
)

func TestOriginOf(t *testing.T) {
	t.Parallel()
	f := func(api, agent string, want org.AuditDoor) {
		t.Helper()
		if got := audit.OriginOf(api, "updateAlert", "", agent); got.Door != want || got.Operation != "updateAlert" || got.UserAgent != agent {
			t.Errorf("%s by %s: %+v", api, agent, got)
		}
	}
	f("stack", "curl/8", org.DoorStackAPI)
	f("cloud", "", org.DoorManaged)
	f("ui", "Mozilla/5.0", org.DoorWeb)
	f("", "", org.DoorSystem)
	f("stack", org.FilesUserAgent, org.DoorApply)
	f("cloud", org.FilesUserAgent, org.DoorApply)
	f("ui", org.FilesUserAgent, org.DoorWeb)
}

func TestTargetIsTheLastID(t *testing.T) {
	t.Parallel()
	const short, long = "0123456789abcdef01234567", "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a11"
	for path, want := range map[string]string{
		"/api/v2/roles/" + short:                          short,
		"/api/v2/team/members/" + short + "/role":         short,
		"/v1/organizations/" + long + "/keys":             long,
		"/v1/x/" + long + "/stack/alerts/" + short:        short,
		"/api/v2/dashboards":                              "",
		"/api/v2/roles/' OR 1=1 --/0123456789ABCDEF01234": "",
		"": "",
	} {
		if got := audit.OriginOf("stack", "x", path, "").Target; got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
