package archtest_test

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	tablesMigration = regexp.MustCompile(`_telemetry_tables_(\d+)(?:\.expand|\.since_\d+)?\.sql$`)
	numbered        = regexp.MustCompile(`^(\d{4})_`)
	since           = regexp.MustCompile(`\.since_(\d{4})\.sql$`)
	releaseRow      = regexp.MustCompile(`(?m)^\| (\S+) \| (\d+) \| (\d+) \|`)
	constraint      = regexp.MustCompile(`(?i)\b(UNIQUE|REFERENCES|CHECK)\b`)
)

// The folders of migrations: those of the metadata and those of telemetry. The
// ones of tests of upgrades stand below them.
const (
	metadataFolder  = "../sqlstore/migrations"
	telemetryFolder = "../clickhouse/tables/schema"
)

func sqlFiles(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// numberOf returns the number of a migration.
func numberOf(t *testing.T, file string) int {
	t.Helper()
	match := numbered.FindStringSubmatch(filepath.Base(file))
	if match == nil {
		t.Fatalf("%s has no number", file)
	}
	number, _ := strconv.Atoi(match[1]) // digits
	return number
}

// TestOlderProgramsAreToldOfNewerTables holds that each version of the telemetry
// tables comes with a migration of the metadata, which lets older programs go on
// or not like the one of the tables. An older program looks at those before it
// serves, and at the tables of a team only when it has taken records for them.
func TestOlderProgramsAreToldOfNewerTables(t *testing.T) {
	t.Parallel()
	told := map[int]string{}
	for _, folder := range []string{metadataFolder, metadataFolder + "/next"} {
		for _, file := range sqlFiles(t, folder) {
			if match := tablesMigration.FindStringSubmatch(file); match != nil {
				number, _ := strconv.Atoi(match[1]) // digits
				told[number] = file
			}
		}
	}
	const firstTold = 6
	schemas := append(sqlFiles(t, telemetryFolder), sqlFiles(t, telemetryFolder+"/next")...)
	if len(schemas) == 0 {
		t.Fatal("there are no schemas")
	}
	for _, file := range schemas {
		number := numberOf(t, file)
		switch telling := told[number]; {
		case number < firstTold:
		case telling == "":
			t.Errorf("the telemetry tables have a version %d, and no migration is named …_telemetry_tables_%d.sql", number, number)
		case strings.HasSuffix(file, ".expand.sql") != strings.HasSuffix(telling, ".expand.sql") || since.MatchString(file) != since.MatchString(telling):
			t.Errorf("%s and %s do not agree about older programs", file, telling)
		}
	}
}

// expandTexts is how statements begin that older programs need not know of, for
// the metadata and for telemetry: they add, and change nothing that is there. A
// view is not among them, because an older node makes it anew as it knows it.
func expandTexts() map[string][]*regexp.Regexp {
	return map[string][]*regexp.Regexp{
		metadataFolder: {
			regexp.MustCompile(`^CREATE TABLE \w+ \(`),
			regexp.MustCompile(`^CREATE INDEX \w+ ON `),
			regexp.MustCompile(`^ALTER TABLE \w+ ADD COLUMN \w+ [A-Z ]+?( NOT NULL DEFAULT [^\n]+| DEFAULT [^\n]+)?$`),
			regexp.MustCompile(`^SELECT \d+ AS telemetry_tables$`),
		},
		telemetryFolder: {
			regexp.MustCompile(`^CREATE TABLE IF NOT EXISTS \{\{`),
			regexp.MustCompile(`^\{\{distributed `),
			regexp.MustCompile(`^ALTER TABLE \{\{(stored|name) "\w+"\}\}\nADD (COLUMN|INDEX) IF NOT EXISTS `),
		},
	}
}

// TestExpandStepsOnlyAdd holds that what says that older programs go on with it
// does not take anything from them.
func TestExpandStepsOnlyAdd(t *testing.T) {
	t.Parallel()
	for folder, allowed := range expandTexts() {
		for _, file := range append(sqlFiles(t, folder), sqlFiles(t, folder+"/next")...) {
			if !strings.HasSuffix(file, ".expand.sql") {
				continue
			}
			for _, text := range statementsOf(read(t, file)) {
				if !isExpand(text, allowed) {
					t.Errorf("%s: older programs may not go on with this:\n%s", file, text)
				}
			}
		}
	}
}

func TestExpandStepsAreTold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"ALTER TABLE alerts ADD COLUMN note TEXT":                                                     true,
		"ALTER TABLE alerts ADD COLUMN note TEXT NOT NULL DEFAULT ''":                                 true,
		"ALTER TABLE alerts ADD COLUMN note TEXT NOT NULL":                                            false,
		"ALTER TABLE alerts ADD COLUMN note TEXT UNIQUE":                                              false,
		"ALTER TABLE alerts ADD COLUMN team_id TEXT REFERENCES teams (id)":                            false,
		"CREATE TABLE notes (id TEXT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE, UNIQUE (id))": true,
		"CREATE TABLE notes (id TEXT NOT NULL REFERENCES alerts (id))":                                false,
		"CREATE UNIQUE INDEX one ON alerts (name)":                                                    false,
		"CREATE INDEX several ON alerts (name)":                                                       true,
		"ALTER TABLE alerts DROP COLUMN name":                                                         false,
		"UPDATE alerts SET name = ''":                                                                 false,
		"DROP TABLE alerts":                                                                           false,
	} {
		if got := isExpand(text, expandTexts()[metadataFolder]); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	const view = "CREATE OR REPLACE VIEW {{name \"otel_logs\"}} AS"
	if isExpand(view, expandTexts()[telemetryFolder]) {
		t.Errorf("%s is taken", view)
	}
}

// isExpand reports whether a statement only adds. A reference that does not let
// its row go would keep an older program from deleting what it refers to.
func isExpand(text string, allowed []*regexp.Regexp) bool {
	if strings.HasPrefix(text, "ALTER TABLE") && constraint.MatchString(text) ||
		strings.HasPrefix(text, "CREATE TABLE") && strings.Count(text, "REFERENCES") != strings.Count(text, "ON DELETE CASCADE")+strings.Count(text, "ON DELETE SET NULL") {
		return false
	}
	if strings.Contains(text, "NOT NULL") && strings.HasPrefix(text, "ALTER TABLE") && !strings.Contains(text, "DEFAULT") {
		return false
	}
	for _, form := range allowed {
		if form.MatchString(text) {
			return true
		}
	}
	return false
}

// statementsOf returns the statements of a file without its comments.
func statementsOf(text string) (statements []string) {
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "--") {
			lines = append(lines, line)
		}
	}
	for _, statement := range strings.Split(strings.Join(lines, ""), ";\n") {
		if statement = strings.TrimSpace(statement); statement != "" {
			statements = append(statements, statement)
		}
	}
	return statements
}

// TestWhatRefusesOlderProgramsComesOneReleaseLater holds that a change which takes
// something away is for programs of a release that is out, so that a fleet can go
// from that release to the next one node after the other. The page for operators
// lists which versions each release knows.
func TestWhatRefusesOlderProgramsComesOneReleaseLater(t *testing.T) {
	t.Parallel()
	rows := releaseRow.FindAllStringSubmatch(read(t, "../../docs/operations.md"), -1)
	if len(rows) == 0 || rows[len(rows)-1][1] != "next" {
		t.Fatal("docs/operations.md has no table of releases that ends with the next one")
	}
	for column, folder := range map[int]string{2: metadataFolder, 3: telemetryFolder} {
		files := sqlFiles(t, folder)
		if knows, _ := strconv.Atoi(rows[len(rows)-1][column]); knows != numberOf(t, files[len(files)-1]) {
			t.Errorf("docs/operations.md says that the next release knows version %d of %s", knows, folder)
		}
		released := 0
		if len(rows) > 1 {
			released, _ = strconv.Atoi(rows[len(rows)-2][column]) // digits
		}
		for _, file := range files {
			match := since.FindStringSubmatch(file)
			if match == nil || numberOf(t, file) <= released {
				continue
			}
			if least, _ := strconv.Atoi(match[1]); least > released {
				t.Errorf("%s refuses the last release, which knows version %d: it has to come a release later", file, released)
			}
		}
	}
}

// TestMigrationsSayWhoMayGoOn holds that no further migration refuses all older
// programs: a fleet could not go on during an upgrade.
func TestMigrationsSayWhoMayGoOn(t *testing.T) {
	t.Parallel()
	for folder, last := range map[string]int{metadataFolder: 22, telemetryFolder: 7} {
		for _, file := range append(sqlFiles(t, folder), sqlFiles(t, folder+"/next")...) {
			if numberOf(t, file) > last && !since.MatchString(file) && !strings.HasSuffix(file, ".expand.sql") {
				t.Errorf("%s does not say which older programs may go on: name it ….expand.sql or ….since_MMMM.sql", file)
			}
		}
	}
}

// TestShippedProgramsHaveNoNextChanges holds that nothing which builds what is
// shipped sets the tag of the tests of upgrades.
func TestShippedProgramsHaveNoNextChanges(t *testing.T) {
	t.Parallel()
	files := []string{"../../Makefile"}
	for _, pattern := range []string{"../../release/*.go", "../../release/*/*.go", "../../scripts/*.sh"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		if strings.Contains(read(t, file), "cairn_next") {
			t.Errorf("%s sets the build tag cairn_next", file)
		}
	}
}
