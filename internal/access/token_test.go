package access_test

import (
	"crypto/rand"
	"errors"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
)

func TestTokenParsesBack(t *testing.T) {
	t.Parallel()
	for _, kind := range []access.TokenKind{access.TokenAccess, access.TokenIngestion, access.TokenCloud, access.TokenSession} {
		token := newToken(t, kind)
		gotKind, publicID, err := access.ParseToken(token.Text)
		if err != nil || gotKind != kind || publicID != token.PublicID {
			t.Errorf("ParseToken(%s…) = %q, %q, %v", kind, gotKind, publicID, err)
		}
	}
}

func TestParseTokenRefusesOtherText(t *testing.T) {
	t.Parallel()
	good := newToken(t, access.TokenAccess).Text
	flipped := good[:len(good)-1] + string('a'+('z'-good[len(good)-1])%26)
	for _, text := range []string{"", "cairn_ak_", good + "x", good[1:], strings.ToUpper(good), flipped, "cairn_zz_" + good[9:]} {
		if _, _, err := access.ParseToken(text); !errors.Is(err, access.ErrToken) {
			t.Errorf("ParseToken of a text of %d characters = %v, want ErrToken", len(text), err)
		}
	}
}

func TestTokensDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		token := newToken(t, access.TokenIngestion)
		if seen[token.PublicID] {
			t.Fatal("a public id came twice")
		}
		seen[token.PublicID] = true
	}
}

func TestSameHash(t *testing.T) {
	t.Parallel()
	token := newToken(t, access.TokenAccess)
	if !access.SameHash(token.Hash(), access.HashSecret(token.Text)) {
		t.Error("a token does not match its own hash")
	}
	if access.SameHash(token.Hash(), nil) || access.SameHash(token.Hash(), access.HashSecret("other")) {
		t.Error("another hash matches")
	}
}

func FuzzParseToken(f *testing.F) {
	f.Add("cairn_ak_0123456789ab")
	f.Fuzz(func(t *testing.T, text string) {
		kind, publicID, err := access.ParseToken(text)
		if err == nil && !strings.HasPrefix(text, string(kind)+publicID) {
			t.Errorf("accepted %q as %q, %q", text, kind, publicID)
		}
	})
}

func newToken(t *testing.T, kind access.TokenKind) access.Token {
	t.Helper()
	token, err := access.NewToken(rand.Reader, kind)
	if err != nil {
		t.Fatal(err)
	}
	return token
}
