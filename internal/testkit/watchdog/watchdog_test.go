package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/patience"
)

// victim makes the tests below named Victim do what they are for; elsewhere
// they pass.
var victim = flag.String("victim", "", "what the victims do")

func TestVictimSpeaks(t *testing.T) {
	t.Log("a word of one that passes")
	if *victim == "fail" {
		t.Error("a word of one that fails")
	}
}

func TestVictimHangs(*testing.T) {
	if *victim == "hang" {
		<-make(chan struct{})
	}
}

func TestVictimCrashes(*testing.T) {
	if *victim == "crash" {
		panic("a word of one that crashes")
	}
}

// once is a file that is there from the first time on that the victim of -victim=fault
// ran.
var once = flag.String("once", "", "file that says that the victim has faulted")

// TestVictimFaults ends as a binary does whose race detector crashes: by the
// signal of a fault that is not one of Go code.
func TestVictimFaults(t *testing.T) {
	if *victim != "fault" {
		return
	}
	if _, err := os.Stat(*once); err == nil {
		return
	}
	if err := os.WriteFile(*once, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGSEGV)
	<-make(chan struct{})
}

// TestVictimIsLate fails the first time.
func TestVictimIsLate(t *testing.T) {
	if *victim != "late" && *victim != "race" {
		return
	}
	if *victim == "race" {
		_, _ = syscall.Write(syscall.Stderr, []byte(raceLine+"\n")) // as native code does
	}
	t.Run("part", func(t *testing.T) {
		if _, err := os.Stat(*once); err != nil {
			_ = os.WriteFile(*once, nil, 0o600)
			t.Error("a word of one that is late")
		}
	})
}

// run watches this very binary.
func run(t *testing.T, silenceMax time.Duration, arguments ...string) (int, string) {
	t.Helper()
	return runAs(t, watch{silenceMax: silenceMax}, arguments...)
}

func runAs(t *testing.T, w watch, arguments ...string) (int, string) {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if w.stolen == nil {
		w.stolen = func(patience.Clock) float64 { return 0 }
	}
	w.command, w.out, w.errors = append([]string{binary, "-test.run=^TestVictim"}, arguments...), &out, t.Output()
	code, err := w.run()
	t.Logf("exit code %d, %v", code, err)
	return code, out.String()
}

func TestWhatIsShown(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name      string
		arguments []string
		code      int
		shown     string
		hidden    string
	}{
		{"all_pass", nil, 0, "PASS\n", "a word"},
		{"verbose", []string{"-test.v=true"}, 0, "a word of one that passes", "\x16"},
		{"one_fails", []string{"-victim=fail"}, 1, "a word of one that fails", "--- PASS"},
		{"one_crashes", []string{"-victim=crash"}, 2, "--- FAIL: TestVictimCrashes", "--- PASS"},
		{"usage", []string{"-unknown"}, 2, "", "--- PASS"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, shown := run(t, time.Minute, c.arguments...)
			if code != c.code || !strings.Contains(shown, c.shown) || strings.Contains(shown, c.hidden) {
				t.Errorf("exit code %d, want %d, with %q and without %q:\n%s", code, c.code, c.shown, c.hidden, shown)
			}
		})
	}
}

func TestSilenceEndsTheBinary(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	code, _ := run(t, time.Second, "-victim=hang", "-test.timeout=1h")
	if took := time.Since(begun); code != 1 || took > time.Minute {
		t.Errorf("exit code %d after %s", code, took)
	}
}

func TestCrashOfTheRaceDetectorIsRunAgain(t *testing.T) {
	t.Parallel()
	for isRaced, want := range map[bool]int{true: 0, false: 2} {
		file := filepath.Join(t.TempDir(), "once")
		code, shown := runAs(t, watch{silenceMax: time.Minute, isRaced: isRaced}, "-victim=fault", "-once="+file)
		if code != want {
			t.Errorf("with the race detector %t: exit code %d, want %d:\n%s", isRaced, code, want, shown)
		}
	}
}

// TestLateTestIsRunAgain holds that a test that failed is judged once more where
// others had the processors, and nowhere else; and that the others are not run again.
func TestLateTestIsRunAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		victim string
		stolen float64
		code   int
		runs   string // of the test that speaks, and of the one that is late
	}{
		{"late", 0, 1, "1 1"},
		{"late", stolenMin - 0.01, 1, "1 1"},
		{"late", stolenMin, 0, "1 2"},
		{"late", 0.9, 0, "1 2"},
		{"race", 0.9, 1, "1 1"},
		{"fail", 0.9, 1, "2 1"},
		{"crash", 0.9, 2, "1 0"},
	} {
		t.Run(fmt.Sprint(c.victim, c.stolen), func(t *testing.T) {
			t.Parallel()
			w := watch{silenceMax: time.Minute, stolen: func(patience.Clock) float64 { return c.stolen }}
			code, shown := runAs(t, w, "-test.v", "-test.skip=^TestNone$", "-victim="+c.victim, "-once="+filepath.Join(t.TempDir(), "once"))
			runs := fmt.Sprint(strings.Count(shown, "=== RUN   TestVictimSpeaks\n"), strings.Count(shown, "=== RUN   TestVictimIsLate\n"))
			if code != c.code || runs != c.runs {
				t.Errorf("exit code %d after %s runs, want %d after %s:\n%s", code, runs, c.code, c.runs, shown)
			}
		})
	}
}

func TestPanicIsNotRunAgain(t *testing.T) {
	t.Parallel()
	code, shown := runAs(t, watch{silenceMax: time.Minute, isRaced: true}, "-victim=crash")
	if code != 2 || strings.Count(shown, "--- FAIL: TestVictimCrashes") != 1 {
		t.Errorf("exit code %d:\n%s", code, shown)
	}
}
