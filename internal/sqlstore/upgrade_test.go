package sqlstore_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// halfVariable makes this test binary begin a migration of the database that
// it names, and stop in the middle of it, until it is killed.
const (
	halfVariable        = "SQLSTORE_HALF"
	halfVersionVariable = "SQLSTORE_HALF_VERSION"
)

func migrateHalf(place, version string) int {
	o := sqlstore.Options{Dir: place, Logger: slog.New(slog.DiscardHandler)}
	if strings.HasPrefix(place, "postgres://") {
		o.URL, o.Dir = place, ""
	}
	number, _ := strconv.ParseInt(version, 10, 64)
	err := sqlstore.HalfMigrated(context.Background(), o, number, func() {
		fmt.Println("half")
		select {}
	})
	fmt.Println(err)
	return 1
}

// killHalfWay runs a process that dies in the middle of a migration.
func killHalfWay(t *testing.T, o sqlstore.Options, version int) {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), halfVariable+"="+o.URL+o.Dir, halfVersionVariable+"="+strconv.Itoa(version))
	output, err := process.StdoutPipe()
	ok(t, err)
	ok(t, process.Start())
	line, err := bufio.NewReader(output).ReadString('\n')
	ok(t, process.Process.Kill())
	_ = process.Wait() // it was killed
	if line != "half\n" || err != nil {
		t.Fatalf("migration %d did not come half-way: %q, %v", version, line, err)
	}
}

// TestEveryEarlierSchemaComesUpToDate begins with a database of each schema
// version, and lets the next migration be killed half-way before the rest.
func TestEveryEarlierSchemaComesUpToDate(t *testing.T) {
	eachBackend(t, func(t *testing.T, fresh sqlstore.Options) {
		want, err := open(t, fresh).Catalog(t.Context())
		ok(t, err)
		files, err := sqlstore.MigrationFiles()
		ok(t, err)
		numbers := versions(t, files)
		for at, next := range numbers {
			version := slices.Concat([]int{0}, numbers)[at]
			t.Run(fmt.Sprintf("from_%d", version), func(t *testing.T) {
				t.Parallel()
				o := patiently(backends()[kindOf(fresh)](t))
				var old []byte
				if version > 0 {
					old = sample(t, fmt.Sprintf("%04d", version))
					ok(t, sqlstore.LoadAt(t.Context(), o, int64(version), bytes.NewReader(old)))
				}
				killHalfWay(t, o, next)
				s := open(t, o)
				got, err := s.Catalog(t.Context())
				ok(t, err)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("the schema is not that of a new database (-want +got):\n%s", diff)
				}
				_, now := dumped(t, s)
				if diff := cmp.Diff(cells(t, old, nil), cells(t, now, heads(t, old))); diff != "" {
					t.Errorf("the rows changed (-before +after):\n%s", diff)
				}
			})
		}
	})
}

// versions returns the numbers of migrations in order; some may be missing.
func versions(t testing.TB, files map[string][]byte) []int {
	t.Helper()
	var numbers []int
	for name := range files {
		number, err := strconv.Atoi(name[:4])
		ok(t, err)
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	return numbers
}

func kindOf(o sqlstore.Options) string {
	if o.URL != "" {
		return sqlstore.KindPostgres
	}
	return sqlstore.KindSQLite
}

// heads returns the columns of the tables of a dump.
func heads(t testing.TB, dump []byte) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for line := range strings.Lines(string(dump)) {
		var head struct {
			Table   string
			Columns []string
		}
		if strings.HasPrefix(line, "{") {
			ok(t, json.Unmarshal([]byte(line), &head))
			found[head.Table] = head.Columns
		}
	}
	return found
}

// cells returns the rows of a dump, each as columns with values, in order. Of
// other columns than those that are wanted it has none; nil wants all.
func cells(t testing.TB, dump []byte, wanted map[string][]string) []string {
	t.Helper()
	found := []string{}
	columns, table := heads(t, dump), ""
	for line := range strings.Lines(string(dump)) {
		if strings.HasPrefix(line, "{") {
			var head struct{ Table string }
			ok(t, json.Unmarshal([]byte(line), &head))
			table = head.Table
			continue
		}
		var values []any
		ok(t, json.Unmarshal([]byte(line), &values))
		row := table
		for i, column := range columns[table] {
			if wanted == nil || slices.Contains(wanted[table], column) {
				row += fmt.Sprintf(" %s=%v", column, values[i])
			}
		}
		if row != table {
			found = append(found, row)
		}
	}
	slices.Sort(found)
	return found
}

// TestMigrationsOfEarlierVersionsStandStill fails when a migration changes
// that databases may have run already, and when one has no sample.
func TestMigrationsOfEarlierVersionsStandStill(t *testing.T) {
	t.Parallel()
	files, err := sqlstore.MigrationFiles()
	ok(t, err)
	list, err := os.ReadFile(filepath.Join("testdata", "schema", "migrations.sha256"))
	ok(t, err)
	known := map[string]string{}
	for line := range strings.Lines(string(list)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		known[name] = sum
	}
	newest := slices.Max(versions(t, files))
	for name, text := range files {
		sum := fmt.Sprintf("%x", sha256.Sum256(text))
		isNewest := name[:4] == fmt.Sprintf("%04d", newest)
		if known[name] != sum && (known[name] != "" || !isNewest) {
			t.Errorf("%s is not what testdata/schema/migrations.sha256 says: add a migration instead of changing one", name)
		}
		if !isNewest {
			sample(t, name[:4])
		}
	}
}

// TestBillingMembersGetSeats upgrades a database of the time when members with
// the role billing had none and could not sign in.
func TestBillingMembersGetSeats(t *testing.T) {
	t.Parallel()
	for kind, backend := range backends() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			o := patiently(backend(t))
			const admin = `["000000000000000000000050","000000000000000000000020","admin",1762000215250,1]`
			const billing = `["000000000000000000000050","000000000000000000000021","billing",1762000216250,1]`
			old := strings.Replace(string(sample(t, "0007")), admin, admin+"\n"+billing, 1)
			ok(t, sqlstore.LoadAt(t.Context(), o, 7, strings.NewReader(old)))
			seat, err := open(t, o).SeatOf(t.Context(), "000000000000000000000030", "000000000000000000000021")
			ok(t, err)
			if seat.Role != org.RoleBilling {
				t.Errorf("%+v", seat)
			}
		})
	}
}
