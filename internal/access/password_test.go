package access_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
)

func TestCheckPassword(t *testing.T) {
	t.Parallel()
	f := func(password, want string) {
		t.Helper()
		err := access.CheckPassword(password, "ada@example.net")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("CheckPassword(%d characters) = %v, want %q", len(password), err, want)
		}
	}
	f("correct horse battery", "")
	f("short", "at least 12")
	f(strings.Repeat("x", access.PasswordCharsMax), "")
	f(strings.Repeat("x", access.PasswordCharsMax+1), "at most 128")
	f("ADA@example.net", "must differ")
}
