package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
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

func TestPanicIsNotRunAgain(t *testing.T) {
	t.Parallel()
	code, shown := runAs(t, watch{silenceMax: time.Minute, isRaced: true}, "-victim=crash")
	if code != 2 || strings.Count(shown, "--- FAIL: TestVictimCrashes") != 1 {
		t.Errorf("exit code %d:\n%s", code, shown)
	}
}
