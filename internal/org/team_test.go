package org_test

import (
	"bytes"
	"errors"
	"testing"
	"testing/iotest"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestTeamInvitationEndsAfterThirtyDays(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	i := org.TeamInvitation{CreatedAt: made}
	if !i.Open(made.Add(org.TeamInvitationLife-time.Millisecond)) || i.Open(made.Add(org.TeamInvitationLife)) {
		t.Error("the invitation is not open for exactly its life")
	}
}

func TestInvitationTokenIs64HexCharacters(t *testing.T) {
	t.Parallel()
	token, err := org.NewInvitationToken(bytes.NewReader(bytes.Repeat([]byte{0xab}, 32)))
	if err != nil || len(token) != 64 || token[:4] != "abab" {
		t.Errorf("token %q, %v", token, err)
	}
	if _, err := org.NewInvitationToken(iotest.ErrReader(errors.New("no randomness"))); err == nil {
		t.Error("a token was made of nothing")
	}
}

func TestNobodyRemovesThemselves(t *testing.T) {
	t.Parallel()
	if err := org.CheckTeamRemoval("a", "b"); err != nil {
		t.Error(err)
	}
	if err := org.CheckTeamRemoval("a", "a"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("oneself: %v", err)
	}
}
