package stack

import "slices"

// allows reports whether the permission is about an action on a subject,
// conditions aside.
func (p RolePermission) allows(action Action, subject Subject) bool {
	return p.Integration == IntegrationResources &&
		(p.Action == action || p.Action == ActionManage) && (p.Subject == subject || p.Subject == SubjectAll)
}

// isBlindTo reports whether to do something to things of the kind would show
// data that the role may not read: alerts run over all data of the team, and
// webhooks are where they say what they found.
func (r Role) isBlindTo(action Action, subject Subject) bool {
	return (subject == SubjectAlert || subject == SubjectWebhook && action != ActionRead) && r.IsScoped()
}

// May reports whether the role may do the action to at least one thing of the
// kind.
func (r Role) May(action Action, subject Subject) bool {
	if r.isBlindTo(action, subject) {
		return false
	}
	allowed := false
	for _, p := range r.Permissions {
		if !p.allows(action, subject) {
			continue
		}
		if p.Inverted && len(p.Conditions) == 0 && len(p.Fields) == 0 {
			return false
		}
		allowed = allowed || !p.Inverted
	}
	return allowed
}

// MayAll reports whether the role may do the action to everything of the kind.
func (r Role) MayAll(action Action, subject Subject) bool {
	if r.isBlindTo(action, subject) {
		return false
	}
	allowed := false
	for _, p := range r.Permissions {
		if !p.allows(action, subject) {
			continue
		}
		if p.Inverted {
			return false
		}
		allowed = allowed || len(p.Conditions) == 0 && len(p.Fields) == 0
	}
	return allowed
}

// Allows reports whether the role may do the action to the thing with the
// fields. Of an update, changed is the fields that it changes.
func (r Role) Allows(action Action, subject Subject, fields map[string]any, changed []string) bool {
	if r.isBlindTo(action, subject) {
		return false
	}
	free := slices.Clone(changed) // of what no permission has allowed yet
	allowed := false
	for _, p := range r.Permissions {
		if !p.allows(action, subject) || !p.Conditions.match(fields) {
			continue
		}
		if p.Inverted {
			if len(p.Fields) == 0 || slices.ContainsFunc(changed, func(field string) bool { return slices.Contains(p.Fields, field) }) {
				return false
			}
			continue
		}
		allowed = true
		free = slices.DeleteFunc(free, func(field string) bool { return len(p.Fields) == 0 || slices.Contains(p.Fields, field) })
	}
	return allowed && len(free) == 0
}

// Data returns which rows of the tables of a kind the role may read: those
// that meet one of allowed and none of denied.
func (r Role) Data(kind SourceKind) (allowed, denied []DataCondition) {
	for _, p := range r.Permissions {
		of := p.Conditions.data()
		switch {
		case p.Integration != IntegrationData || of.Kind != "" && of.Kind != kind:
		case p.Inverted:
			denied = append(denied, of)
		default:
			allowed = append(allowed, of)
		}
	}
	return allowed, denied
}

// IsScoped reports whether there is data of the team that the role may not
// read.
func (r Role) IsScoped() bool {
	return slices.ContainsFunc([]SourceKind{KindLog, KindTrace, KindMetric}, func(kind SourceKind) bool {
		allowed, denied := r.Data(kind)
		isAll := func(d DataCondition) bool { return d.Where == "" }
		return len(denied) > 0 || !slices.ContainsFunc(allowed, isAll)
	})
}

// ReadsData reports whether the role may read any data.
func (r Role) ReadsData() bool {
	return slices.ContainsFunc([]SourceKind{KindLog, KindTrace, KindMetric}, func(kind SourceKind) bool {
		allowed, denied := r.Data(kind)
		isAll := func(d DataCondition) bool { return d.Where == "" }
		return len(allowed) > 0 && !slices.ContainsFunc(denied, isAll)
	})
}
