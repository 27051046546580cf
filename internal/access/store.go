package access

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Store keeps accounts and credentials. Every look-up of something that is
// not there answers a NotFound fault; a value that must be unique and is
// taken answers a Conflict fault.
type Store interface {
	AccountStore
	KeyStore
	SessionStore
	InstallStore
	// InTx runs fn in one transaction that rides in the context; a call
	// inside another joins it.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// AccountStore keeps users, teams and who sits where.
type AccountStore interface {
	CreateUser(ctx context.Context, u User) error
	UserByEmail(ctx context.Context, email string) (User, error)
	UserByID(ctx context.Context, id string) (User, error)
	CountUsers(ctx context.Context) (int, error)
	CreateTeam(ctx context.Context, t stack.Team) error
	AddTeamMember(ctx context.Context, teamID, userID string, at time.Time) error
	MembershipsOf(ctx context.Context, userID string) ([]Membership, error)
}

// KeyStore keeps access, ingestion and cloud keys.
type KeyStore interface {
	CreateAccessKey(ctx context.Context, k AccessKey) error
	AccessKeyByPublicID(ctx context.Context, publicID string) (AccessKey, error)
	CreateIngestionKey(ctx context.Context, k IngestionKey) error
	IngestionKeyByPublicID(ctx context.Context, publicID string) (IngestionKey, error)
	CloudKeyByKeyIDHash(ctx context.Context, hash []byte) (org.Key, error)
	KeyListStore
}

// KeyListStore lists and ends keys, and notes their use.
type KeyListStore interface {
	AccessKeysOf(ctx context.Context, userID string) ([]AccessKey, error)
	IngestionKeysOf(ctx context.Context, teamID string) ([]IngestionKey, error)
	DeleteAccessKey(ctx context.Context, userID, id string) error
	DeleteIngestionKey(ctx context.Context, teamID, id string) error
	NoteKeyUse(ctx context.Context, kind TokenKind, id string, at time.Time) error
}

// SessionStore keeps signed-in browsers.
type SessionStore interface {
	CreateSession(ctx context.Context, s Session) error
	SessionByPublicID(ctx context.Context, publicID string) (Session, error)
	TouchSession(ctx context.Context, id string, at time.Time) error
	DeleteSession(ctx context.Context, id string) error
	DeleteSessionsBefore(ctx context.Context, created, seen time.Time) (int, error)
}
