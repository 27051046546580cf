package embedded_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

func TestStartAtWorkMayTakeLonger(t *testing.T) {
	t.Parallel()
	for used, want := range map[time.Duration]time.Duration{
		0:               60 * time.Second,
		8 * time.Second: 140 * time.Second,
		time.Hour:       600 * time.Second,
	} {
		if got := embedded.StartPatience(time.Minute, used); got != want {
			t.Errorf("a start that used %s may take %s, want %s", used, got, want)
		}
	}
}
