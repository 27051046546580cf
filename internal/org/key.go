package org

import (
	"cmp"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// KeyState says whether a key may be used.
type KeyState string

// The states of a key.
const (
	KeyEnabled  KeyState = "enabled"
	KeyDisabled KeyState = "disabled"
)

// KeyStates returns every state of a key.
func KeyStates() []KeyState { return []KeyState{KeyEnabled, KeyDisabled} }

// KeyIDSuffixChars is how much of a key id stays readable.
const KeyIDSuffixChars = 4

// expireYearMax is the last year that an RFC 3339 time can tell.
const expireYearMax = 9999

// Key is a cloud API key. Neither its key id nor its secret is kept, only
// their SHA-256.
type Key struct {
	ID             string // uuid; not the key id that a client signs in with
	OrganizationID string
	Name           string
	Roles          []Role
	CustomRoles    []RoleRef // besides Roles; the use case fills them in
	State          KeyState
	KeyIDHash      []byte
	KeyIDSuffix    string // the last KeyIDSuffixChars of the key id
	SecretHash     []byte
	IPAccessList   []IPRule
	CreatedAt      time.Time
	ExpireAt       time.Time // zero: never
	UsedAt         time.Time // zero: not yet; whole minutes
	Version        int64
}

// Active reports whether the key is enabled and not past its expiry.
func (k Key) Active(now time.Time) bool {
	return k.State == KeyEnabled && (k.ExpireAt.IsZero() || now.Before(k.ExpireAt))
}

// HasAny reports whether the key holds one of the roles.
func (k Key) HasAny(roles ...Role) bool {
	return slices.ContainsFunc(roles, func(r Role) bool { return slices.Contains(k.Roles, r) })
}

// KeyInput is what a new key is made from.
type KeyInput struct {
	Name         string
	Roles        []Role
	CustomRoles  []RoleRef  // besides Roles
	State        KeyState   // empty: enabled
	ExpireAt     time.Time  // zero: never
	IPAccessList *[]IPRule  // nil: anywhere; empty: nobody
	Hashes       *KeyHashes // nil: the server makes key id and secret
}

// NewKey makes a key without ID and OrganizationID, and without hashes when
// the input has none: those are the caller's to fill in. It returns an
// Invalid fault that names every broken rule.
func NewKey(in KeyInput, now time.Time) (Key, error) {
	var rules fault.Rules
	key := Key{Name: in.Name, Roles: slices.Clone(in.Roles), CustomRoles: in.CustomRoles, State: in.State, CreatedAt: now}
	key.State = cmp.Or(key.State, KeyEnabled)
	key.IPAccessList = rulesOrAnywhere(in.IPAccessList)
	key.ExpireAt = wholeSecond(in.ExpireAt)
	key.check(&rules)
	checkIPRules(&rules, "ipAccessList", key.IPAccessList)
	checkExpiry(&rules, key.ExpireAt, now)
	if in.Hashes != nil {
		in.Hashes.fill(&rules, "hashData", &key)
	}
	if err := rules.Err(); err != nil {
		return Key{}, err
	}
	return key, nil
}

func (k Key) check(rules *fault.Rules) {
	checkFilled(rules, "name", k.Name, NameCharsMax)
	if len(k.Roles) > 0 || len(k.CustomRoles) == 0 {
		checkRoles(rules, "roles", k.Roles)
	}
	checkWord(rules, "state", k.State, KeyStates())
}

func checkExpiry(rules *fault.Rules, at, now time.Time) {
	if at.IsZero() {
		return
	}
	rules.Check(at.After(now), "expireAt", "range", "must be in the future")
	rules.Check(at.Year() <= expireYearMax, "expireAt", "range", "must be before the year %d", expireYearMax+1)
}

// wholeSecond returns t in UTC as responses show it, so that what is kept is
// what was told.
func wholeSecond(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Second)
}

func rulesOrAnywhere(list *[]IPRule) []IPRule {
	if list == nil {
		return AnywhereRules()
	}
	return slices.Clone(*list)
}

// CheckKeyDelete returns a Conflict fault when a key is about to delete
// itself: the key that signs the request is the one to go.
func CheckKeyDelete(keyID, signingKeyID string) error {
	if keyID != signingKeyID {
		return nil
	}
	return fault.New(fault.Conflict, "a key can't delete itself")
}
