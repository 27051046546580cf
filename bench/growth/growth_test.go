package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const printed = `goos: linux
BenchmarkClientGrowth/clients=1-2         	     500	    143993 ns/op	       136.5 cpu-µs/req	         0.6420 p99-ms	      6945 req/s
BenchmarkClientGrowth/clients=16-2        	     500	    929372 ns/op	       146.8 cpu-µs/req	       236.3 p99-ms	      1076 req/s
BenchmarkIdle	1	0.42 start-s	87 server-MiB	250 engine-MiB
PASS`

func measured() results { return results{Commit: "c", Figures: parse(printed)} }

func TestParseReadsSizesAndUnits(t *testing.T) {
	t.Parallel()
	found := parse(printed)
	if len(found) != 3 {
		t.Fatalf("%+v", found)
	}
	want := figure{Name: "ClientGrowth", Size: 16, Values: map[string]float64{"ns/op": 929372, "cpu-µs/req": 146.8, "p99-ms": 236.3, "req/s": 1076}}
	if diff := cmp.Diff(want, found[1]); diff != "" {
		t.Error(diff)
	}
	if idle := found[2]; idle.Name != "Idle" || idle.Size != 0 || idle.Values["engine-MiB"] != 250 {
		t.Errorf("%+v", idle)
	}
}

func TestResultsComeBackFromTheirFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "latest.json")
	if none, err := readResults(path); err != nil || len(none.Figures) != 0 {
		t.Fatalf("%+v, %v", none, err)
	}
	if err := measured().write(path); err != nil {
		t.Fatal(err)
	}
	got, err := readResults(path)
	if diff := cmp.Diff(measured(), got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestFiguresOfABenchmarkAreReplacedTogether(t *testing.T) {
	t.Parallel()
	after := measured().with([]figure{{Name: "ClientGrowth", Size: 4}})
	if got := after.of("ClientGrowth"); len(got) != 1 || got[0].Size != 4 || len(after.of("Idle")) != 1 {
		t.Errorf("%+v", after.Figures)
	}
}

func TestComparisonMarksWhatHasChanged(t *testing.T) {
	t.Parallel()
	slower := measured().with(parse("BenchmarkIdle	1	0.84 start-s	88 server-MiB\n"))
	var out bytes.Buffer
	compare(&out, measured(), slower)
	if text := out.String(); !strings.Contains(text, "was 0.42 (+100 %) !") || !strings.Contains(text, "was 87 (+1 %)\n") {
		t.Error(text)
	}
}

func TestPageKeepsWhatIsAroundTheTable(t *testing.T) {
	t.Parallel()
	page := "above\n" + tableBegin + "\nold\n" + tableEnd + "\nbelow\n"
	got, err := splice(page, measured().markdown())
	if err != nil || !strings.HasPrefix(got, "above\n") || !strings.HasSuffix(got, "\nbelow\n") || strings.Contains(got, "old") || !strings.Contains(got, "| 16 | 1,076 | 236 | 147 |") {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := splice("no marks", "x"); err == nil {
		t.Error("a page without marks was taken")
	}
}

func TestPicturesAreWellFormed(t *testing.T) {
	t.Parallel()
	pictures := measured().pictures()
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
