package backup_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/fault"
)

// The installation of these tests has two teams, one without rows.
const (
	rich = "0123456789abcdef01234567"
	poor = "0123456789abcdef01234568"
)

var errBroken = errors.New("broken")

// fakeDatabase has one row.
type fakeDatabase struct{ loaded string }

func (*fakeDatabase) Dump(_ context.Context, w io.Writer) (backup.Metadata, error) {
	_, err := io.WriteString(w, "metadata")
	table := backup.Table{Name: "users", Rows: backup.Rows{Count: 1, Sum: 1 << 63}}
	return backup.Metadata{Database: "sqlite", Schema: 7, Tables: []backup.Table{table}, Teams: []string{rich, poor}}, err
}

func (d *fakeDatabase) Load(_ context.Context, r io.Reader, _ backup.Metadata) error {
	text, err := io.ReadAll(r)
	d.loaded = string(text)
	return err
}

// fakeEngine has rows of one team; breaks says where it fails.
type fakeEngine struct {
	breaks  string
	loaded  []string
	dropped []string
}

func (e *fakeEngine) BackedUpTeams(_ context.Context, ids []string) (teams []backup.Team, _ error) {
	for _, id := range ids {
		teams = append(teams, backup.Team{ID: id, Schema: 3, Retention: map[string]int{"logs": 30}, Tables: []backup.TeamTable{{Name: "logs"}}})
	}
	return teams, nil
}

func (e *fakeEngine) DumpTable(_ context.Context, team, table string, w io.Writer) (backup.TeamTable, error) {
	if e.breaks == team {
		return backup.TeamTable{}, errBroken
	}
	if team == poor {
		return backup.TeamTable{Name: table}, nil
	}
	_, err := w.Write(bytes.Repeat([]byte("rows "), 100_000))
	return backup.TeamTable{Name: table, Rows: backup.Rows{Count: 5, Sum: 9}}, err
}

func (e *fakeEngine) PrepareTeam(context.Context, backup.Team) error { return nil }

func (e *fakeEngine) LoadTable(_ context.Context, team string, table backup.TeamTable, r io.Reader) error {
	text, err := io.ReadAll(r)
	e.loaded = append(e.loaded, team+" "+table.Name+" "+string(text[:4]))
	return err
}

func (e *fakeEngine) FinishTeam(_ context.Context, team backup.Team) error {
	if e.breaks == team.ID {
		return errBroken
	}
	return nil
}

func (e *fakeEngine) DropTeam(_ context.Context, id string) error {
	e.dropped = append(e.dropped, id)
	return nil
}

func source(breaks string) backup.Source {
	return backup.Source{
		Version: "test", Database: &fakeDatabase{}, Engine: &fakeEngine{breaks: breaks},
		Settle: func(context.Context) error { return nil },
		Now:    func() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) },
	}
}

// streamed returns a whole backup as it travels, and its boundary.
func streamed(t *testing.T) (stream []byte, boundary string) {
	t.Helper()
	var out bytes.Buffer
	s := backup.NewStream(&out)
	if _, err := source("").WriteTo(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, boundary, _ = strings.Cut(s.ContentType(), "boundary=")
	return out.Bytes(), boundary
}

func newFolder(t *testing.T) (*backup.Folder, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "backup")
	folder, err := backup.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	return folder, path
}

// made returns the folder of a backup that travelled as a stream.
func made(t *testing.T) string {
	t.Helper()
	folder, path := newFolder(t)
	stream, boundary := streamed(t)
	var names []string
	_, err := backup.Receive(bytes.NewReader(stream), boundary, folder, func(f backup.File) { names = append(names, f.Name) })
	if err := errors.Join(err, folder.Commit()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"metadata.jsonl.zst", "telemetry/" + rich + "/logs.native.zst"}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	return path
}

func TestBackupTravelsAndIsRestored(t *testing.T) {
	t.Parallel()
	archive, err := backup.Open(made(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := archive.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	database, engine := &fakeDatabase{}, &fakeEngine{}
	target := backup.Target{Database: database, Engine: engine, Report: func(string) {}}
	if err := target.Restore(t.Context(), archive); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{rich + " logs rows"}, engine.loaded); diff != "" || database.loaded != "metadata" {
		t.Errorf("restored %q and (-want +got):\n%s", database.loaded, diff)
	}
	if got := archive.Metadata.Tables[0].Sum; got != 1<<63 {
		t.Errorf("the sum came back as %x", got)
	}
}

func TestFailedRestoreDropsItsTelemetryAndLoadsNoMetadata(t *testing.T) {
	t.Parallel()
	archive, err := backup.Open(made(t))
	if err != nil {
		t.Fatal(err)
	}
	database, engine := &fakeDatabase{}, &fakeEngine{breaks: poor}
	err = backup.Target{Database: database, Engine: engine, Report: func(string) {}}.Restore(t.Context(), archive)
	if !errors.Is(err, errBroken) || database.loaded != "" {
		t.Errorf("%v, loaded %q", err, database.loaded)
	}
	if diff := cmp.Diff([]string{rich, poor}, engine.dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
}

func TestFailureTravelsToo(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := backup.NewStream(&out)
	_, err := source(poor).WriteTo(t.Context(), s)
	if err := s.Fail(err.Error()); err != nil {
		t.Fatal(err)
	}
	_, boundary, _ := strings.Cut(s.ContentType(), "boundary=")
	folder, path := newFolder(t)
	_, err = backup.Receive(&out, boundary, folder, func(backup.File) {})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "team "+poor+": logs: broken") {
		t.Errorf("%v", err)
	}
	if err := folder.Discard(); err != nil {
		t.Fatal(err)
	}
	if rest, _ := filepath.Glob(path + "*"); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
}

func TestCutStreamHasNoManifest(t *testing.T) {
	t.Parallel()
	stream, boundary := streamed(t)
	whole := bytes.LastIndex(stream, []byte("\n}\n"))
	for length := 0; length < whole; length += 1 + length/16 {
		_, err := backup.Receive(bytes.NewReader(stream[:length]), boundary, discard{}, func(backup.File) {})
		if err == nil {
			t.Fatalf("%d of %d bytes pass for a backup", length, len(stream))
		}
	}
	damaged := bytes.Replace(stream, []byte(`"sha256": "`), []byte(`"sha256": "0`), 1)
	if _, err := backup.Receive(bytes.NewReader(damaged), boundary, discard{}, func(backup.File) {}); err == nil {
		t.Error("a file that is not what the manifest says is taken")
	}
}

// discard is a sink that keeps nothing.
type discard struct{}

func (discard) Create(string) (io.WriteCloser, error) { return nothing{io.Discard}, nil }

type nothing struct{ io.Writer }

func (nothing) Close() error { return nil }

func TestFilesStayInTheFolder(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"../x", "/etc/x", "telemetry/../x", "telemetry/" + rich + "/../../../x.native.zst", "", "manifest.json/x", "telemetry/" + rich + "/a/b.native.zst",
	} {
		var out bytes.Buffer
		parts := multipart.NewWriter(&out)
		if _, err := parts.CreatePart(textproto.MIMEHeader{"Cairn-File": {name}}); err != nil {
			t.Fatal(err)
		}
		folder, _ := newFolder(t)
		_, err := backup.Receive(&out, parts.Boundary(), folder, func(backup.File) {})
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestFolderIsForOneBackup(t *testing.T) {
	t.Parallel()
	if _, err := backup.NewFolder(made(t)); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a folder with a backup: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.NewFolder(file); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a file: %v", err)
	}
	empty := t.TempDir()
	folder, err := backup.NewFolder(empty)
	if err == nil {
		_, err = source("").WriteTo(t.Context(), folder)
	}
	if err := errors.Join(err, folder.Commit()); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Open(empty); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestDamageIsNamed(t *testing.T) {
	t.Parallel()
	rows := "telemetry/" + rich + "/logs.native.zst"
	for name, c := range map[string]struct {
		damage func(path string) error
		want   string
	}{
		"missing": {func(path string) error { return os.Remove(filepath.Join(path, rows)) }, rows + " is missing"},
		"cut":     {func(path string) error { return os.Truncate(filepath.Join(path, rows), 10) }, rows + " is not what was written"},
		"unlisted": {func(path string) error {
			return forge(path, `"name": "`+rows, `"name": "`+strings.Replace(rows, "logs", "spans", 1))
		}, "spans.native.zst is missing"},
		"later format": {func(path string) error {
			return forge(path, `"format": 2`, `"format": 3`)
		}, "use a newer cairn"},
		"another count": {func(path string) error {
			return replaceIn(filepath.Join(path, "manifest.json"), `"rows": 5`, `"rows": 6`)
		}, "manifest.json does not match manifest.json.sha256"},
		"no manifest":   {func(path string) error { return os.Remove(filepath.Join(path, "manifest.json")) }, "interrupted"},
		"manifest junk": {func(path string) error { return os.Truncate(filepath.Join(path, "manifest.json"), 20) }, "manifest.json does not match"},
	} {
		path := made(t)
		if err := c.damage(path); err != nil {
			t.Fatal(err)
		}
		archive, err := backup.Open(path)
		if err == nil {
			err = archive.Verify(t.Context())
		}
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func replaceIn(path, before, after string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, bytes.Replace(text, []byte(before), []byte(after), 1), 0o600)
}

// forge changes the manifest and its checksum.
func forge(path, before, after string) error {
	manifest := filepath.Join(path, "manifest.json")
	if err := replaceIn(manifest, before, after); err != nil {
		return err
	}
	text, err := os.ReadFile(manifest)
	if err != nil {
		return err
	}
	return os.WriteFile(manifest+".sha256", fmt.Appendf(nil, "%x  manifest.json\n", sha256.Sum256(text)), 0o600)
}
