package org_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestInvitationState(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	found := map[time.Duration]interface{ Open(now time.Time) bool }{
		org.InvitationLifetime: org.Invitation{CreatedAt: made, ExpireAt: made.Add(org.InvitationLifetime)},
		org.TeamInvitationLife: org.TeamInvitation{CreatedAt: made},
	}
	for life, invitation := range found {
		f := func(err error, after time.Duration, want org.InvitationState) {
			t.Helper()
			if got, _ := org.InvitationStateOf(invitation, err, made.Add(after)); got != want {
				t.Errorf("%T after %s: %q, want %q", invitation, after, got, want)
			}
		}
		f(nil, life-time.Millisecond, org.InvitationOpen)
		f(nil, life, org.InvitationExpired)
		f(fault.New(fault.NotFound, "no invitation"), 0, org.InvitationGone)
		f(fault.New(fault.Unavailable, "no database"), 0, "")
		if _, err := org.InvitationStateOf(invitation, fault.New(fault.Unavailable, "no database"), made); err == nil {
			t.Error("a failure is no state")
		}
	}
}
