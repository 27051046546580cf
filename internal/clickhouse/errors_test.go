package clickhouse_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

func TestEngineErrorsBecomeFaults(t *testing.T) {
	t.Parallel()
	cases := []struct {
		code    int
		message string
		want    fault.Kind
	}{
		{159, "Timeout exceeded", fault.Invalid},
		{160, "Estimated query execution time is too long", fault.Invalid},
		{158, "Limit for rows exceeded", fault.Invalid},
		{307, "Limit for bytes exceeded", fault.Invalid},
		{396, "Limit for result exceeded", fault.Invalid},
		{241, "(for query) memory limit exceeded", fault.Invalid},
		{241, "(total) memory limit exceeded", fault.Limited},
		{202, "Too many simultaneous queries", fault.Limited},
		{252, "Too many parts (3000). Merges are processing significantly slower than inserts", fault.Limited},
		{252, "Too many partitions for single INSERT block (more than 1)", fault.Internal},
		{243, "Cannot reserve 1.00 MiB, not enough space", fault.Unavailable},
		{516, "Authentication failed", fault.Unavailable},
		{210, "Connection refused", fault.Unavailable},
		{242, "Table is in readonly mode", fault.Unavailable},
		{999, "Session expired", fault.Unavailable},
		{236, "Cancelled merging parts", fault.Unavailable},
		{394, "Query was cancelled", fault.Unavailable},
		{47, "Unknown identifier", fault.Internal},
		{76, "Cannot open file x: , errno: 28, strerror: No space left on device", fault.Unavailable},
		{1001, "filesystem error: in create_directories: No space left on device", fault.Unavailable},
		{1001, "filesystem error: in rename: Input/output error", fault.Unavailable},
		{75, "Cannot write to file x, errno: 122, strerror: Disk quota exceeded", fault.Unavailable},
		{76, "Cannot open file x: No such file or directory", fault.Internal},
		{32, "Attempt to read after eof: while receiving packet from 127.0.0.1:9000", fault.Unavailable},
		{32, "Attempt to read after eof: while converting '' to Float64", fault.Internal},
		{62, "Syntax error near 'No space left on device'", fault.Internal},
	}
	for _, c := range cases {
		err := clickhouse.Explain(c.code, c.message)
		f := fault.From(err)
		if f.Kind != c.want {
			t.Errorf("code %d %q is %s, want %s", c.code, c.message, f.Kind, c.want)
		}
		if clickhouse.ErrorCode(err) != c.code {
			t.Errorf("code %d is lost: %v", c.code, err)
		}
		passes := f.Kind == fault.Limited || f.Kind == fault.Unavailable
		if passes != (f.RetryAfter > 0) {
			t.Errorf("code %d: retry after %s", c.code, f.RetryAfter)
		}
	}
}

// TestStatementsOfAdministrationThatAreLateAreRepeated holds that nobody is told to ask
// for less who has asked for nothing.
func TestStatementsOfAdministrationThatAreLateAreRepeated(t *testing.T) {
	t.Parallel()
	for code, message := range map[int]string{
		159: "Distributed DDL task /clickhouse/task_queue/ddl/query-0000000001 is not finished on 1 of 3 hosts",
		160: "Estimated query execution time is too long",
	} {
		err := clickhouse.ExplainAdmin(code, message)
		if f := fault.From(err); f.Kind != fault.Unavailable || f.RetryAfter == 0 || clickhouse.ErrorCode(err) != code {
			t.Errorf("code %d is %v, want one to repeat", code, err)
		}
	}
}

// TestFailedWritesWaitUnlessTheBlockIsWrong holds that telemetry is given up for
// what is wrong with it alone, whatever the engine says about files and itself.
func TestFailedWritesWaitUnlessTheBlockIsWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code    int
		message string
		want    fault.Kind
	}{
		{1001, "filesystem error: in create_directories: Permission denied", fault.Unavailable},
		{76, "Cannot open file x: No such file or directory", fault.Unavailable},
		{573, "Cannot open epoll descriptor: , errno: 24, strerror: Too many open files", fault.Unavailable},
		{439, "Cannot schedule a task: no free thread", fault.Unavailable},
		{159, "Timeout exceeded", fault.Unavailable},
		{241, "(for query) memory limit exceeded", fault.Unavailable},
		{241, "(total) memory limit exceeded", fault.Limited},
		{123456, "something new", fault.Unavailable},
		{53, "Type mismatch", fault.Internal},
		{16, "No such column in table", fault.Internal},
		{117, "Incorrect data", fault.Internal},
		{252, "Too many partitions for single INSERT block (more than 1)", fault.Internal},
	} {
		if got := fault.KindOf(clickhouse.ExplainWrite(c.code, c.message)); got != c.want {
			t.Errorf("%d %s: %s, want %s", c.code, c.message, got, c.want)
		}
	}
}
