package org_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
)

// grantTable is the reference of policies: a set of what is allowed, from which
// what is denied is taken away, over a world of three services.
type grantTable map[org.CloudPermission]map[string]bool

func reference(policies org.Policies) grantTable {
	world := []string{"organization/o", "instance/a", "instance/b", "instance/*"}
	table := grantTable{}
	for _, effect := range []org.Effect{org.EffectAllow, org.EffectDeny} {
		for _, p := range policies {
			if p.Effect != effect {
				continue
			}
			for _, perm := range p.Permissions {
				if table[perm] == nil {
					table[perm] = map[string]bool{}
				}
				for _, place := range world {
					isEvery := slices.Contains(p.Resources, "instance/*") && place != "organization/o"
					if isEvery || slices.Contains(p.Resources, place) {
						table[perm][place] = effect == org.EffectAllow
					}
				}
			}
		}
	}
	return table
}

func pick[T any](random *rand.Rand, from []T) []T {
	picked := []T{from[random.IntN(len(from))]}
	for _, item := range from {
		if random.IntN(4) == 0 {
			picked = append(picked, item)
		}
	}
	return picked
}

func randomPolicies(random *rand.Rand) org.Policies {
	policies := make(org.Policies, random.IntN(5))
	for i := range policies {
		policies[i] = org.Policy{Effect: pick(random, org.Effects())[0], Permissions: pick(random, org.OrganizationPermissions()), Resources: []string{"organization/o"}}
		if random.IntN(3) > 0 {
			policies[i].Permissions = pick(random, org.ServicePermissions())
			policies[i].Resources = pick(random, []string{"instance/a", "instance/b", "instance/*"})
		}
	}
	return policies
}

// TestPoliciesAreEvaluatedAsTheReferenceSays compares random policies with a
// table of sets.
func TestPoliciesAreEvaluatedAsTheReferenceSays(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		policies := randomPolicies(random)
		table := reference(policies)
		for _, perm := range org.CloudPermissions() {
			places := []string{"organization/o"}
			if perm.OnServices() {
				places = []string{"instance/a", "instance/b", "instance/*"}
			}
			somewhere := false
			for _, place := range places {
				want := table[perm][place]
				somewhere = somewhere || want
				if got := policies.Allow(perm, place); got != want {
					t.Fatalf("%+v: %s on %s: %t, want %t", policies, perm, place, got, want)
				}
			}
			if got := policies.AllowSomewhere(perm); got != somewhere {
				t.Fatalf("%+v: %s somewhere: %t, want %t", policies, perm, got, somewhere)
			}
		}
	}
}

// TestRestoredServicesInheritPolicies holds that policies on one service count for
// the one that is made of its backup, and that others stay as they are.
func TestRestoredServicesInheritPolicies(t *testing.T) {
	t.Parallel()
	deny := org.Policy{Effect: org.EffectDeny, Permissions: []org.CloudPermission{org.PermitStackManage}, Resources: []string{org.ServiceResource("a")}}
	allow := org.Policy{Effect: org.EffectAllow, Permissions: []org.CloudPermission{org.PermitStackManage}, Resources: []string{org.EveryService}}
	role := org.CloudRole{Policies: org.Policies{allow, deny}}
	after, inherits := role.Inherit("a", "b")
	if !inherits || after.Policies.Allow(org.PermitStackManage, org.ServiceResource("b")) || !after.Policies.Allow(org.PermitStackManage, org.ServiceResource("c")) {
		t.Errorf("it inherits: %t, %v", inherits, after.Policies)
	}
	if len(deny.Resources) != 1 || !role.Policies.Allow(org.PermitStackManage, org.ServiceResource("b")) {
		t.Error("the role of before has changed")
	}
	if _, inherits := role.Inherit("c", "d"); inherits {
		t.Error("a service that no policy names leaves something")
	}
}
