// Command ingest measures what it costs to take telemetry in: it starts a
// server of its own, sends generated requests, waits until the engine's merges
// have settled, and prints rows per second, CPU per million rows of server and
// engine, memory, bytes on disk, the latency of acknowledgements and the time
// until a search finds a record. The same rows, inserted without a server, give
// the floor. With -attributes it puts questions about attributes to a server with a
// day of log records, and to another program by turns; with -cluster it does so to three
// shards and to one engine by turns; with -prometheus it sends
// samples by remote write and asks in PromQL, and a Prometheus by turns; with -scrapes
// it takes what scrapes take on disk in both.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type options struct {
	cairn       string
	against     string
	attributes  bool
	cluster     bool
	prometheus  bool
	series      int
	hours       int
	scrapes     int
	keep        string
	rounds      int
	signal      string
	rich        bool
	protocol    string
	gzip        bool
	rows        int
	requestRows int
	senders     int
	teams       int
	idle        bool
	trickle     time.Duration
	rate        int
	line        string
	restart     bool
	half        time.Duration
	floor       bool
	profile     string
	heap        string
}

// warmRows returns how many records are sent before the clock runs.
func (o options) warmRows() int { return max(warmRows, o.teams*o.requestRows) }

func main() {
	var o options
	flag.StringVar(&o.cairn, "cairn", "bin/cairn", "the program to measure")
	flag.StringVar(&o.against, "against", "", "another program that -attributes measures beside it")
	flag.BoolVar(&o.attributes, "attributes", false, "measure questions about the attributes of a day of rich log records, and nothing else")
	flag.BoolVar(&o.cluster, "cluster", false, "measure three shards beside one engine: records, and the questions of -attributes, and nothing else")
	flag.BoolVar(&o.prometheus, "prometheus", false, "measure samples of Prometheus and questions in PromQL beside a Prometheus, and nothing else")
	flag.IntVar(&o.series, "series", 10_000, "series of -prometheus, a hundred an instance")
	flag.IntVar(&o.hours, "hours", 24, "hours that they have samples for, four a minute")
	flag.IntVar(&o.scrapes, "scrapes", 0, "measure what so many scrapes of a node_exporter, two a second, take on disk beside a Prometheus, and nothing else")
	flag.StringVar(&o.keep, "keep", "", "folder where -prometheus leaves the samples of its day, and finds them the next time")
	flag.IntVar(&o.rounds, "rounds", settledRounds, "how often -attributes asks every question when the engine is quiet, at most")
	flag.StringVar(&o.signal, "signal", "logs", "logs, traces or metrics")
	flag.BoolVar(&o.rich, "rich", false, "send log records with as many attributes as those of a cluster")
	flag.StringVar(&o.protocol, "protocol", "http", "http or grpc")
	flag.BoolVar(&o.gzip, "gzip", false, "compress requests")
	flag.IntVar(&o.rows, "rows", 1_000_000, "records to send")
	flag.IntVar(&o.requestRows, "request-rows", 1000, "records per request")
	flag.IntVar(&o.senders, "senders", 8, "senders at the same time")
	flag.IntVar(&o.teams, "teams", 1, "teams that send in turn, over HTTP")
	flag.BoolVar(&o.idle, "idle", false, "measure the start and the memory of a server that does nothing, and nothing else")
	flag.DurationVar(&o.trickle, "trickle", 0, "time to measure a small load that goes on, and nothing else")
	flag.IntVar(&o.rate, "rate", 20, "records per second and signal of the trickle, whose signal may be all; 0 is no load")
	flag.StringVar(&o.line, "line", "", "print the figures as one line, in the form of Go's benchmarks, under this name")
	flag.BoolVar(&o.restart, "restart", false, "measure how long a server with everything that was stored takes to start")
	flag.DurationVar(&o.half, "half", 10*time.Second, "time to send at half speed, for latencies; 0 is not at all")
	flag.BoolVar(&o.floor, "floor", true, "measure the same rows without a server")
	flag.StringVar(&o.profile, "profile", "", "file for a CPU profile of the server")
	flag.StringVar(&o.heap, "heap", "", "file for a memory profile of the server under load")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := start(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "ingest:", err)
		os.Exit(1) //nolint:forbidigo // the end of the program
	}
}

func start(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "cairn-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if o.idle {
		return measureIdle(ctx, o, dir)
	}
	if o.attributes {
		return measureAttributes(ctx, o, dir)
	}
	if o.cluster {
		return measureCluster(ctx, o, dir)
	}
	if o.scrapes > 0 {
		return measureBeside(ctx, o, dir, (*beside).measureScraped)
	}
	if o.prometheus {
		return measureBeside(ctx, o, cmp.Or(o.keep, dir), (*beside).measureDay)
	}
	if o.trickle > 0 {
		return measureTrickle(ctx, o, dir)
	}
	m := newMaker(o)
	warm, err := m.make(o.warmRows())
	if err != nil {
		return err
	}
	load, err := m.make(o.rows)
	if err != nil {
		return err
	}
	r := report{options: o, payloadBytes: load.bytes}
	if err := measure(ctx, &run{options: o, dir: dir, maker: m, warm: warm, load: load}, &r); err != nil {
		return err
	}
	if o.line != "" {
		r.printLine(os.Stdout)
		return nil
	}
	r.print(os.Stdout)
	return nil
}
