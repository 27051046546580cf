package stack

import (
	"encoding/hex"
	"io"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	// InvitationLife is how long an invitation can be accepted.
	InvitationLife = 30 * 24 * time.Hour
	// PersonNameCharsMax bounds the name of an invited person.
	PersonNameCharsMax = 256
	// invitationRole is what an invitation grants that names no role.
	invitationRole = "developer"
	// invitationTokenBytes make a token of 64 hex characters.
	invitationTokenBytes = 32
)

// Invitation asks somebody to join a team.
type Invitation struct {
	ID        string
	TeamID    string
	Email     string // lower case
	Name      string
	Role      string // in the organization behind the team
	Token     string // a credential; only a new invitation has it
	CreatedAt time.Time
}

// InvitationInput is the body that invites.
type InvitationInput struct {
	Email string `json:"email" format:"email" maxLength:"254"`
	Name  string `json:"name,omitempty" nullable:"true" maxLength:"256"`
	Role  string `json:"role,omitempty" enum:"admin,developer,billing" doc:"Role in the organization that owns the team; developer when absent."`
}

func (in *InvitationInput) preset() { in.Role = invitationRole }

// DecodeInvitation reads the body strictly, brings the address to lower case,
// and returns an Invalid fault unless it is one.
func DecodeInvitation(body []byte) (InvitationInput, error) {
	in, err := decodeBody[InvitationInput](body)
	if err != nil {
		return InvitationInput{}, err
	}
	in.Email = NormalEmail(in.Email)
	p := root()
	if code, message := EmailRule(in.Email); code != "" {
		p.at("email").breach(code, "%s", message)
	}
	p.at("name").chars(in.Name, 0, PersonNameCharsMax)
	return in, p.log.err()
}

// NewInvitationToken makes the secret of an invitation: 64 hex characters.
func NewInvitationToken(random io.Reader) (string, error) {
	token := make([]byte, invitationTokenBytes)
	if _, err := io.ReadFull(random, token); err != nil {
		return "", err
	}
	return hex.EncodeToString(token), nil
}

// Naming returns how the one who accepts is called: by the name that they give,
// else by the one that they were invited under, else by their address.
func (i Invitation) Naming(given string) string {
	for _, name := range []string{given, i.Name} {
		if strings.TrimSpace(name) != "" {
			return name
		}
	}
	return i.Email
}

// Open reports whether the invitation can still be accepted.
func (i Invitation) Open(now time.Time) bool { return now.Before(i.CreatedAt.Add(InvitationLife)) }

// CheckMemberRemoval returns an Invalid fault when somebody would remove
// themselves, which could leave a team without anybody.
func CheckMemberRemoval(actorID, memberID string) error {
	if actorID == memberID {
		return fault.New(fault.Invalid, "You can't remove yourself from the team")
	}
	return nil
}
