package org

import (
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// KeyUpdate is what an update did to a key, in the words of the audit log.
type KeyUpdate string

// The updates of a key.
const (
	KeyCreated      KeyUpdate = "created"
	KeyDeleted      KeyUpdate = "deleted"
	KeyNameChanged  KeyUpdate = "name-changed"
	KeyRoleChanged  KeyUpdate = "role-changed"
	KeyRolesChanged KeyUpdate = "roles-v2-changed"
	KeyStateChanged KeyUpdate = "state-changed"
	KeyDateChanged  KeyUpdate = "date-changed"
	KeyIPChanged    KeyUpdate = "ip-access-list-changed"
)

// KeyPatch is an update of a key. The zero value changes nothing.
type KeyPatch struct {
	Name         *string
	Roles        *[]Role
	CustomRoles  *[]RoleRef
	ExpireAt     Field[time.Time] // null: never
	State        *KeyState
	IPAccessList *[]IPRule // replaces the list; empty: nobody
}

// Apply returns the key after the patch and what changed. It returns an
// Invalid fault that names every broken rule; an expiry that is past, or a list
// from before its present rules, is no breach when the patch merely repeats it.
func (k Key) Apply(p KeyPatch, now time.Time) (Key, []KeyUpdate, error) {
	after, changed := k.patched(p)
	var rules fault.Rules
	after.check(&rules)
	if slices.Contains(changed, KeyDateChanged) {
		checkExpiry(&rules, after.ExpireAt, now)
	}
	if slices.Contains(changed, KeyIPChanged) {
		checkIPRules(&rules, "ipAccessList", after.IPAccessList)
	}
	if err := rules.Err(); err != nil {
		return Key{}, nil, err
	}
	return after, changed, nil
}

func (k Key) patched(p KeyPatch) (Key, []KeyUpdate) {
	var changed []KeyUpdate
	if set(&k.Name, p.Name) {
		changed = append(changed, KeyNameChanged)
	}
	if p.Roles != nil && !slices.Equal(k.Roles, *p.Roles) {
		k.Roles = slices.Clone(*p.Roles)
		changed = append(changed, KeyRoleChanged)
	}
	if p.CustomRoles != nil && !slices.Equal(k.CustomRoles, *p.CustomRoles) {
		k.CustomRoles = slices.Clone(*p.CustomRoles)
		changed = append(changed, KeyRolesChanged)
	}
	if at := wholeSecond(p.ExpireAt.or(k.ExpireAt, time.Time{})); !at.Equal(k.ExpireAt) {
		k.ExpireAt = at
		changed = append(changed, KeyDateChanged)
	}
	if set(&k.State, p.State) {
		changed = append(changed, KeyStateChanged)
	}
	if p.IPAccessList != nil && !slices.Equal(k.IPAccessList, *p.IPAccessList) {
		k.IPAccessList = slices.Clone(*p.IPAccessList)
		changed = append(changed, KeyIPChanged)
	}
	return k, changed
}
