package access

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Bounds of what a person types about themselves.
const (
	UserNameCharsMax = 128
	KeyNameCharsMax  = 128
)

// User is a person who signs in.
type User struct {
	ID           string // 24 hex
	Email        string // lower case
	Name         string
	PasswordHash string // PHC string
	CreatedAt    time.Time
	DisabledAt   time.Time // zero: enabled
}

// Membership is a user's seat in a team, and through its organization's
// service in the cloud. OrganizationID is empty for a team without service.
type Membership struct {
	TeamID         string
	TeamName       string
	OrganizationID string
	Role           org.Role
	StackRoleID    string // in the team; empty: it follows from Role
	ServiceID      string // of the service that the team belongs to; empty: none
}

// Seat is a membership with the state of the account that has it.
type Seat struct {
	Membership
	DisabledAt time.Time   // zero: enabled
	StackRole  *stack.Role // in the team; nil: it follows from Role
	// HasCloudRoles says that the user has cloud roles in the organization.
	HasCloudRoles bool
}

// AccessKey is a personal API access key of a user for one team.
type AccessKey struct {
	ID        string
	UserID    string
	TeamID    string
	Name      string
	PublicID  string
	Hash      []byte
	CreatedAt time.Time
	ExpireAt  time.Time // zero: never
	UsedAt    time.Time // zero: not yet
	// RoleID is that of a role below which the key stays, besides that of its
	// owner; empty: none.
	RoleID string
	Role   *stack.Role // of RoleID; read when the key is used
}

// IngestionKey lets telemetry of one team in.
type IngestionKey struct {
	ID        string
	TeamID    string
	Name      string
	PublicID  string
	Hash      []byte
	CreatedAt time.Time
	UsedAt    time.Time
}

// Session is a signed-in browser.
type Session struct {
	ID        string
	UserID    string
	TeamID    string
	PublicID  string
	Hash      []byte
	CreatedAt time.Time
	SeenAt    time.Time
	Address   string // where it was made; empty: unknown
	Browser   string // in words; empty: unknown
}

// NewUser is what it takes to make a user.
type NewUser struct {
	Email    string
	Name     string
	Password string
}

func (u NewUser) check() error {
	var rules fault.Rules
	checkEmail(&rules, u.Email)
	rules.Check(strings.TrimSpace(u.Name) != "", "name", "required", "must not be blank")
	rules.Check(utf8.RuneCountInString(u.Name) <= UserNameCharsMax, "name", "max_length",
		"must be at most %d characters", UserNameCharsMax)
	rules.Check(stack.IsPlainName(u.Name), "name", "format", stack.PlainNameRule)
	if err := rules.Err(); err != nil {
		return err
	}
	return CheckPassword(u.Password, u.Email)
}

func checkEmail(rules *fault.Rules, email string) {
	if code, message := stack.EmailRule(email); code != "" {
		rules.Break("email", code, "%s", message)
	}
}

// NormalEmail returns the form in which addresses are stored and compared.
func NormalEmail(email string) string { return stack.NormalEmail(email) }

func checkKeyName(name string) error {
	var rules fault.Rules
	rules.Check(strings.TrimSpace(name) != "", "name", "required", "must not be blank")
	rules.Check(utf8.RuneCountInString(name) <= KeyNameCharsMax, "name", "max_length",
		"must be at most %d characters", KeyNameCharsMax)
	rules.Check(stack.IsPlainName(name), "name", "format", stack.PlainNameRule)
	return rules.Err()
}
