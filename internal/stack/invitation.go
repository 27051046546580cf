package stack

const (
	// PersonNameCharsMax bounds the name of an invited person.
	PersonNameCharsMax = 256
)

// InvitationBody is the body that invites somebody to a team.
type InvitationBody struct {
	Email string  `json:"email" format:"email" maxLength:"254"`
	Name  string  `json:"name,omitempty" nullable:"true" maxLength:"256"`
	Role  *string `json:"role,omitempty" enum:"admin,developer,billing,member" doc:"Role in the organization that owns the team. If absent: member with a role in the team, developer without."`
	// RoleID is that of a role in the team.
	RoleID string `json:"roleId,omitempty" nullable:"true" doc:"Role in the team; if absent, the team's default role."`
}

// DecodeInvitation reads the body strictly, brings the address to lower case,
// and returns an Invalid fault unless it is one. Whether there is such a role
// is not for it to say.
func DecodeInvitation(body []byte) (InvitationBody, error) {
	in, err := decodeBody[InvitationBody](body)
	if err != nil {
		return InvitationBody{}, err
	}
	in.Email = NormalEmail(in.Email)
	p := root()
	if code, message := EmailRule(in.Email); code != "" {
		p.at("email").breach(code, "%s", message)
	}
	p.at("name").chars(in.Name, 0, PersonNameCharsMax)
	p.at("name").check(IsPlainName(in.Name), "format", PlainNameRule)
	return in, p.log.err()
}
