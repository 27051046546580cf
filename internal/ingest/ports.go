package ingest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// Position numbers a record of the log; the first one is 1.
type Position uint64

// Log is the write-ahead log.
type Log interface {
	// ID names the log among all logs that were ever there.
	ID() [16]byte
	// Append returns the position of a record that is durable. After an error
	// the record is not in the log.
	Append(ctx context.Context, meta, payload []byte) (Position, error)
	// Origin names what a record that is not done was written to, among all that
	// records were ever written to: positions may be given out again, but not with
	// the same origin. Records of earlier versions have the log's ID as theirs.
	Origin(p Position) [16]byte
	// Stretches returns the origins of the records from up to but without to.
	Stretches(from, to Position) []Stretch
	// Bounds returns the first position that is not done and the one after
	// the last record.
	Bounds() (from, to Position)
	// Reader reads the records from up to but without to, in order. It has an
	// end because a record that is gone never comes: a reader that waited for it
	// would wait for ever.
	Reader(from, to Position) Reader
	// Done says that the engine has all rows of the positions from up to but
	// without to, or that nobody can read them; they come in any order.
	Done(from, to Position)
	// Fits reports whether a position is near enough to the first that is not
	// done to be taken.
	Fits(p Position) bool
	// FreeBytes returns how much more the log takes.
	FreeBytes() int64
}

// Stretch is the positions from First up to but without Next, whose records have
// one origin.
type Stretch struct {
	First, Next Position
	Origin      [16]byte
}

// Reader reads records of the log.
type Reader interface {
	// Next returns the next record, valid until the following call, or io.EOF
	// at the end. Records that are damaged are reported as *Lost, once by each
	// reader; those that are done may be left out.
	Next(ctx context.Context) (Record, error)
	// Extend moves the end further on.
	Extend(to Position)
	Close() error
}

// Record is a request in the log.
type Record struct {
	Position Position
	Meta     []byte
	Payload  []byte
}

// Lost reports that the records From up to but without To can't be read.
type Lost struct{ From, To Position }

// Error returns the range.
func (e *Lost) Error() string { return fmt.Sprintf("records %d to %d are lost", e.From, e.To-1) }

// Decoder turns a request into rows.
type Decoder interface {
	// Decode adds the records of a payload that was received at the time.
	// The same payload and time make the same rows. A payload that can't be
	// decoded is an Invalid fault.
	Decode(form Form, payload []byte, received time.Time, into *telemetry.Rows) (telemetry.Outcome, error)
}

// Sink is the engine.
type Sink interface {
	// Insert stores a block whole or not at all. After an error nobody knows.
	Insert(ctx context.Context, team string, block telemetry.Block, id telemetry.BatchID, token string) error
	// Stored returns the ids from low up to and including high that rows of
	// the table carry.
	Stored(ctx context.Context, team string, table telemetry.Table, low, high telemetry.BatchID) ([]telemetry.BatchID, error)
	// Running reports whether an insert whose token begins so is still at work.
	Running(ctx context.Context, tokenPrefix string) (bool, error)
}

// Shards are the parts of an engine that has several. Each keeps rows of its own.
type Shards interface {
	// Shards returns them in order.
	Shards(ctx context.Context) ([]Shard, error)
}

// Shard is one of them.
type Shard struct {
	Number uint32
	Sink   Sink
	IsAway bool // nothing is to be sent to it now
}

// ErrUnsent says that an insert into a shard has failed before anything was sent.
var ErrUnsent = errors.New("nothing was sent")

// Teams knows who may store telemetry.
type Teams interface {
	// Ready sees to the team's tables. A team that was deleted is a NotFound
	// fault, and its telemetry is dropped; that of a team which nobody knows is
	// set aside.
	Ready(ctx context.Context, team string) error
}

// Attic keeps requests that the engine refuses for good, so that nothing
// that was acknowledged is gone.
type Attic interface {
	SetAside(ctx context.Context, record Record) error
}

// SeriesIndex is what the engine knows of the series of teams.
type SeriesIndex interface {
	// ActiveSeries calls each with series that have points from a day on, in any
	// order and maybe repeatedly. A team without tables has none.
	ActiveSeries(ctx context.Context, team string, from telemetry.Day, each func(ids []uint64, days []telemetry.Day)) error
}
