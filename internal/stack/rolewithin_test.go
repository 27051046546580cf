package stack_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func dataRole(conditions ...stack.Conditions) stack.Role {
	var role stack.Role
	for _, c := range conditions {
		isDenied := c["denied"] != nil
		delete(c, "denied")
		role.Permissions = append(role.Permissions, stack.RolePermission{
			Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationData, Inverted: isDenied, Conditions: c,
		})
	}
	return role
}

// TestRoleReadsWithin compares what can be given with what the giver has.
func TestRoleReadsWithin(t *testing.T) {
	t.Parallel()
	lucene := func(where string) stack.Conditions { return stack.Conditions{"where": where} }
	sql := func(where string) stack.Conditions { return stack.Conditions{"where": where, "whereLanguage": "sql"} }
	ofLogs := func(where string) stack.Conditions { return stack.Conditions{"where": where, "kind": "log"} }
	denied := func(where string) stack.Conditions { return stack.Conditions{"where": where, "denied": true} }
	all := func() stack.Conditions { return stack.Conditions{} }
	for _, x := range []struct {
		name         string
		given, giver stack.Role
		want         bool
	}{
		{"the same", dataRole(lucene("a:b")), dataRole(lucene("a:b")), true},
		{"the same with other spaces", dataRole(lucene(" a:b   c:d")), dataRole(lucene("a:b c:d")), true},
		{"the same in another order", dataRole(lucene("c:d a:b")), dataRole(lucene("a:b AND c:d")), true},
		{"theirs and something", dataRole(lucene("a:b c:d")), dataRole(lucene("a:b")), true},
		{"in brackets", dataRole(lucene("c:d (a:b AND e:f)")), dataRole(lucene("a:b")), true},
		{"theirs and something in SQL", dataRole(sql("a = 'b' AND c = 'd'")), dataRole(sql("a = 'b'")), true},
		{"everything has all", dataRole(sql("a = 'b'")), dataRole(all()), true},
		{"a kind of theirs", dataRole(ofLogs("a:b")), dataRole(lucene("a:b")), true},
		{"one of two", dataRole(lucene("a:b")), dataRole(lucene("a:b"), lucene("c:d")), true},
		{"no data at all", dataRole(), dataRole(lucene("a:b")), true},
		{"less of less", dataRole(all(), denied("a:b"), denied("c:d")), dataRole(all(), denied("a:b")), true},
		{"a denial of more", dataRole(all(), denied("a:b")), dataRole(all(), denied("a:b c:d")), true},

		{"everything", dataRole(all()), dataRole(lucene("a:b")), false},
		{"something else", dataRole(lucene("a:c")), dataRole(lucene("a:b")), false},
		{"a part of theirs", dataRole(lucene("a:b")), dataRole(lucene("a:b c:d")), false},
		{"theirs or something", dataRole(lucene("a:b OR c:d")), dataRole(lucene("a:b")), false},
		{"theirs besides something", dataRole(lucene("a:b"), lucene("c:d")), dataRole(lucene("a:b")), false},
		{"not theirs", dataRole(lucene("-a:b")), dataRole(lucene("a:b")), false},
		{"a text anywhere instead of the whole", dataRole(lucene("a:b")), dataRole(lucene(`a:"b"`)), false},
		{"a prefix instead of the whole", dataRole(lucene("a:b*")), dataRole(lucene("a:b")), false},
		{"another language", dataRole(sql("a = 'b'")), dataRole(lucene(`a:"b"`)), false},
		{"another letter case in SQL", dataRole(sql("a = 'B'")), dataRole(sql("a = 'b'")), false},
		{"other kinds", dataRole(lucene("a:b")), dataRole(ofLogs("a:b")), false},
		{"without the denial", dataRole(all()), dataRole(all(), denied("a:b")), false},
		{"with a denial of less", dataRole(all(), denied("a:b c:d")), dataRole(all(), denied("a:b")), false},
		{"with no data of their own", dataRole(lucene("a:b")), dataRole(), false},
	} {
		if got := x.given.ReadsWithin(x.giver); got != x.want {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

// TestRoleActsWithinIsSound makes two roles at random, and things: what the
// first may do to one, the second may do too wherever it is said to.
func TestRoleActsWithinIsSound(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	within := 0
	for range 20_000 {
		given, giver := randomRole(random), randomRole(random)
		if random.IntN(3) == 0 { // often no more than that of the giver
			given = stack.Role{RoleSpec: stack.RoleSpec{Permissions: append(given.Permissions, giver.Permissions...)}}
		}
		for _, action := range stack.ActionManage.Each() {
			if !given.ActsWithin(giver, action, stack.SubjectDashboard) {
				continue
			}
			within++
			for bits := range 8 {
				thing := map[string]any{"name": fmt.Sprint(bits & 1), "tags": fmt.Sprint(bits >> 1 & 1)}
				changed := [][]string{nil, {"name"}}[bits>>2]
				if action != stack.ActionUpdate {
					changed = nil
				}
				if given.Allows(action, stack.SubjectDashboard, thing, changed) && !giver.Allows(action, stack.SubjectDashboard, thing, changed) {
					t.Fatalf("%s %v of %v: %+v is not within %+v", action, changed, thing, given.Permissions, giver.Permissions)
				}
			}
		}
	}
	if within < 1000 {
		t.Errorf("only %d pairs were within", within)
	}
}

func randomRole(random *rand.Rand) stack.Role {
	var role stack.Role
	for range 1 + random.IntN(3) {
		p := stack.RolePermission{
			Action: stack.Actions()[random.IntN(5)], Subject: stack.SubjectDashboard, Integration: stack.IntegrationResources,
			Inverted: random.IntN(3) == 0, Conditions: stack.Conditions{},
		}
		for _, field := range []string{"name", "tags"} {
			if random.IntN(2) == 0 {
				p.Conditions[field] = fmt.Sprint(random.IntN(2))
			}
		}
		if p.Action == stack.ActionUpdate && random.IntN(2) == 0 {
			p.Fields = [][]string{{"name"}, {"tags"}, {"name", "tags"}}[random.IntN(3)]
		}
		role.Permissions = append(role.Permissions, p)
	}
	return role
}
