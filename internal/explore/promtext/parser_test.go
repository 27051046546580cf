package promtext_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
)

// TestLongExpressionsAreRefusedBeforeTheyAreParsed goes to the limit with all
// that nests.
func TestLongExpressionsAreRefusedBeforeTheyAreParsed(t *testing.T) {
	t.Parallel()
	const most = promtext.TokensMax
	regexp := strings.Repeat("(pod-1|pod-2)|", 4000)
	for name, c := range map[string]struct {
		text string
		fits bool
	}{
		"a sum that fits":        {"1" + strings.Repeat("+1", most/2-1), true},
		"a sum":                  {"1" + strings.Repeat("+1", most/2), false},
		"signs":                  {strings.Repeat("-", most) + "up", false},
		"brackets":               {strings.Repeat("(", most/2) + "1" + strings.Repeat(")", most/2), false},
		"words":                  {"a" + strings.Repeat(" or a", most/2), false},
		"a long regexp":          {`up{pod=~"` + regexp + `"}`, true},
		"a regexp with a quote":  {`up{pod=~"\"` + regexp + `"}`, true},
		"a regexp in backquotes": {"up{pod=~`" + regexp + "\\d`}", true},
		"a quote in a comment":   {"# don't\n" + strings.Repeat("-", most) + "up", false},
		"a long comment":         {"up # " + strings.Repeat("a b ", most), true},
		"a long name":            {strings.Repeat("a", 10*most), true},
		"spaces":                 {strings.Repeat(" \t\r\n", most) + "up", true},
	} {
		_, err := promtext.NewParser().ParseExpr(c.text)
		if isRefused := fault.KindOf(err) == fault.Invalid && strings.Contains(err.Error(), "words and signs"); isRefused == c.fits || c.fits && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzParser holds that nothing that is counted makes the parser panic.
func FuzzParser(f *testing.F) {
	for _, seed := range []string{`up{a="b\"`, "'", "`", `"\`, "sum by (a) (rate(b[5m:1m] @ end()))", "\xff", "# comment\nup"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		expr, err := promtext.NewParser().ParseExpr(text)
		if err == nil && expr == nil {
			t.Errorf("%q is nothing", text)
		}
	})
}
