// Package otlpgen makes OTLP requests for tests and benchmarks: logs, traces
// and metrics as protobuf, the same bytes for the same seed and numbers.
//
// Every record is made from its number alone, so that any request can be made
// again, in any order and by any process. Log records and spans hold their
// number as the attribute NumberKey; metric points are told apart by series
// and time, rich log records by the id of their request.
package otlpgen

import "time"

// NumberKey is the attribute that holds a record's number.
const NumberKey = "record.number"

// Generator makes requests. It is safe for use by several goroutines.
type Generator struct {
	// Seed makes another world of services, texts and ids.
	Seed uint64
	// Start is the time of record zero, Step the mean time between two records.
	Start time.Time
	Step  time.Duration
	// Run is how many log records in a row have the same resource; zero means 100.
	Run int
	// Series is how many metric series there are; zero means 5000.
	Series int
	// Late puts resource and scope after their records on the wire, which is
	// legal and rare.
	Late bool
}

const runDefault = 100

func (g *Generator) run() uint64 {
	if g.Run > 0 {
		return uint64(g.Run)
	}
	return runDefault
}

// at returns the time of a record, somewhere in its step.
func (g *Generator) at(number uint64) uint64 {
	within := g.diceFor(timeDice, number).below(max(int(g.Step), 1))
	return uint64(g.Start.UnixNano()) + number*uint64(g.Step) + uint64(within)
}
