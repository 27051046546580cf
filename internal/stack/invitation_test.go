package stack_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestInvitationAddress(t *testing.T) {
	t.Parallel()
	f := func(email, want string, wantMessage string) {
		t.Helper()
		in, err := stack.DecodeInvitation([]byte(`{"email":"` + email + `","name":null}`))
		expectMessage(t, email, err, wantMessage)
		if err == nil && in.Email != want {
			t.Errorf("%s became %s, want %s", email, in.Email, want)
		}
	}
	f(" Ada@Example.NET ", "ada@example.net", "")
	f("ada", "", "email: must be an e-mail address of the form name@domain")
	f("Ada <ada@example.net>", "", "email: must be an e-mail address of the form name@domain")
	f("", "", "email: must be an e-mail address of the form name@domain")
	longest := text(64) + "@" + strings.Repeat(text(61)+".", 3) + "net"
	f(longest, longest, "")
	f(text(65)+"@example.net", "", "email: must be an e-mail address of the form name@domain")
	f("ada@größe.example", "", "email: must be an e-mail address of the form name@domain")
	f(text(stack.EmailCharsMax)+"@example.net", "", "email: must be at most 254 characters")
}

func TestInvitationNameIsBounded(t *testing.T) {
	t.Parallel()
	_, err := stack.DecodeInvitation([]byte(`{"email":"a@b.net","name":"` + text(stack.PersonNameCharsMax+1) + `"}`))
	expectMessage(t, "name", err, "name: must be at most 256 characters")
	_, err = stack.DecodeInvitation([]byte(`{"mail":"a@b.net"}`))
	expectMessage(t, "mail", err, "email: is required; mail: is not a known field")
}
