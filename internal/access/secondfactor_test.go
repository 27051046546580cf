package access_test

import (
	"context"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// codeOf returns why a refusal is about the code; empty when it is not.
func codeOf(err error) string {
	for _, detail := range fault.From(err).Details {
		if detail.Path == "code" {
			return detail.Code
		}
	}
	return ""
}

func (h *house) signInWith(ctx context.Context, code string) error {
	_, err := h.SignIn(ctx, access.Credentials{Email: "ada@example.net", Password: password, Code: code})
	return err
}

// enroll turns two-factor authentication on.
func (h *house) enroll(ctx context.Context, t *testing.T) (secret string, codes []string) {
	t.Helper()
	begun, err := h.BeginSecondFactor(ctx, password)
	if err != nil {
		t.Fatal(err)
	}
	codes, err = h.ConfirmSecondFactor(ctx, access.CodeAt(begun.Secret, h.Now()))
	if err != nil || len(codes) != access.RecoveryCodes {
		t.Fatalf("%v, %v", codes, err)
	}
	return begun.Secret, codes
}

func TestSecondFactorCountsOnceItIsConfirmed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada, _ := h.enter(t, "ada@example.net")
	_, other := h.enter(t, "ada@example.net")
	_, err := h.BeginSecondFactor(ada, "wrong horse battery")
	wantKind(t, err, fault.Invalid)
	if _, err := h.BeginSecondFactor(ada, password); err != nil {
		t.Fatal(err)
	}
	if err := h.signInWith(t.Context(), ""); err != nil {
		t.Errorf("before it is confirmed: %v", err)
	}
	_, err = h.ConfirmSecondFactor(ada, "000000")
	wantKind(t, err, fault.Invalid)
	h.enroll(ada, t)
	if err := h.signInWith(t.Context(), ""); codeOf(err) != "required" {
		t.Errorf("without a code: %v", err)
	}
	_, err = h.Session(t.Context(), other)
	wantKind(t, err, fault.Unauthenticated)
	_, err = h.BeginSecondFactor(ada, password)
	wantKind(t, err, fault.Conflict)
	_, err = h.ConfirmSecondFactor(ada, "000000")
	wantKind(t, err, fault.Conflict)
}

func TestCodesAreTakenOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada, _ := h.enter(t, "ada@example.net")
	secret, codes := h.enroll(ada, t)
	if err := h.signInWith(t.Context(), access.CodeAt(secret, h.Now())); codeOf(err) != "wrong" {
		t.Errorf("the code that confirmed it: %v", err)
	}
	h.clock.Advance(30 * time.Second)
	code := access.CodeAt(secret, h.Now())
	if err := h.signInWith(t.Context(), code[:3]+" "+code[3:]); err != nil {
		t.Errorf("a fresh code: %v", err)
	}
	if err := h.signInWith(t.Context(), code); codeOf(err) != "wrong" {
		t.Errorf("the same code again: %v", err)
	}
	if err := h.signInWith(t.Context(), codes[0]); err != nil {
		t.Errorf("a recovery code: %v", err)
	}
	if err := h.signInWith(t.Context(), codes[0]); codeOf(err) != "wrong" {
		t.Errorf("the same recovery code again: %v", err)
	}
	if state, err := h.SecondFactor(ada); !state.On || state.RecoveryCodesLeft != access.RecoveryCodes-1 || err != nil {
		t.Errorf("%+v, %v", state, err)
	}
	fresh, err := h.RenewRecoveryCodes(ada, password)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.signInWith(t.Context(), codes[1]); codeOf(err) != "wrong" {
		t.Errorf("a recovery code that was replaced: %v", err)
	}
	if err := h.signInWith(t.Context(), fresh[1]); err != nil {
		t.Errorf("a new recovery code: %v", err)
	}
}

func TestCodesAreThrottledAsPasswordsAre(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada, _ := h.enter(t, "ada@example.net")
	secret, _ := h.enroll(ada, t)
	h.clock.Advance(time.Minute)
	there := peer.WithClient(t.Context(), here)
	for i := range access.SignInFailuresMax {
		if err := h.signInWith(there, ""); codeOf(err) != "required" { // neither counts nor forgives
			t.Fatalf("guess %d: %v", i, err)
		}
		if err := h.signInWith(there, "abcdef"); codeOf(err) != "wrong" {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
	wantKind(t, h.signInWith(there, access.CodeAt(secret, h.Now())), fault.Limited)
	if err := h.signInWith(t.Context(), access.CodeAt(secret, h.Now())); err != nil {
		t.Errorf("the owner, from elsewhere: %v", err)
	}
}

func TestSecondFactorIsRemoved(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.member(t, "eve@example.net", org.RoleAdmin)
	eve, _ := h.enter(t, "eve@example.net")
	ada, _ := h.enter(t, "ada@example.net")
	for name, remove := range map[string]func() error{
		"by its owner":    func() error { return h.RemoveSecondFactor(ada, password) },
		"by an admin":     func() error { return h.RemoveMemberSecondFactor(eve, h.made.User.ID) },
		"by the operator": func() error { return h.ResetSecondFactor(t.Context(), h.made.User) },
	} {
		h.enroll(ada, t)
		h.clock.Advance(time.Minute)
		wantKind(t, h.RemoveSecondFactor(ada, "wrong horse battery"), fault.Invalid)
		if err := remove(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := h.signInWith(t.Context(), ""); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		wantKind(t, remove(), fault.Conflict)
	}
	made, err := h.LinkFor(t.Context(), h.made.User)
	if err != nil {
		t.Fatal(err)
	}
	h.enroll(ada, t)
	if err := useLink(t, h, made.Token, password); err != nil {
		t.Fatal(err)
	}
	if err := h.signInWith(t.Context(), ""); codeOf(err) != "required" {
		t.Errorf("a link got around it: %v", err)
	}
}
