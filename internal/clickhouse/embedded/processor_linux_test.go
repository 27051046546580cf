package embedded_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestProcessorTimeIsKnown(t *testing.T) {
	t.Parallel()
	if used := embedded.ProcessorTime(enginetest.Start(t).State().PID); used <= 0 {
		t.Errorf("the engine has used %s", used)
	}
	if used := embedded.ProcessorTime(-1); used != 0 {
		t.Errorf("nobody has used %s", used)
	}
}
