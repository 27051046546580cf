package stack_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestNamesLookLikeWhatTheyAre(t *testing.T) {
	t.Parallel()
	for name, plain := range map[string]string{
		"Admin": "Admin", "Zoë O’Neill-Smith": "Zoë O’Neill-Smith", "محمد": "محمد", "👩\u200d👧 family": "👩\u200d👧 family", "می\u200cخواهم": "می\u200cخواهم", "": "",
		"\u202enimdA": "nimdA", "Adm\u200bin": "Admin", "Adm\u00adin": "Admin", "\ufeffAdmin": "Admin", "a\nb": "ab", "a\x7fb": "ab", "a\u0085b": "ab", "\u2066a\u2069": "a", "a\u2028b": "ab", "\u061ca": "a",
	} {
		if got := stack.PlainName(name); got != plain {
			t.Errorf("%q: %q, want %q", name, got, plain)
		}
		if got := stack.IsPlainName(name); got != (name == plain) {
			t.Errorf("%q is plain: %t", name, got)
		}
	}
}
