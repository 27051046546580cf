package ingest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// Options is what a pipeline is made of. All fields are needed except Limits.
type Options struct {
	Log      Log
	Decoder  Decoder
	Sink     Sink
	Teams    Teams
	Attic    Attic
	Notebook Notebook
	Index    SeriesIndex // needed for Limits.Series
	Shards   Shards      // of an engine that has several; nil: Sink is all there is
	Limits   Limits
	Metrics  *Metrics
	Logger   *slog.Logger
	Now      func() time.Time
	Random   io.Reader
	// StableTokens makes every try of a block carry the same token. It is for
	// engines that keep tokens and parts together, such as replicated tables;
	// elsewhere a token can be known and its rows missing.
	StableTokens bool
}

// Pipeline takes requests and stores them exactly once. Make it with New; Run
// it, or nothing that it accepts reaches the engine.
type Pipeline struct {
	Options
	log      uint64 // name of the log, which begins the tokens of inserts
	decodes  chan struct{}
	inFlight atomic.Int64 // memory of rows whose request is being made durable
	pools    [signals]sync.Pool

	spares   [signals]spares
	rates    rates
	series   *seriesBook // nil: any number of series is accepted
	health   health
	flushing atomic.Bool   // batches are due at once
	turn     atomic.Uint64 // of the shards
	shards   atomic.Int64  // how many there were last
	parked   parked
	slots    map[[16]byte]map[uint64]slot // of the reader, by origin

	unanswered unanswered
	receipts   *receipts
	open       *openRequests

	mu       sync.Mutex
	next     Position            // the first position that no lane has been handed
	held     map[Position]*entry // handed over before an earlier one
	untold   map[Position]bool   // kept, and its sender is not told yet; true: it is stored
	lanes    map[laneKey]*lane
	teams    map[string]*team
	requests int // between their arrival and their answer
	behind   map[*lane]struct{}
	memory   int64    // of all rows in lanes
	recovery extent   // positions of earlier lives that nobody has looked at; first > last is none
	lives    Position // positions below it are from earlier lives
	// When the earliest request of the recovery was received, about.
	recovered time.Time
	ready     []*lane
	waiting   turns
	// Second turns, of batches that were small at their first.
	waitingSmall turns
	room         chan struct{} // closed when rows leave memory; nil while nobody waits

	wakeWorkers bell
	wakeReader  bell
}

// signals is how many there are.
const signals = telemetry.Metrics + 1

// New makes a pipeline over a log. Positions that are not done yet are read
// again by Run.
func New(ctx context.Context, options Options) (*Pipeline, error) {
	options.Limits = options.Limits.withDefaults(options.Shards != nil)
	from, to := options.Log.Bounds()
	series, err := newSeriesBook(options.Limits.Series, options.Now, options.Random)
	if err != nil {
		return nil, err
	}
	p := &Pipeline{
		Options:  options,
		log:      nameOf(options.Log.ID()),
		decodes:  make(chan struct{}, options.Limits.Decodes),
		rates:    newRates(options.Limits),
		series:   series,
		spares:   newSpares(),
		open:     newOpenRequests(),
		receipts: newReceipts(options.Now),
		next:     to,
		held:     map[Position]*entry{},
		untold:   map[Position]bool{},
		lanes:    map[laneKey]*lane{},
		teams:    map[string]*team{},
		behind:   map[*lane]struct{}{},
		recovery: extent{from, to - 1},
		lives:    to,

		wakeWorkers: newBell(),
		wakeReader:  newBell(),
	}
	p.health.now = p.Now
	p.unanswered = unanswered{now: p.Now, until: map[digest]time.Time{}}
	if err := p.recall(ctx); err != nil {
		return nil, fmt.Errorf("look for unanswered requests: %w", err)
	}
	p.recallOldest(ctx)
	p.Metrics.watch(p)
	return p, nil
}

// Run stores what the pipeline accepts until ctx ends, and then what is in
// memory, for as long as Limits.FlushTime. What is left stays in the log. No
// request may be accepted any more by the time ctx ends.
func (p *Pipeline) Run(ctx context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	group, work := errgroup.WithContext(work)
	for range p.Limits.Inserts {
		group.Go(func() error { return p.insertLoop(work) })
	}
	group.Go(func() error { return p.readLoop(ctx) })
	group.Go(func() error { return p.learnLoop(ctx) })
	if p.Shards != nil {
		group.Go(func() error { return p.parkedLoop(work) })
	}
	<-ctx.Done()
	p.flush(work)
	stop()
	err := group.Wait()
	p.noteAnswered()
	return err
}

// bell wakes one loop, now or when it listens again. Ringing never waits.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}
