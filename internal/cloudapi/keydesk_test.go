package cloudapi_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestOperatorsKeysAreBoundAndTold holds that keys which the operator makes
// at the command line count, and stand in the audit log.
func TestOperatorsKeysAreBoundAndTold(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		l := newLobby(t, options)
		desk := &cloud.Cloud{Store: l.Store, Now: l.Clock.Now, Random: l.Access.Random}
		in := org.KeyInput{Name: "ops", Roles: []org.Role{org.RoleBilling}}
		made, err := desk.IssueKey(t.Context(), l.Home.OrganizationID, in)
		if err != nil || made.KeyID == "" || made.KeySecret == "" {
			t.Fatalf("%+v, %v", made, err)
		}
		organization := "/v1/organizations/" + l.Home.OrganizationID
		testkit.Run(t, l.CloudURL, []testkit.Scenario{
			{Name: "it works", Path: organization, Headers: basic(made.KeyID, made.KeySecret), Status: 200},
			{Name: "the log tells", Path: organization + "/activities?limit=1", Headers: l.admin(), Status: 200,
				Contains: []string{`"type":"key_create"`, `"actorType":"support"`, `"actorDetails":"cairn key"`, made.ID}},
		})
		if err := desk.RevokeKey(t.Context(), l.Home.OrganizationID, made.ID); err != nil {
			t.Fatal(err)
		}
		testkit.Run(t, l.CloudURL, []testkit.Scenario{
			{Name: "revoked", Path: organization, Headers: basic(made.KeyID, made.KeySecret), Status: 401},
			{Name: "and told", Path: organization + "/activities?limit=1", Headers: l.admin(), Status: 200, Contains: []string{`"type":"key_delete"`, `"actorDetails":"cairn key"`}},
		})
		for range org.KeysPerOrganizationMax - 1 {
			key := org.Key{OrganizationID: l.Home.OrganizationID, Name: in.Name, Roles: in.Roles}
			if _, err := l.Access.CreateCloudKey(t.Context(), key); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := desk.IssueKey(t.Context(), l.Home.OrganizationID, in); fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "100") {
			t.Errorf("one more than the limit: %v", err)
		}
	})
}
