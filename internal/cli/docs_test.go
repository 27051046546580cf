package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

var (
	optionRow  = regexp.MustCompile("(?m)^\\| `(--[a-z0-9-]+)` \\| `(CAIRN_[A-Z0-9_]+)` \\| (?:`(.*?)`)? ?\\|")
	helpOption = regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-z0-9-]+)`)
	envName    = regexp.MustCompile(`CAIRN_[A-Z][A-Z0-9_]*[A-Z]`)
)

func readDoc(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestOptionsAgree holds docs/operations.md against the program's own help:
// the same options, the same environment variables, the same defaults.
func TestOptionsAgree(t *testing.T) {
	t.Parallel()
	help := clitest.Run(t, nil, "serve", "--help").Stdout
	var inHelp []string
	for _, match := range helpOption.FindAllStringSubmatch(help, -1) {
		if match[1] != "--help" {
			inHelp = append(inHelp, match[1])
		}
	}
	var inDocs []string
	for _, row := range optionRow.FindAllStringSubmatch(readDoc(t, "docs", "operations.md"), -1) {
		inDocs = append(inDocs, row[1])
		if want := "CAIRN_" + strings.ToUpper(strings.ReplaceAll(row[1][2:], "-", "_")); row[2] != want {
			t.Errorf("%s: the page says %s, the program reads %s", row[1], row[2], want)
		}
	}
	if len(inDocs) == 0 || len(inHelp) == 0 {
		t.Fatalf("%d options in the help, %d on the page", len(inHelp), len(inDocs))
	}
	slices.Sort(inHelp)
	slices.Sort(inDocs)
	if diff := cmp.Diff(inHelp, inDocs); diff != "" {
		t.Errorf("serve --help (-) and docs/operations.md (+) differ:\n%s", diff)
	}
}

func TestDocumentedDefaultsAreTrue(t *testing.T) {
	t.Parallel()
	effective := clitest.Run(t, nil, "config").Stdout
	for _, row := range optionRow.FindAllStringSubmatch(readDoc(t, "docs", "operations.md"), -1) {
		option, value := row[1][2:], row[3]
		if option == "config" || option == "demo" {
			continue // not a part of the configuration
		}
		quoted, plain := option+": \""+value+"\"\n", option+": "+value+"\n"
		if !strings.Contains(effective, quoted) && !strings.Contains(effective, plain) {
			t.Errorf("%s: the page says %q, cairn config disagrees", option, value)
		}
	}
}

func TestReadmeNamesOnlyOptionsThatExist(t *testing.T) {
	t.Parallel()
	help := clitest.Run(t, nil, "serve", "--help").Stdout
	for _, doc := range [][]string{
		{"README.md"}, {"docs", "operations.md"}, {"docs", "index.md"},
		{"docs", "guide", "give-people-access.md"}, {"docs", "guide", "run-in-production.md"},
	} {
		for _, name := range envName.FindAllString(readDoc(t, doc...), -1) {
			option := strings.TrimSuffix(name, "_FILE")
			if !strings.Contains(help, "("+option+")") {
				t.Errorf("%s names %s, which serve --help does not have", filepath.Join(doc...), name)
			}
		}
	}
}
