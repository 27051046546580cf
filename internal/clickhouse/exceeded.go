package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/fault"
)

// narrower is what helps against every limit of a read.
const narrower = "ask for a shorter time range, a coarser granularity, or fewer groups and series"

// tooSlow is the fault of a read that had no time left. Its cause is also
// context.DeadlineExceeded, no matter who noticed.
func tooSlow(cause error, limits Limits) error {
	cause = errors.Join(cause, context.DeadlineExceeded)
	if limits.Time == 0 {
		return fault.Wrap(fault.Invalid, cause, "the query took longer than it may: %s", narrower)
	}
	return fault.Wrap(fault.Invalid, cause, "the query took longer than %s: %s", shown(limits.Time), narrower)
}

// shown words a duration as people say it: in whole seconds, or as it is.
func shown(d time.Duration) string {
	if d >= time.Second {
		return fmt.Sprintf("%d s", int(math.Round(d.Seconds())))
	}
	return fmt.Sprintf("%d ms", max(1, d.Round(time.Millisecond).Milliseconds()))
}

// temporaryText is in what the engine says when a query has put more on the
// disk than it may.
const temporaryText = "temporary files"

// tooMuch is the fault of a read that reads or returns too much.
func tooMuch(e *ch.Exception, limits Limits) error {
	switch {
	case strings.Contains(e.Message, temporaryText):
		return fault.Wrap(fault.Invalid, e, "the query needs more room on the disk than it may use: %s", narrower)
	case limits == (Limits{}):
		return fault.Wrap(fault.Invalid, e, "the query reads or returns more rows than it may: %s", narrower)
	case e.Code == proto.ErrTooManyRowsOrBytes:
		return fault.Wrap(fault.Invalid, e, "the query returns more than %d rows or %s: %s", limits.ResultRows, shownBytes(limits.ResultBytes), narrower)
	default:
		return fault.Wrap(fault.Invalid, e, "the query reads more than %d rows: %s", limits.ReadRows, narrower)
	}
}

// tooLarge is the fault of a read that needs too much memory.
func tooLarge(e *ch.Exception, limits Limits) error {
	if limits.MemoryBytes == 0 {
		return fault.Wrap(fault.Invalid, e, "the query needs more memory than it may use: %s", narrower)
	}
	return fault.Wrap(fault.Invalid, e, "the query needs more than %s of memory: %s", shownBytes(limits.MemoryBytes), narrower)
}

func shownBytes(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// errTooDeepRecursion is a code that the library has no name for.
const errTooDeepRecursion proto.Error = 306

// tooLong is the fault of a read whose texts are too much for one statement.
func tooLong(e *ch.Exception) error {
	return fault.Wrap(fault.Invalid, e, "the query is too long: use fewer words, conditions or series")
}

// explainSyntax finds statements that are too long. Any other is our mistake.
func explainSyntax(e *ch.Exception) error {
	if strings.Contains(e.Message, "Max query size exceeded") {
		return tooLong(e)
	}
	return e
}
