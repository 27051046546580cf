package cloudapi_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func readPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "api", "cloud.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestLinesOfThePageWork runs every example of docs/api/cloud.md, in order,
// as a reader would.
func TestLinesOfThePageWork(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	h.newMember(t, "colleague@example.com", org.RoleDeveloper)
	h.newBackup(t)
	h.awaitTables(t)
	var script strings.Builder
	script.WriteString("set -eu\n")
	for _, block := range shellBlock.FindAllStringSubmatch(readPage(t), -1) {
		script.WriteString(block[1])
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, "sh")
	command.Stdin = strings.NewReader(script.String())
	command.Env = append(os.Environ(), "BASE="+h.base, "ORG="+h.Installation.OrganizationID, "SERVICE="+h.Installation.ServiceID,
		"KEY_ID="+h.Installation.KeyID, "KEY_SECRET="+h.Installation.KeySecret)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	h.verifyLog(t)
}

// TestPageShowsEveryOperation compares the headings of the page with the
// document, the managed stack aside.
func TestPageShowsEveryOperation(t *testing.T) {
	t.Parallel()
	var shown, served []string
	for _, match := range regexp.MustCompile(`(?m)^### ((GET|POST|PATCH|PUT|DELETE) /\S+)$`).FindAllStringSubmatch(readPage(t), -1) {
		shown = append(shown, match[1])
	}
	for path, methods := range loadDocument(t).at("paths") {
		if strings.Contains(path, "/stack/") {
			continue
		}
		for method := range methods.(map[string]any) {
			served = append(served, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(shown)
	slices.Sort(served)
	for _, operation := range served {
		if !slices.Contains(shown, operation) {
			t.Errorf("the page lacks %s", operation)
		}
	}
	for _, operation := range shown {
		if !slices.Contains(served, operation) {
			t.Errorf("the page shows %s, which is not served", operation)
		}
	}
	if blocks := len(shellBlock.FindAllString(readPage(t), -1)); blocks != len(shown) {
		t.Errorf("the page has %d examples for %d operations", blocks, len(shown))
	}
}
