package org

import (
	"encoding/hex"
	"io"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	// TeamInvitationLife is how long an invitation to a team can be accepted.
	TeamInvitationLife = 30 * 24 * time.Hour
	// invitationTokenBytes make a token of 64 hex characters.
	invitationTokenBytes = 32
)

// TeamMember is a user in a team. It is not a Member with fewer fields: the
// role is that of the organization behind the team, the time is that of the
// team, and a seat in a team has no version.
type TeamMember struct {
	UserID   string
	Email    string
	Name     string
	Role     Role
	JoinedAt time.Time
	// StackRoleID is that of the role in the team; empty: it follows from Role.
	StackRoleID string
	// HasSecondFactor says that signing in with the password takes a code too.
	HasSecondFactor bool
	// HasCloudRoles says that they have cloud roles in the organization.
	HasCloudRoles bool
}

// TeamInvitation asks somebody to join a team. Unlike an Invitation it has a
// name for them, and asking again replaces it.
type TeamInvitation struct {
	ID     string
	TeamID string
	Email  string // lower case
	Name   string
	Role   Role // in the organization behind the team
	// StackRoleID is that of the role in the team; empty: it follows from Role.
	StackRoleID string
	Token       string // a credential; only a new invitation has it
	CreatedAt   time.Time
}

// Naming returns how the one who accepts is called: by the name that they give,
// else by the one that they were invited under, else by their address.
func (i TeamInvitation) Naming(given string) string {
	for _, name := range []string{given, i.Name} {
		if strings.TrimSpace(name) != "" {
			return name
		}
	}
	return i.Email
}

// ExpireAt returns when the invitation ends.
func (i TeamInvitation) ExpireAt() time.Time { return i.CreatedAt.Add(TeamInvitationLife) }

// Open reports whether the invitation can still be accepted.
func (i TeamInvitation) Open(now time.Time) bool { return now.Before(i.ExpireAt()) }

// NewInvitationToken makes the secret of an invitation: 64 hex characters.
func NewInvitationToken(random io.Reader) (string, error) {
	token := make([]byte, invitationTokenBytes)
	if _, err := io.ReadFull(random, token); err != nil {
		return "", err
	}
	return hex.EncodeToString(token), nil
}

// CheckTeamRemoval returns an Invalid fault when somebody would remove
// themselves, which could leave a team without anybody.
func CheckTeamRemoval(actorID, memberID string) error {
	if actorID == memberID {
		return fault.New(fault.Invalid, "You can't remove yourself from the team")
	}
	return nil
}
