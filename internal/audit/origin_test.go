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
		if got := audit.OriginOf(api, "updateAlert", agent); got.Door != want || got.Operation != "updateAlert" || got.UserAgent != agent {
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
