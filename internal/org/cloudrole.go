package org

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// The limits of cloud roles. Names have NameCharsMax.
const (
	CloudRolesPerOrganizationMax = 100
	PoliciesPerRoleMax           = 20
	ResourcesPerPolicyMax        = 200
	GrantsPerPolicyMax           = 50
	ActorsPerRoleMax             = 500
	CloudRolesPerActorMax        = 20
)

// ActorKind is what a cloud role is assigned to.
type ActorKind string

// The kinds of actors.
const (
	ActorOfUser ActorKind = "user"
	ActorOfKey  ActorKind = "apiKey"
	// ActorOfInvitation is somebody who has not joined yet. It is no actor on
	// the wire.
	ActorOfInvitation ActorKind = "invitation"
)

// RoleActor is a member, a key or an invitation that has a cloud role.
type RoleActor struct {
	Kind ActorKind
	ID   string
}

// String returns the actor as it is written on the wire.
func (a RoleActor) String() string { return string(a.Kind) + "/" + a.ID }

// Assignment says that an actor has a cloud role.
type Assignment struct {
	RoleID string
	Actor  RoleActor
}

// CloudRole is what members and keys of an organization may do.
type CloudRole struct {
	ID             string // uuid
	OrganizationID string
	Name           string
	IsSystem       bool // the same in every organization; can't be changed
	Actors         []RoleActor
	Policies       Policies
	CreatedAt      time.Time
	UpdatedAt      time.Time
	Version        int64
}

// RoleType says who made a cloud role.
type RoleType string

// The types of cloud roles.
const (
	RoleOfSystem RoleType = "system"
	RoleCustom   RoleType = "custom"
)

// Type returns who made the role.
func (r CloudRole) Type() RoleType {
	if r.IsSystem {
		return RoleOfSystem
	}
	return RoleCustom
}

// RoleRef names a cloud role that somebody has.
type RoleRef struct {
	ID   string
	Name string
}

// Ref returns what names the role.
func (r CloudRole) Ref() RoleRef { return RoleRef{ID: r.ID, Name: r.Name} }

// CheckChange returns a Conflict fault for a role that can't be changed.
func (r CloudRole) CheckChange() error {
	if r.IsSystem {
		return fault.New(fault.Conflict, "the role %s is a system role and can't be changed or deleted", r.Name)
	}
	return nil
}

// CloudRolePatch is an update of a cloud role, or all of a new one. The zero
// value changes nothing; lists replace the present ones.
type CloudRolePatch struct {
	Name     *string
	Actors   *[]string
	Policies *[]Policy // without ids
}

// Apply returns the role after the patch. Resources that the role names already
// are taken as they are; others must be known to isService. It returns an Invalid fault
// that names every broken rule.
func (r CloudRole) Apply(p CloudRolePatch, isService func(id string) bool) (CloudRole, error) {
	var rules fault.Rules
	if p.Name != nil {
		r.Name = strings.TrimSpace(*p.Name)
		checkFilled(&rules, "name", r.Name, NameCharsMax)
		rules.Check(stack.IsPlainName(r.Name), "name", "format", stack.PlainNameRule)
		for _, role := range Roles() {
			rules.Check(!strings.EqualFold(r.Name, string(role)), "name", "reserved", "must not be that of a system role")
		}
	}
	if p.Actors != nil {
		r.Actors = parseActors(&rules, *p.Actors)
	}
	if p.Policies != nil {
		c := policyCheck{&rules, r.OrganizationID, r.Policies.Resources(), isService}
		r.Policies = c.policies(*p.Policies)
	}
	return r, rules.Err()
}

// Inherit returns the role with its policies on one service counting for
// another too, and whether there are any.
func (r CloudRole) Inherit(fromServiceID, toServiceID string) (CloudRole, bool) {
	from, to, inherits := ServiceResource(fromServiceID), ServiceResource(toServiceID), false
	policies := slices.Clone(r.Policies)
	for i, p := range policies {
		if slices.Contains(p.Resources, from) {
			policies[i].Resources = append(slices.Clone(p.Resources), to)
			inherits = true
		}
	}
	r.Policies = policies
	return r, inherits
}

// CheckName returns a Conflict fault when another role has the name, in any
// letter case.
func (r CloudRole) CheckName(others []CloudRole) error {
	taken := func(o CloudRole) bool { return o.ID != r.ID && strings.EqualFold(o.Name, r.Name) }
	if slices.ContainsFunc(others, taken) {
		return fault.New(fault.Conflict, "%s", CloudRoleNameTaken)
	}
	return nil
}

// CloudRoleNameTaken says that another role has the name.
const CloudRoleNameTaken = "a role with this name already exists"

var (
	userActorPattern = regexp.MustCompile(`^user/[0-9a-f]{24}$`)
	keyActorPattern  = regexp.MustCompile(`^apiKey/` + uuidText + `$`)
	servicePattern   = regexp.MustCompile(`^instance/` + uuidText + `$`)
)

const uuidText = `[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}`

func parseActors(rules *fault.Rules, texts []string) []RoleActor {
	if !checkCount(rules, "actors", len(texts), ActorsPerRoleMax) {
		return nil
	}
	actors := make([]RoleActor, 0, len(texts))
	for i, text := range texts {
		var actor RoleActor
		_, id, _ := strings.Cut(text, "/")
		switch {
		case userActorPattern.MatchString(text):
			actor = RoleActor{ActorOfUser, id}
		case keyActorPattern.MatchString(text):
			actor = RoleActor{ActorOfKey, strings.ToLower(id)}
		default:
			rules.Break(item("actors", i), "format", "must be user/ and the id of a member, or apiKey/ and the id of a key")
			continue
		}
		rules.Check(!slices.Contains(actors, actor), item("actors", i), "unique", "must be unique")
		actors = append(actors, actor)
	}
	return actors
}

// policyCheck reads the policies of a role.
type policyCheck struct {
	rules          *fault.Rules
	organizationID string
	present        []string // resources that need not exist any more
	isService      func(id string) bool
}

func (c policyCheck) policies(in []Policy) Policies {
	if !checkCount(c.rules, "policies", len(in), PoliciesPerRoleMax) {
		return nil
	}
	out := make(Policies, len(in))
	for i, p := range in {
		out[i] = c.policy(item("policies", i), p)
	}
	return out
}

func (c policyCheck) policy(path string, p Policy) Policy {
	checkWord(c.rules, path+".allowDeny", p.Effect, Effects())
	if !c.permissions(path+".permissions", p.Permissions) {
		return p
	}
	p.Resources = c.resources(path+".resources", p)
	if p.Tags != nil && p.Tags.ConsoleRole != "" {
		checkWord(c.rules, path+".tags.roleV2", p.Tags.ConsoleRole, ConsoleRoles())
	}
	if p.Tags != nil && checkCount(c.rules, path+".tags.grants", len(p.Tags.Grants), GrantsPerPolicyMax) {
		for i, grant := range p.Tags.Grants {
			checkText(c.rules, item(path+".tags.grants", i), grant, NameCharsMax)
		}
	}
	return p
}

// permissions reports whether the permissions are known and of one scope.
func (c policyCheck) permissions(path string, permissions []CloudPermission) bool {
	c.rules.Check(len(permissions) > 0, path, "min_items", "must have at least 1 item")
	if !checkCount(c.rules, path, len(permissions), len(CloudPermissions())) {
		return false
	}
	isKnown := len(permissions) > 0
	for i, perm := range permissions {
		if !perm.Valid() {
			c.rules.Break(item(path, i), "enum", "must be one of the permissions of roles, such as %s", PermitServiceView)
			isKnown = false
			continue
		}
		c.rules.Check(!slices.Contains(permissions[:i], perm), item(path, i), "unique", "must be unique")
		c.rules.Check(perm.OnServices() == permissions[0].OnServices(), item(path, i), "conflict",
			"must act on what the others of the policy act on: either on the organization or on services")
	}
	return isKnown
}

func (c policyCheck) resources(path string, p Policy) []string {
	c.rules.Check(len(p.Resources) > 0, path, "min_items", "must have at least 1 item")
	if !checkCount(c.rules, path, len(p.Resources), ResourcesPerPolicyMax) {
		return nil
	}
	out := make([]string, len(p.Resources))
	for i, resource := range p.Resources {
		out[i] = c.resource(item(path, i), resource, p.Permissions[0].OnServices())
		c.rules.Check(!slices.Contains(out[:i], out[i]), item(path, i), "unique", "must be unique")
	}
	return out
}

func (c policyCheck) resource(path, resource string, onServices bool) string {
	if !onServices {
		own := OrganizationResource(c.organizationID)
		c.rules.Check(strings.EqualFold(resource, own), path, "conflict", "must be %s, because the permissions act on the organization", own)
		return own
	}
	if resource == EveryService {
		return resource
	}
	if !servicePattern.MatchString(resource) {
		c.rules.Break(path, "conflict", "must be %s, or instance/ and the id of a service, because the permissions act on services", EveryService)
		return resource
	}
	resource = ServiceResource(strings.TrimPrefix(resource, serviceResource))
	known := slices.Contains(c.present, resource) || c.isService(strings.TrimPrefix(resource, serviceResource))
	c.rules.Check(known, path, "reference", "must be a service of the organization")
	return resource
}
