package audit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
)

// unrecorded lists the methods of the store that write and leave no record in
// the log of a team, and why.
func unrecorded() map[string]string {
	const (
		activities = "a change of an organization: its activities have it"
		follows    = "goes with a change that is recorded"
		work       = "work of the server, which nobody has asked for"
		state      = "state of alerts and deliveries, which have their own history"
		log        = "the log itself"
	)
	return map[string]string{
		"CreateOrganization": activities, "UpdateOrganization": activities,
		"CreateCloudKey": activities, "UpdateCloudKey": activities, "DeleteCloudKey": activities,
		"CreateOrganizationInvitation": activities, "DeleteOrganizationInvitation": activities,
		"CreateCloudRole": activities, "UpdateCloudRole": activities, "DeleteCloudRole": activities, "Assign": activities, "Unassign": activities,
		"GiveInvitedRoles": follows, "RevokeInvitationsWithRoles": follows,
		"CreateReverseEndpoint": activities, "UpdateReverseEndpoint": activities, "DeleteReverseEndpoint": activities,
		"CreateBackup": activities, "AddTeamRows": activities, "ReadTeamDump": activities,
		"UpdateBackup": work, "DeleteBackup": work, "KeepBackups": work, "ClaimLease": work, "GiveLease": work, "HoldLease": work,
		"SetServicePassword": activities, "DeleteService": activities, "ReleaseTeam": activities, "CloseTeam": activities,

		"CreateUser": follows, "KeepDashboardVersion": follows, "ReassignAlerts": follows,
		"EndPasswordLinks": follows, "TakeStep": follows, "ClaimInstallation": follows,
		"CreateIdentity": follows, "CreateProviderSession": follows, "NoteSignIn": follows,

		"LockOrganization": work, "LockTeam": work, "TouchSession": work, "NoteKeyUse": work,
		"DeleteSessionsBefore": work, "TakeSignInReturn": work, "DeleteSignInReturnsBefore": work, "DeletePasswordLinksBefore": work, "ForgetShareLinks": work, "ForgetReleasedTeams": work,
		"ClaimIdempotencyKey": work, "SaveIdempotentAnswer": work, "DeleteIdempotencyKeysBefore": work,
		"Enter": work, "Beat": work, "Leave": work,
		"SaveWatermarks": work, "ForgetWatermarks": work, "GiveUpWatermarks": work,
		"LockDay": work, "SaveReadings": work, "SaveUsageOwners": work,

		"ClaimShards": state, "ReleaseShards": state, "SaveTurn": state, "AddMessage": state, "AddAttempt": state, "UpdateMessage": state,
		"TakeEndpoint": state, "KeepEndpoint": state, "LeaveEndpoint": state, "BringForward": state, "BuryMessages": state,
		"HastenMessages": state, "PruneMessages": state,

		"AppendAuditRecord": log, "AppendActivity": log,
	}
}

// TestEveryWriteOfTheStoreLeavesARecord compares the methods of the store that
// write with those that this package overrides.
func TestEveryWriteOfTheStoreLeavesARecord(t *testing.T) {
	t.Parallel()
	recorded := methods(t, ".")
	writes := writing(methods(t, "../sqlstore"))
	for _, known := range []string{"CreateAlert", "UpdateAlert", "DeleteMember", "PutSecondFactor"} {
		if !slices.Contains(writes, known) {
			t.Fatalf("%s is not seen to write: %v", known, writes)
		}
	}
	for _, name := range writes {
		if _, overridden := recorded[name]; overridden == (unrecorded()[name] != "") {
			t.Errorf("%s writes: it leaves a record (%t), or unrecorded says why not", name, overridden)
		}
	}
	for name := range unrecorded() {
		if !slices.Contains(writes, name) {
			t.Errorf("unrecorded has %s, which does not write", name)
		}
	}
}

// methods returns the names in the bodies of the Store's methods in a folder,
// by the name of the method, and the statements that write.
func methods(t *testing.T, dir string) map[string][]string {
	t.Helper()
	isOurs := func(file fs.FileInfo) bool { return !strings.HasSuffix(file.Name(), "_test.go") }
	packages, err := parser.ParseDir(token.NewFileSet(), dir, isOurs, parser.SkipObjectResolution) //nolint:staticcheck // build tags do not matter here
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, one := range packages {
		for _, file := range one.Files {
			for _, declared := range file.Decls {
				switch d := declared.(type) {
				case *ast.FuncDecl:
					if d.Body != nil && isOfStore(d) {
						found[d.Name.Name] = namesIn(d.Body)
					}
				case *ast.GenDecl:
					for _, name := range writingTexts(d) {
						found[name] = []string{"change"}
					}
				}
			}
		}
	}
	return found
}

func isOfStore(f *ast.FuncDecl) bool {
	if f.Recv == nil || !f.Name.IsExported() {
		return !f.Name.IsExported() // what its methods are made of
	}
	pointer, _ := f.Recv.List[0].Type.(*ast.StarExpr)
	if pointer == nil {
		return false
	}
	of, _ := pointer.X.(*ast.Ident)
	return of != nil && of.Name == "Store"
}

// writingTexts returns the constants that are statements which write.
func writingTexts(d *ast.GenDecl) []string {
	var names []string
	for _, spec := range d.Specs {
		value, _ := spec.(*ast.ValueSpec)
		if value == nil || len(value.Values) != 1 {
			continue
		}
		text, _ := value.Values[0].(*ast.BasicLit)
		if text == nil {
			continue
		}
		verb, _, _ := strings.Cut(strings.TrimSpace(strings.Trim(text.Value, "`")), " ")
		if slices.Contains([]string{"INSERT", "UPDATE", "DELETE"}, verb) {
			names = append(names, value.Names[0].Name)
		}
	}
	return names
}

func namesIn(body *ast.BlockStmt) []string {
	var names []string
	ast.Inspect(body, func(n ast.Node) bool {
		if name, is := n.(*ast.Ident); is {
			names = append(names, name.Name)
		}
		return true
	})
	return names
}

// writing returns the exported methods that come to the one statement that
// writes.
func writing(all map[string][]string) []string {
	writes := map[string]bool{"change": true}
	for grown := true; grown; {
		grown = false
		for name, used := range all {
			if !writes[name] && slices.ContainsFunc(used, func(other string) bool { return writes[other] && all[other] != nil }) {
				writes[name], grown = true, true
			}
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(writes)), func(name string) bool { return !ast.IsExported(name) })
}
