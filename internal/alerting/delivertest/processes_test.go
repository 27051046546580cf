package delivertest_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
	"github.com/cairnstack/cairn/internal/webhook"
)

// deliverVariable makes this test binary a notifier on the database that it
// names, until it is killed.
const deliverVariable = "DELIVER_FROM"

// processLease is short, so that the others take over soon.
const processLease = 500 * time.Millisecond

// deliverFrom delivers what is in the database. It ends when its input does:
// with the process that started it.
func deliverFrom(place string) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); cancel() }()
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	store, err := sqlstore.Open(ctx, sqlstore.Options{URL: place, Logger: logger, SecretKey: make([]byte, sqlstore.SecretKeyBytes), ConnsMax: 4})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	n := &notifier.Notifier{
		Store: store, Now: time.Now, Chance: rand.Float64, Owner: strconv.Itoa(os.Getpid()), Logger: logger,
		Lease: processLease, Poll: 10 * time.Millisecond, Sender: webhook.NewSender(webhook.Options{
			Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Now: time.Now, PublicURL: func() string { return "http://ui" },
		}),
	}
	var work sync.WaitGroup
	if since := os.Getenv(sinceVariable); since != "" {
		work.Go(func() { evaluateSince(ctx, store, since) })
	}
	_ = n.Run(ctx)
	work.Wait()
	os.Exit(0)
}

// crowd is notifiers in processes of their own on one database.
type crowd struct {
	t   *testing.T
	env []string
	all []*exec.Cmd
}

// newCrowd starts three processes on a database that live until t ends.
func newCrowd(t *testing.T, place string, env ...string) *crowd {
	t.Helper()
	c := &crowd{t: t, env: append(env, deliverVariable+"="+place)}
	for range 3 {
		c.all = append(c.all, c.start())
	}
	t.Cleanup(c.end)
	return c
}

// end kills all processes.
func (c *crowd) end() {
	for _, command := range c.all {
		kill(command)
	}
}

func (c *crowd) start() *exec.Cmd {
	c.t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(append(os.Environ(), "GORACE=atexit_sleep_ms=0"), c.env...)
	command.Stderr = c.t.Output()
	if _, err := command.StdinPipe(); err != nil {
		c.t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		c.t.Fatal(err)
	}
	return command
}

func kill(command *exec.Cmd) {
	_ = command.Process.Kill()
	_ = command.Wait()
}

// TestProcessesThatAreKilledLoseAndDoubleNothing is the promise about crashes
// with real ones: three notifiers on one PostgreSQL are killed and stopped
// again and again while alerts fire and resolve.
func TestProcessesThatAreKilledLoseAndDoubleNothing(t *testing.T) {
	t.Parallel()
	killNotifiers(t, 30)
}

func killNotifiers(t *testing.T, kills int) {
	t.Helper()
	place := storetest.Postgres(t)
	w := newWorldAt(t, place)
	r := hooktest.Start(t)
	hooks := []string{w.webhook(r), w.webhook(r), w.webhook(r)}
	c := newCrowd(t, place)
	want := map[string][]string{}
	for round := range kills {
		for alert := range 3 {
			n := notice(10+alert, round, hooks...)
			w.enqueue(n)
			for _, hook := range hooks {
				lane := fmt.Sprint(alert, hook)
				want[lane] = append(want[lane], n.MessageID(hook))
			}
		}
		c.disturb(round)
		r.AwaitCount(t, round) // so that kills meet work
	}
	r.Await(t, func(list []hooktest.Delivery) bool { return len(firsts(ids(list))) >= kills*9 })
	all := ids(r.Deliveries())
	first := firsts(all)
	for lane, messages := range want {
		got := slices.DeleteFunc(slices.Clone(first), func(id string) bool { return !slices.Contains(messages, id) })
		if diff := cmp.Diff(messages, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lane, diff)
		}
	}
	t.Logf("%d kills, %d messages, %d deliveries", kills, len(first), len(all))
}

// disturb kills one of the processes and starts another, or lets one sleep
// for longer than its lease.
func (c *crowd) disturb(round int) {
	i := round % len(c.all)
	if round%5 == 4 {
		asleep := c.all[i]
		_ = asleep.Process.Signal(syscall.SIGSTOP)
		wake := time.AfterFunc(2*processLease, func() { _ = asleep.Process.Signal(syscall.SIGCONT) })
		c.t.Cleanup(func() { wake.Stop() })
		return
	}
	kill(c.all[i])
	c.all[i] = c.start()
}

// firsts returns each id once, where it came first.
func firsts(all []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(all), func(id string) bool {
		again := seen[id]
		seen[id] = true
		return again
	})
}
