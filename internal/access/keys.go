package access

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Most keys that one owner may have.
const (
	AccessKeysMax    = 50 // per user
	IngestionKeysMax = 50 // per team
)

// CreateAccessKey makes a personal API access key of the user for the team.
// The text is answered once and can't be had again.
func (s *Service) CreateAccessKey(ctx context.Context, key AccessKey) (AccessKey, string, error) {
	if err := s.checkNewAccessKey(ctx, key); err != nil {
		return AccessKey{}, "", err
	}
	id, token, err := s.newCredential(TokenAccess)
	if err != nil {
		return AccessKey{}, "", err
	}
	key.ID, key.PublicID, key.Hash, key.CreatedAt = id, token.PublicID, token.Hash(), s.Now()
	return key, token.Text, s.Store.CreateAccessKey(ctx, key)
}

func (s *Service) checkNewAccessKey(ctx context.Context, key AccessKey) error {
	if err := checkKeyName(key.Name); err != nil {
		return err
	}
	if err := checkExpiry(key.ExpireAt, s.Now()); err != nil {
		return err
	}
	keys, err := s.Store.AccessKeysOf(ctx, key.UserID)
	if err != nil {
		return err
	}
	return checkCount(len(keys), AccessKeysMax, "access keys per user")
}

// CreateIngestionKey makes an ingestion key of the team.
func (s *Service) CreateIngestionKey(ctx context.Context, teamID, name string) (IngestionKey, string, error) {
	if err := s.checkNewIngestionKey(ctx, teamID, name); err != nil {
		return IngestionKey{}, "", err
	}
	id, token, err := s.newCredential(TokenIngestion)
	if err != nil {
		return IngestionKey{}, "", err
	}
	key := IngestionKey{ID: id, TeamID: teamID, Name: name, PublicID: token.PublicID, Hash: token.Hash(), CreatedAt: s.Now()}
	return key, token.Text, s.Store.CreateIngestionKey(ctx, key)
}

func (s *Service) checkNewIngestionKey(ctx context.Context, teamID, name string) error {
	if err := checkKeyName(name); err != nil {
		return err
	}
	keys, err := s.Store.IngestionKeysOf(ctx, teamID)
	if err != nil {
		return err
	}
	return checkCount(len(keys), IngestionKeysMax, "ingestion keys per team")
}

func (s *Service) newCredential(kind TokenKind) (string, Token, error) {
	id, err := stack.NewID(s.Random, s.Now())
	if err != nil {
		return "", Token{}, err
	}
	token, err := NewToken(s.Random, kind)
	return id, token, err
}

func checkExpiry(expireAt, now time.Time) error {
	var rules fault.Rules
	rules.Check(expireAt.IsZero() || expireAt.After(now), "expireAt", "range", "must be in the future")
	return rules.Err()
}

func checkCount(have, most int, what string) error {
	if have >= most {
		return fault.New(fault.Conflict, "the limit of %d %s is reached; revoke one first", most, what)
	}
	return nil
}
