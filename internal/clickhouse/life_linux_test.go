package clickhouse_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

func TestProcessorTimeIsKnown(t *testing.T) {
	t.Parallel()
	if used := clickhouse.ProcessorTime(shared.State().PID); used <= 0 {
		t.Errorf("the engine has used %s", used)
	}
	if used := clickhouse.ProcessorTime(-1); used != 0 {
		t.Errorf("nobody has used %s", used)
	}
}
