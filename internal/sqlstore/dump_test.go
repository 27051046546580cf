package sqlstore_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

var (
	_ backup.Database       = (*sqlstore.Store)(nil)
	_ backup.TargetDatabase = sqlstore.Loader{}
)

// sample returns the dump of a schema version, with rows in every table.
func sample(t testing.TB, version string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "schema", version+".jsonl"))
	ok(t, err)
	return text
}

// dumped returns what a database has.
func dumped(t testing.TB, s *sqlstore.Store) (backup.Metadata, []byte) {
	t.Helper()
	var out bytes.Buffer
	m, err := s.Dump(t.Context(), &out)
	ok(t, err)
	return m, out.Bytes()
}

// sorted returns the lines of a dump with the rows of each table in order:
// databases answer them in any.
func sorted(dump []byte) []string {
	lines := strings.Split(strings.TrimSpace(string(dump)), "\n")
	start := 0
	for i, line := range append(slices.Clone(lines), "{") {
		if strings.HasPrefix(line, "{") {
			slices.Sort(lines[start:i])
			start = i + 1
		}
	}
	return lines
}

func TestDumpGoesFromEachDatabaseToTheOther(t *testing.T) {
	t.Parallel()
	const newest = "0021"
	first := patiently(backends()[sqlstore.KindSQLite](t))
	ok(t, sqlstore.LoadAt(t.Context(), first, 21, bytes.NewReader(sample(t, newest))))
	m, text := dumped(t, open(t, first))
	if diff := cmp.Diff(sorted(sample(t, newest)), sorted(text)); diff != "" {
		t.Fatalf("the dump differs from what was loaded (-want +got):\n%s", diff)
	}
	for _, kind := range []string{sqlstore.KindPostgres, sqlstore.KindSQLite} {
		options := patiently(backends()[kind](t))
		loader := sqlstore.Loader{Options: options}
		ok(t, loader.CheckEmpty(t.Context()))
		ok(t, loader.Load(t.Context(), bytes.NewReader(text), m))
		wantKind(t, loader.CheckEmpty(t.Context()), fault.Conflict)
		again, copied := dumped(t, open(t, options))
		if diff := cmp.Diff(sorted(text), sorted(copied)); diff != "" {
			t.Fatalf("%s: the copy differs (-want +got):\n%s", kind, diff)
		}
		if diff := cmp.Diff(m.Tables, again.Tables); diff != "" || again.Schema != m.Schema || !slices.Equal(m.Teams, again.Teams) {
			t.Errorf("%s: the counts differ (-want +got):\n%s", kind, diff)
		}
		text = copied
	}
}

func TestDumpHasEveryTable(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		present, err := s.PresentTables(t.Context())
		ok(t, err)
		want := append(sqlstore.DumpTables(), "schema_versions", "schema_support", "nodes", "ingest_watermarks")
		slices.Sort(want)
		present = slices.DeleteFunc(present, func(name string) bool { return strings.HasPrefix(name, "sqlite_") })
		if diff := cmp.Diff(want, present); diff != "" {
			t.Errorf("tables (-dumped +present):\n%s", diff)
		}
	})
}

// TestWhatCantBeLoadedLeavesNothing loads what is no dump of ours, each into
// the same database, which stays empty.
func TestWhatCantBeLoadedLeavesNothing(t *testing.T) {
	t.Parallel()
	loader := sqlstore.Loader{Options: patiently(backends()[sqlstore.KindSQLite](t))}
	good := string(sample(t, "0013"))
	for name, c := range map[string]struct {
		text   string
		schema int64
		want   string
	}{
		"newer schema":   {good, 9000, "use a newer cairn"},
		"unknown table":  {`{"table":"users; DROP TABLE users","columns":["id"]}`, 13, "can't be read"},
		"unknown column": {`{"table":"users","columns":["id) VALUES (1); --"]}`, 13, "can't be read"},
		"row first":      {`["a"]`, 13, "can't be read"},
		"short row":      {`{"table":"users","columns":["id","email"]}` + "\n" + `["a"]`, 13, "can't be read"},
		"cut":            {good[:len(good)/2], 13, ""},
		"missing rows":   {`{"table":"users","columns":["id"]}`, 13, "has 0 rows that are not the 2 of the dump"},
		"twice":          {good + `{"table":"users","columns":["id"]}` + "\n[null]\n", 13, ""},
	} {
		m := backup.Metadata{Schema: c.schema, Tables: []backup.Table{{Name: "users", Rows: backup.Rows{Count: 2}}}}
		err := loader.Load(t.Context(), strings.NewReader(c.text), m)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		ok(t, loader.CheckEmpty(t.Context()))
	}
}

func TestSealTellsTheKey(t *testing.T) {
	t.Parallel()
	key := bytes.Repeat([]byte{7}, sqlstore.SecretKeyBytes)
	s := open(t, sealing(t, key))
	m, _ := dumped(t, s)
	ok(t, sqlstore.OpensSeal(key, m.Seal))
	if err := sqlstore.OpensSeal(bytes.Repeat([]byte{8}, sqlstore.SecretKeyBytes), m.Seal); err == nil {
		t.Error("another key opens the seal")
	}
	if m.Seal == "" {
		t.Error("there is no seal")
	}
}

func sealing(t testing.TB, key []byte) sqlstore.Options {
	o := patiently(backends()[sqlstore.KindSQLite](t))
	o.SecretKey = key
	return o
}
