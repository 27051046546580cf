package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const printed = `goos: linux
BenchmarkClientGrowth/clients=1-2         	     500	    143993 ns/op	       136.5 cpu-µs/req	         0.6420 p99-ms	      6945 req/s
BenchmarkClientGrowth/clients=16-2        	     500	    929372 ns/op	       146.8 cpu-µs/req	       236.3 p99-ms	      1076 req/s
BenchmarkQueries/keys13/Q6_facet/day-2    	       1	    12.5 p50-ms
BenchmarkIdle	1	0.42 start-s	87 server-MiB	250 engine-MiB
PASS`

func runOf(commit string, day int) run {
	return run{Commit: commit, At: time.Date(2026, 5, day, 12, 0, 0, 0, time.UTC)}
}

// measured returns clients of a commit.
func measured(commit string, day int) results {
	return results{}.with(clientsPart, runOf(commit, day), parse(printed)[:2])
}

// idle returns a server that does nothing, of a commit.
func idle(commit string, day int, line string) results {
	return results{}.with(idlePart, runOf(commit, day), parse(line))
}

func TestParseReadsNamesSizesAndUnits(t *testing.T) {
	t.Parallel()
	found := parse(printed)
	if len(found) != 4 {
		t.Fatalf("%+v", found)
	}
	want := figure{Name: "ClientGrowth", Size: 16, Values: map[string]float64{"ns/op": 929372, "cpu-µs/req": 146.8, "p99-ms": 236.3, "req/s": 1076}}
	if diff := cmp.Diff(want, found[1]); diff != "" {
		t.Error(diff)
	}
	if found[2].key() != "Queries/keys13/Q6_facet/day" || found[3].key() != "Idle" || found[3].Values["engine-MiB"] != 250 {
		t.Errorf("%+v", found)
	}
}

func TestResultsComeBackFromTheirFiles(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "new")
	if none, err := readResults(filepath.Join(folder, latestFile)); err != nil || len(none.Figures) != 0 {
		t.Fatalf("%+v, %v", none, err)
	}
	if err := measured("c", 3).keep(folder, runOf("c", 3)); err != nil {
		t.Fatal(err)
	}
	got, err := readResults(filepath.Join(folder, latestFile))
	if diff := cmp.Diff(measured("c", 3), got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	kept, err := readHistory(folder)
	if diff := cmp.Diff([]results{measured("c", 3)}, kept); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestFiguresOfAPartAreReplacedTogether(t *testing.T) {
	t.Parallel()
	both := measured("c", 3).with(idlePart, runOf("c", 3), parse(printed)[3:])
	after := both.with(clientsPart, runOf("d", 4), []figure{{Name: "ClientGrowth", Size: 4}})
	if got := after.of(clientsPart); len(got) != 1 || got[0].Size != 4 || len(after.of(idlePart)) != 1 {
		t.Errorf("%+v", after.Figures)
	}
	if after.Runs[idlePart].Commit != "c" || after.newest().Commit != "d" || both.Runs[clientsPart].Commit != "c" {
		t.Errorf("%+v, %+v", after.Runs, both.Runs)
	}
}

func TestPartsAreComparedWithTheCommitBefore(t *testing.T) {
	t.Parallel()
	now := measured("new", 9).with(idlePart, runOf("new", 9), parse("BenchmarkIdle	1	5 start-s\n"))
	earlier := []results{now, idle("old", 2, "BenchmarkIdle	1	3 start-s\n"), idle("older", 1, "BenchmarkIdle	1	1 start-s\n"), idle("later", 10, "BenchmarkIdle	1	9 start-s\n")}
	was := before(now, earlier)
	if diff := cmp.Diff(idle("old", 2, "BenchmarkIdle	1	3 start-s\n"), was); diff != "" {
		t.Error(diff)
	}
}

func TestComparisonMarksWhatHasChanged(t *testing.T) {
	t.Parallel()
	s := story{idle("new", 2, "BenchmarkIdle	1	0.84 start-s	88 server-MiB\n"), idle("old", 1, printed)}
	var out bytes.Buffer
	s.compare(&out)
	if text := out.String(); !strings.Contains(text, "was 0.42 (×2.00) !") || !strings.Contains(text, "was 87 (×1.01)\n") {
		t.Error(text)
	}
}

func TestRatioIsTheMeanOfCosts(t *testing.T) {
	t.Parallel()
	s := story{idle("new", 2, "BenchmarkIdle	1	8 a	10 b	7 c\n"), idle("old", 1, "BenchmarkIdle	1	2 a	10 b	1 c\n")}
	f := s.now.Figures[0]
	for want, columns := range map[string][]column{
		"**2.00**": {{"a", "", cost}, {"b", "", cost}, {"c", "", plain}, {"c", "", wait}},
		"–":        {{"absent", "", cost}, {"a", "", speed}},
	} {
		if got := ratioText(s.ratio(f, columns)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestClocksCountOnAQuietMachine(t *testing.T) {
	t.Parallel()
	quiet := runOf("old", 1)
	quiet.Others = new(float64)
	s := story{
		now:    results{}.with(idlePart, quiet, parse("BenchmarkIdle	1	8 a\n")),
		before: results{}.with(idlePart, quiet, parse("BenchmarkIdle	1	2 a\n")),
	}
	f, clock := s.now.Figures[0], []column{{"a", "", speed}}
	if got := s.ratio(f, clock); got < 0.249 || got > 0.251 {
		t.Errorf("%v, want a quarter", got)
	}
	busy := quiet
	busy.Others = new(float64)
	*busy.Others = 0.5
	s.now.Runs[idlePart] = busy
	if got := s.ratio(f, clock); got != 0 {
		t.Errorf("%v on a busy machine", got)
	}
	if clock[0].cell(f, s.now.Runs[idlePart].isBusy()) != "(8)" || clock[0].cell(f, quiet.isBusy()) != "8" {
		t.Error("brackets do not stand around what a busy machine's clock said, and there alone")
	}
}

func TestOthersHaveWhatIsNotOurs(t *testing.T) {
	t.Parallel()
	if got := busyTime("cpu  100 50 50 9000 800 10 10 70 0 0"); got != 2900*time.Millisecond {
		t.Errorf("busy for %s", got)
	}
	begin := usage{at: time.Unix(100, 0), all: 50 * time.Second, ours: time.Second}
	end := usage{at: time.Unix(110, 0), all: 60 * time.Second, ours: 6 * time.Second}
	if got := end.othersSince(begin, 2); got != 0.25 {
		t.Errorf("others had %v", got)
	}
}

func TestPackagesWithBenchmarksAreFound(t *testing.T) {
	t.Parallel()
	benchmark, other := &fstest.MapFile{Data: []byte("package a\n\nfunc BenchmarkA(b *testing.B) {}\n")}, &fstest.MapFile{Data: []byte("package a\n")}
	got, err := benchFolders(fstest.MapFS{
		"internal/a/a_test.go": benchmark, "internal/a/b_test.go": benchmark, "internal/b/b/b_test.go": benchmark, "internal/c/c_test.go": other, "bench/d/d_test.go": benchmark,
	})
	if diff := cmp.Diff([]string{"./bench/d", "./internal/a", "./internal/b/b"}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestPageKeepsWhatIsAroundTheTables(t *testing.T) {
	t.Parallel()
	page := "above\n" + tableBegin + "\nold\n" + tableEnd + "\nbelow\n"
	got, err := splice(page, story{measured("new", 2), measured("old", 1)}.markdown())
	if err != nil || !strings.HasPrefix(got, "above\n") || !strings.HasSuffix(got, "\nbelow\n") || strings.Contains(got, "\nold\n") {
		t.Errorf("%v\n%s", err, got)
	}
	for _, want := range []string{"| 16 | 1,076 | 236 | 147 | 1.00 |", "| clients | 2 May 2026, 12:00 UTC | new | load averages  | old, load averages  |", "](images/growth-clients.svg)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if _, err := splice("no marks", "x"); err == nil {
		t.Error("a page without marks was taken")
	}
}

func TestPicturesAreWellFormed(t *testing.T) {
	t.Parallel()
	pictures := measured("c", 1).pictures()
	if len(pictures) != 1 {
		t.Fatalf("%d pictures", len(pictures))
	}
	text := pictures[0].svg()
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(text, "prefers-color-scheme:dark") || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Error(text)
	}
}

func TestNamesKeepTheirDistance(t *testing.T) {
	t.Parallel()
	const bottom = plotTop + plotHeight + 4
	want := []float64{100, bottom - 2*nameDistance, bottom - nameDistance, bottom}
	if diff := cmp.Diff(want, spread([]float64{100, bottom - 1, bottom - 1, bottom})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{100, 100 + nameDistance}, spread([]float64{100, 101})); diff != "" {
		t.Error(diff)
	}
}

func TestBundleTellsTheFirstPageFromTheRest(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for file, text := range map[string]string{
		"index.html": `<script src="/a.js"></script><link href="/a.css">`,
		"a.js":       strings.Repeat("a", 1024), "a.css": strings.Repeat("a", 1024), "b.js": strings.Repeat("b", 2048), "b.js.gz": "packed",
		"reference/r.js": strings.Repeat("r", 512),
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, file)), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := bundle(folder)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{2, 4, 0.5} {
		if got := found[i].Values; got["KiB"] != want || got["gzip-KiB"] >= want {
			t.Errorf("%s: %v, want %v", found[i].Name, got, want)
		}
	}
	if _, err := bundle(t.TempDir()); err == nil {
		t.Error("an empty folder was taken")
	}
}

func TestVariablesOfTheCallerWin(t *testing.T) {
	t.Parallel()
	m := measurer{environment: []string{"A=1"}}.with("A", "2").with("B", "3")
	if m.lookup("A") != "1" || m.lookup("B") != "3" || m.lookup("C") != "" {
		t.Errorf("%v", m.environment)
	}
}
