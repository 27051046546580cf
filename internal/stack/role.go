package stack

import (
	"slices"
	"strings"
)

// The limits of roles.
const (
	RoleNameCharsMax        = 128
	RoleDescriptionCharsMax = 1024
	RolePermissionsMax      = 200
	RoleFieldsMax           = 50
	RoleConditionsMax       = 20
)

// Role is what members and access keys of a team may do.
type Role struct {
	Record
	RoleSpec
	Predefined bool // the same in every team; can't be changed
	IsHidden   bool // its description and permissions were left out
}

// RoleSpec is the content of a role: what is stored and returned.
type RoleSpec struct {
	Name        string           `json:"name"`
	Description string           `json:"description"`
	Permissions []RolePermission `json:"permissions"`
}

// RolePermission allows an action on a subject, or denies it: a denial wins,
// whatever the order.
type RolePermission struct {
	Action      Action      `json:"action"`
	Subject     Subject     `json:"subject"`
	Integration Integration `json:"integration" required:"false"`
	Inverted    bool        `json:"inverted,omitempty" doc:"Denies instead of allowing."`
	Fields      []string    `json:"fields,omitempty" maxItems:"50" doc:"Only with the action update: the fields that may change."`
	Conditions  Conditions  `json:"conditions,omitempty" doc:"On resources: fields and the values that they must have. On data (clickhouse): where, whereLanguage and kind, which restrict the rows."`
}

func (p *RolePermission) preset() { p.Integration = IntegrationResources }

// Action is what is done to a subject.
type Action string

// The actions; manage is all of them.
const (
	ActionCreate Action = "create"
	ActionRead   Action = "read"
	ActionUpdate Action = "update"
	ActionDelete Action = "delete"
	ActionManage Action = "manage"
)

// Actions lists the actions.
func Actions() []Action {
	return []Action{ActionCreate, ActionRead, ActionUpdate, ActionDelete, ActionManage}
}

// Each returns the actions that the action stands for.
func (a Action) Each() []Action {
	if a != ActionManage {
		return []Action{a}
	}
	return []Action{ActionCreate, ActionRead, ActionUpdate, ActionDelete}
}

// Subject is a kind of thing that a team has.
type Subject string

// The subjects; all is every one of them. There are no notebooks yet.
const (
	SubjectAlert       Subject = "Alert"
	SubjectConnection  Subject = "Connection"
	SubjectDashboard   Subject = "Dashboard"
	SubjectSavedSearch Subject = "SavedSearch"
	SubjectSource      Subject = "Source"
	SubjectTeam        Subject = "Team"
	SubjectUser        Subject = "User"
	SubjectWebhook     Subject = "Webhook"
	SubjectRole        Subject = "Role"
	SubjectNotebook    Subject = "Notebook"
	SubjectAll         Subject = "all"
)

// Subjects lists the subjects.
func Subjects() []Subject {
	return []Subject{
		SubjectAlert, SubjectConnection, SubjectDashboard, SubjectSavedSearch, SubjectSource, SubjectTeam, SubjectUser,
		SubjectWebhook, SubjectRole, SubjectNotebook, SubjectAll,
	}
}

// Each returns the subjects that the subject stands for.
func (s Subject) Each() []Subject {
	if s != SubjectAll {
		return []Subject{s}
	}
	return slices.DeleteFunc(Subjects(), func(each Subject) bool { return each == SubjectAll })
}

// Integration is where a subject lives, under the names that clients know.
type Integration string

// The integrations.
const (
	IntegrationResources Integration = "mongodb"    // what the API keeps
	IntegrationData      Integration = "clickhouse" // telemetry
)

// Integrations lists the integrations.
func Integrations() []Integration { return []Integration{IntegrationResources, IntegrationData} }

// The ids of the predefined roles. They have the form of an id whose time is
// 1970, so that no role of a team can have them.
const (
	RoleAdminID    = "000000000000000000000a01"
	RoleMemberID   = "000000000000000000000a02"
	RoleReadOnlyID = "000000000000000000000a03"
)

// PredefinedRoles returns the roles that every team has. What they may do is
// said here and nowhere else.
func PredefinedRoles() []Role {
	allow := func(action Action, integration Integration, subjects ...Subject) []RolePermission {
		permissions := make([]RolePermission, len(subjects))
		for i, subject := range subjects {
			permissions[i] = RolePermission{Action: action, Subject: subject, Integration: integration}
		}
		return permissions
	}
	predefined := func(id, name, description string, permissions ...[]RolePermission) Role {
		return Role{
			Record: Record{ID: id, Version: 1}, Predefined: true,
			RoleSpec: RoleSpec{Name: name, Description: description, Permissions: slices.Concat(permissions...)},
		}
	}
	data := allow(ActionRead, IntegrationData, SubjectAll)
	return []Role{
		predefined(RoleAdminID, "Admin", "Everything, with people and roles.",
			allow(ActionManage, IntegrationResources, SubjectAll), data),
		predefined(RoleMemberID, "Member", "Everything but people and roles.",
			allow(ActionManage, IntegrationResources, SubjectAlert, SubjectConnection, SubjectDashboard, SubjectSavedSearch, SubjectSource, SubjectWebhook, SubjectNotebook),
			allow(ActionRead, IntegrationResources, SubjectTeam, SubjectUser, SubjectRole), data),
		predefined(RoleReadOnlyID, "ReadOnly", "Reads everything and changes nothing.",
			allow(ActionRead, IntegrationResources, SubjectAll), data),
	}
}

// Onlooker returns what somebody without a role may do in a team: see who is
// in it. Nobody can be given it.
func Onlooker() Role {
	see := func(subject Subject) RolePermission {
		return RolePermission{Action: ActionRead, Subject: subject, Integration: IntegrationResources}
	}
	return Role{RoleSpec: RoleSpec{Permissions: []RolePermission{see(SubjectTeam), see(SubjectUser)}}}
}

// PredefinedRole returns the predefined role with the id.
func PredefinedRole(id string) (Role, bool) {
	roles := PredefinedRoles()
	at := slices.IndexFunc(roles, func(r Role) bool { return r.ID == id })
	if at < 0 {
		return Role{}, false
	}
	return roles[at], true
}

// RoleInput is the body that creates or changes a role.
type RoleInput struct {
	Name        *string          `json:"name,omitempty" minLength:"1" maxLength:"128"`
	Description *string          `json:"description,omitempty" maxLength:"1024"`
	Permissions []RolePermission `json:"permissions" maxItems:"200" doc:"Their order has no meaning. The server adds permission to read connections."`
}

// DecodeRole reads a body strictly. Limits are checked by Apply.
func DecodeRole(body []byte) (RoleInput, error) {
	return decodeRecord[RoleInput](body, computedFields.role)
}

// Apply returns the role after the change, or an Invalid fault. A name and a
// description that are not sent stay. Applied to the zero spec it creates.
func (s RoleSpec) Apply(in RoleInput) (RoleSpec, error) {
	next := RoleSpec{Name: s.Name, Description: s.Description, Permissions: slices.Clone(in.Permissions)}
	if in.Name != nil {
		next.Name = strings.TrimSpace(*in.Name)
	}
	if in.Description != nil {
		next.Description = *in.Description
	}
	p := root()
	next.check(p)
	if err := p.log.err(); err != nil {
		return RoleSpec{}, err
	}
	next.readConnections()
	return next, nil
}

// readConnections adds what clients expect in every role.
func (s *RoleSpec) readConnections() {
	isThat := func(p RolePermission) bool {
		return p.allows(ActionRead, SubjectConnection) && !p.Inverted && len(p.Conditions) == 0
	}
	if !slices.ContainsFunc(s.Permissions, isThat) {
		s.Permissions = append(s.Permissions, RolePermission{Action: ActionRead, Subject: SubjectConnection, Integration: IntegrationResources})
	}
}

func (s RoleSpec) check(p place) {
	p.at("name").chars(s.Name, 1, RoleNameCharsMax)
	p.at("name").check(IsPlainName(s.Name), "format", PlainNameRule)
	isTaken := func(r Role) bool { return strings.EqualFold(r.Name, s.Name) }
	p.at("name").check(!slices.ContainsFunc(PredefinedRoles(), isTaken), "unique", "must not be that of a predefined role")
	p.at("description").chars(s.Description, 0, RoleDescriptionCharsMax)
	p.at("permissions").items(len(s.Permissions), 1, RolePermissionsMax)
	for i, permission := range s.Permissions {
		permission.check(p.at("permissions").item(i))
	}
}

func (p RolePermission) check(at place) {
	oneOf(at.at("action"), p.Action, Actions())
	oneOf(at.at("subject"), p.Subject, Subjects())
	oneOf(at.at("integration"), p.Integration, Integrations())
	at.at("fields").items(len(p.Fields), 0, RoleFieldsMax)
	for i, field := range p.Fields {
		at.at("fields").item(i).chars(field, 1, RoleNameCharsMax)
	}
	at.at("fields").check(len(p.Fields) == 0 || p.Action == ActionUpdate && p.Integration == IntegrationResources, "conflict",
		"is only for the action update on resources")
	if p.Integration == IntegrationData {
		at.at("subject").check(p.Subject == SubjectSource || p.Subject == SubjectAll, "enum", "must be Source or all for data")
		at.at("action").check(p.Action == ActionRead || p.Action == ActionManage, "enum", "must be read or manage for data")
		p.Conditions.checkData(at.at("conditions"))
		return
	}
	p.Conditions.checkResource(at.at("conditions"))
}
