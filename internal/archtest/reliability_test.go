package archtest_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// promised returns the numbers of the promises.
func promised() []int {
	numbers := []int{25}
	for n := range 20 {
		numbers = append(numbers, n+1)
	}
	return numbers
}

var (
	promiseHeading = regexp.MustCompile(`(?m)^## R(\d+): .+$`)
	goTest         = regexp.MustCompile("`([a-z/]+)` `(Test\\w+)`")
	browserTest    = regexp.MustCompile("`(web/e2e/\\S+)` \"([^\"]+)\"")
	scenarioName   = regexp.MustCompile("`([a-z-]+)`")
)

// TestReliabilityPage_names_tests_and_scenarios_that_exist holds the page of
// promises to the tree: none is missing, and each has tests and a scenario.
func TestReliabilityPage_names_tests_and_scenarios_that_exist(t *testing.T) {
	t.Parallel()
	sections, scenarios := promiseSections(t), soakScenarios(t)
	for _, n := range promised() {
		name := fmt.Sprint("R", n)
		lines := linesOf(sections[name])
		if lines["Last figure"] == "" || lines["Not promised"] == "" {
			t.Errorf("%s does not say its last figure or what is not promised", name)
		}
		if checkTests(t, name, lines["Short test"]) == 0 {
			t.Errorf("%s names no test", name)
		}
		names, _, _ := strings.Cut(lines["Scenario"], "(")
		found := scenarioName.FindAllStringSubmatch(names, -1)
		if len(found) == 0 {
			t.Errorf("%s names no scenario", name)
		}
		for _, match := range found {
			if !slices.Contains(scenarios, match[1]) {
				t.Errorf("%s: make soak has no scenario %s", name, match[1])
			}
		}
	}
}

// TestReliabilityPage_names_every_scenario holds that no scenario is unknown
// to readers of the page.
func TestReliabilityPage_names_every_scenario(t *testing.T) {
	t.Parallel()
	page := read(t, "../../docs/reliability.md")
	for _, name := range soakScenarios(t) {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("docs/reliability.md does not name the scenario %s", name)
		}
	}
}

// TestSecurityPage_names_tests_that_exist holds the table of threats to the
// tree.
func TestSecurityPage_names_tests_that_exist(t *testing.T) {
	t.Parallel()
	page := read(t, "../../docs/security.md")
	checkTests(t, "docs/security.md", page)
	_, rows, _ := strings.Cut(page, "|---|---|---|---|\n")
	rows, _, _ = strings.Cut(rows, "\n\n")
	for row := range strings.Lines(rows) {
		if checkTests(t, "docs/security.md", row) == 0 {
			t.Errorf("a threat has no test: %.80s", row)
		}
	}
}

// promiseSections returns the text below each promise's heading.
func promiseSections(t *testing.T) map[string]string {
	t.Helper()
	page, sections := read(t, "../../docs/reliability.md"), map[string]string{}
	headings := promiseHeading.FindAllStringSubmatchIndex(page, -1)
	for i, at := range headings {
		end := len(page)
		if i+1 < len(headings) {
			end = headings[i+1][0]
		}
		sections["R"+page[at[2]:at[3]]] = page[at[1]:end]
	}
	return sections
}

// linesOf returns what stands behind the words that begin each item.
func linesOf(section string) map[string]string {
	lines := map[string]string{}
	for line := range strings.Lines(section) {
		if word, rest, ok := strings.Cut(strings.TrimPrefix(line, "- "), ": "); ok {
			lines[word] = rest
		}
	}
	return lines
}

// checkTests fails for tests that do not exist and returns how many do.
func checkTests(t *testing.T, promise, text string) (found int) {
	t.Helper()
	for _, match := range goTest.FindAllStringSubmatch(text, -1) {
		if !folderHas(t, match[1], "func "+match[2]+"(") {
			t.Errorf("%s: %s has no %s", promise, match[1], match[2])
		}
		found++
	}
	for _, match := range browserTest.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(read(t, filepath.Join("../..", match[1])), "test('"+match[2]+"'") {
			t.Errorf("%s: %s has no test %q", promise, match[1], match[2])
		}
		found++
	}
	return found
}

func folderHas(t *testing.T, folder, text string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool { return strings.Contains(read(t, file), text) })
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// soakScenarios returns the scenarios that the script lists.
func soakScenarios(t *testing.T) (names []string) {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), "../../scripts/soak.sh").CombinedOutput()
	if err == nil {
		t.Fatal("the script takes no scenario for one")
	}
	_, list, _ := strings.Cut(string(output), "scenarios:\n")
	names = strings.Fields(list)
	if len(names) == 0 {
		t.Fatalf("the script lists nothing: %s", output)
	}
	return names
}
