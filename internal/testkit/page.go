package testkit

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// pageTimeMax bounds the examples of a page.
const pageTimeMax = 2 * time.Minute

var (
	shellBlock  = regexp.MustCompile("(?s)```sh\n(.*?)```")
	pageHeading = regexp.MustCompile(`(?m)^### ((GET|POST|PATCH|PUT|DELETE) /\S+)$`)
)

// RunPage runs every shell example of a page of documentation, in order and in
// one shell, as a reader would. Env is added to the environment.
func RunPage(t *testing.T, path string, env ...string) {
	t.Helper()
	script := "set -eu\n"
	for _, block := range shellBlock.FindAllStringSubmatch(readPage(t, path), -1) {
		script += block[1]
	}
	ctx, cancel := context.WithTimeout(t.Context(), pageTimeMax)
	defer cancel()
	command := exec.CommandContext(ctx, "sh")
	command.Stdin = strings.NewReader(script)
	command.Env = append(os.Environ(), env...)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// PageOperations returns the operations that the headings of a page name.
func PageOperations(t *testing.T, path string) []string {
	t.Helper()
	var shown []string
	for _, match := range pageHeading.FindAllStringSubmatch(readPage(t, path), -1) {
		shown = append(shown, match[1])
	}
	return shown
}

func readPage(t *testing.T, path string) string {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
