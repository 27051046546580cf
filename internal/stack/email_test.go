package stack_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

// normalEmail returns the stored form of an address that breaks no rule.
func normalEmail(email string) (string, error) {
	normal := stack.NormalEmail(email)
	if _, message := stack.EmailRule(normal); message != "" {
		return "", errors.New(message)
	}
	return normal, nil
}

func TestEmailAddress(t *testing.T) {
	t.Parallel()
	f := func(email, want string) {
		t.Helper()
		got, err := normalEmail(email)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q = %q, %v, want %q", email, got, err, want)
		}
	}
	f("Ann.Lee+x@Example.COM", "ann.lee+x@example.com")
	f(" ann@example.com ", "ann@example.com")
	f("root@localhost", "root@localhost")
	f(strings.Repeat("a", 64)+"@example.com", strings.Repeat("a", 64)+"@example.com")
	f(strings.Repeat("a", 65)+"@example.com", "")
	f("a@"+strings.Repeat(strings.Repeat("b", 62)+".", 4)+"com", "")
	f("", "")
	f("ann", "")
	f("@example.com", "")
	f("ann@", "")
	f("a@b@c", "")
	f("a b@example.com", "")
	f(".ann@example.com", "")
	f("ann..lee@example.com", "")
	f("ann@example..com", "")
	f("ann@-example.com", "")
	f("Ann <ann@example.com>", "")
	f("ann@example.com\r\nBcc: x", "")
}

func FuzzEmailAddress(f *testing.F) {
	for _, seed := range []string{"a@b.c", "A@B", "a@b@c", " ", "İ@x.y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, email string) {
		normal, err := normalEmail(email)
		if err != nil {
			return
		}
		if again, err := normalEmail(normal); err != nil || again != normal {
			t.Errorf("%q becomes %q, then %q, %v", email, normal, again, err)
		}
		if strings.Count(normal, "@") != 1 || strings.ContainsAny(normal, " \r\n\t<>,;:\"") {
			t.Errorf("%q is taken for an address", normal)
		}
	})
}
