package logx_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cairnstack/cairn/internal/logx"
)

// TestOutageIsOneLineAMinute fails an attempt each second for 150 seconds.
func TestOutageIsOneLineAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var lines bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&lines, nil))
		var outage logx.Outage
		outage.Note(t.Context(), logger, "it does not work", nil)
		for range 150 {
			outage.Note(t.Context(), logger, "it does not work", errors.New("away"))
			time.Sleep(time.Second)
		}
		if !outage.IsOn() {
			t.Error("the outage is not on")
		}
		outage.Note(t.Context(), logger, "it does not work", nil)
		outage.Note(t.Context(), logger, "it does not work", nil)
		text := lines.String()
		for want, times := range map[string]int{"; trying again": 1, "; still trying": 2, ": this is over\" after=2m30s": 1} {
			if n := strings.Count(text, want); n != times {
				t.Errorf("%q is said %d times, want %d:\n%s", want, n, times, text)
			}
		}
	})
}
