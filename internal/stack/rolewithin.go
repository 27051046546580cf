package stack

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/ql"
)

// ActsWithin reports whether another role provably allows all that this one does
// by an action on things of a kind: what permits it here does so there, with the
// same conditions or fewer, and what is denied there is denied here.
func (r Role) ActsWithin(other Role, action Action, subject Subject) bool {
	if !r.May(action, subject) || other.MayAll(action, subject) {
		return true
	}
	if other.isBlindTo(action, subject) {
		return false
	}
	denied := func(p RolePermission) bool { return p.Inverted }
	for _, p := range r.Permissions {
		if p.Inverted || !p.allows(action, subject) {
			continue
		}
		if !slices.ContainsFunc(other.Permissions, func(o RolePermission) bool {
			return !denied(o) && o.allows(action, subject) && o.covers(p)
		}) {
			return false
		}
	}
	for _, o := range other.Permissions {
		if !denied(o) || !o.allows(action, subject) {
			continue
		}
		if !slices.ContainsFunc(r.Permissions, func(p RolePermission) bool {
			return denied(p) && p.allows(action, subject) && p.covers(o)
		}) {
			return false
		}
	}
	return true
}

// covers reports whether the permission is provably about everything that
// another one on the same kind of things is about.
func (p RolePermission) covers(other RolePermission) bool {
	for field, wanted := range p.Conditions {
		same, has := other.Conditions[field]
		if !has || !reflect.DeepEqual(same, wanted) {
			return false
		}
	}
	isOutside := func(field string) bool { return !slices.Contains(p.Fields, field) }
	return len(p.Fields) == 0 || len(other.Fields) > 0 && !slices.ContainsFunc(other.Fields, isOutside)
}

// ReadsWithin reports whether another role provably reads all data that this one
// does: each condition is one of the other's and something more, and what is
// denied there is denied here.
func (r Role) ReadsWithin(other Role) bool {
	return !slices.ContainsFunc([]SourceKind{KindLog, KindTrace, KindMetric}, func(kind SourceKind) bool {
		return !r.readsKindWithin(other, kind)
	})
}

func (r Role) readsKindWithin(other Role, kind SourceKind) bool {
	allowed, denied, ok := r.conjuncts(kind)
	allowedThere, deniedThere, okThere := other.conjuncts(kind)
	if !ok || !okThere {
		return false
	}
	for _, here := range allowed {
		if !slices.ContainsFunc(allowedThere, here.hasAll) {
			return false
		}
	}
	for _, there := range deniedThere {
		isLeftOut := slices.ContainsFunc(denied, there.hasAll)
		if len(allowed) > 0 && !isLeftOut {
			return false
		}
	}
	return true
}

// conjunction is conditions of which all hold, in a form that is the same for
// the same condition.
type conjunction map[string]bool

// hasAll reports whether all conditions of another one are among these.
func (c conjunction) hasAll(other conjunction) bool {
	for condition := range other {
		if !c[condition] {
			return false
		}
	}
	return true
}

// conjuncts returns the conditions on data of a kind. It is not ok if one can't be read.
func (r Role) conjuncts(kind SourceKind) (allowed, denied []conjunction, ok bool) {
	some, none := r.Data(kind)
	ok = true
	read := func(conditions []DataCondition) (list []conjunction) {
		for _, condition := range conditions {
			found := conjunction{}
			if node, err := condition.Parse(""); err != nil {
				ok = false
			} else {
				found.add(string(condition.Language), node)
			}
			list = append(list, found)
		}
		return list
	}
	allowed, denied = read(some), read(none)
	return allowed, denied, ok
}

func (c conjunction) add(language string, node ql.Node) {
	switch n := node.(type) {
	case nil, *ql.All:
	case *ql.And:
		for _, item := range n.Items {
			c.add(language, item)
		}
	default:
		c[fmt.Sprintf("%s %T %s", language, node, node)] = true
	}
}
