package evaltest_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

// What makes this test binary an evaluator that is killed: the folder of its
// store, and who it is.
const (
	victimVariable = "EVALTEST_VICTIM"
	victimOwner    = "EVALTEST_OWNER"
	victimSeed     = 77
)

func openVictims(ctx context.Context, dir string) (*sqlstore.Store, error) {
	return sqlstore.Open(ctx, sqlstore.Options{
		Dir: dir, Logger: slog.New(slog.DiscardHandler), Now: victimNow, SecretKey: make([]byte, sqlstore.SecretKeyBytes),
		StatementTimeout: time.Minute, TxTimeout: time.Minute,
	})
}

// victimNow is almost a day after the alerts were made: there is much to catch
// up on.
func victimNow() time.Time { return noon().Add(23 * time.Hour) }

// victim evaluates alerts and says after each transaction that it is done.
type victim struct {
	*sqlstore.Store
	world
}

// InTx implements alerting.TaskStore.
func (v *victim) InTx(ctx context.Context, fn func(context.Context) error) error {
	err := v.Store.InTx(ctx, fn)
	fmt.Println("written")
	return err
}

func runVictim(dir, owner string) int {
	ctx := context.Background()
	store, err := openVictims(ctx, dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	v := &victim{Store: store}
	v.telemetry = func(a stack.Alert, start time.Time) map[string]float64 { return madeUp(victimSeed, a.GroupBy, start) }
	e := &evaluator.Evaluator{
		Tasks: v, Leases: store, Marks: store, Reader: &v.world, Outbox: &notifier.OutboxWriter{Store: store, Now: victimNow}, Owner: owner,
		Logger: slog.New(slog.DiscardHandler), Metrics: evaluator.NewMetrics(prometheus.NewRegistry()),
		Clock: func(context.Context) (time.Time, error) { return victimNow(), nil },
	}
	if err := e.Pass(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// killAfter runs a victim until it has written so many transactions, and
// kills it. It returns false when the victim was done before.
func killAfter(t *testing.T, dir, owner string, transactions int) bool {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), executable)
	command.Env, command.Stderr = append(os.Environ(), victimVariable+"="+dir, victimOwner+"="+owner), os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines, written := bufio.NewScanner(out), 0
	for written < transactions && lines.Scan() {
		written++
	}
	killed := written == transactions
	if killed {
		_ = command.Process.Kill()
	}
	if err := command.Wait(); err != nil && !killed {
		t.Fatal(err)
	}
	return killed
}

// surviveKills kills evaluators again and again while they catch up, and
// compares what they left with the reference. It returns how often.
func surviveKills(t *testing.T, alerts, transactionsMax int) int {
	t.Helper()
	dir := t.TempDir()
	store, err := openVictims(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{Store: store, t: t}
	t.Cleanup(func() { w.ok(store.Close()) })
	references := w.furnish(alerts)
	random := rand.New(rand.NewPCG(testkit.Seed(t, 5), 5))
	kills := 0
	for {
		owner := fmt.Sprint("victim ", kills)
		killed := killAfter(t, dir, owner, 1+random.IntN(transactionsMax))
		w.ok(store.ReleaseShards(t.Context(), owner)) // the clock of this test stands: leases do not expire
		if !killed {
			break
		}
		kills++
	}
	for _, r := range references {
		w.compare(r)
	}
	return kills
}

// furnish makes a webhook and alerts that change their state often, and
// returns a reference for each.
func (w *world) furnish(alerts int) []*reference {
	ctx := w.t.Context()
	record := func(n int) stack.Record {
		return stack.Record{ID: id(n), TeamID: id(1), CreatedAt: noon(), UpdatedAt: noon(), Version: 1}
	}
	w.ok(w.CreateTeam(ctx, stack.Team{ID: id(1), Name: "team", CreatedAt: noon(), Version: 1}))
	w.ok(w.CreateSavedSearch(ctx, stack.SavedSearch{Record: record(2)}))
	w.ok(w.CreateWebhook(ctx, stack.Webhook{Record: record(3)}))
	var references []*reference
	for n := range alerts {
		a := stack.Alert{Record: record(20 + n), AlertStatus: stack.NewAlertStatus(), AlertSpec: stack.AlertSpec{
			Source: stack.AlertOnSearch, SavedSearchID: id(2), Threshold: float64(12 + n%6), ThresholdType: stack.ThresholdAbove, Interval: "5m",
			Channels: []stack.Channel{{Type: stack.ChannelWebhook, WebhookID: id(3)}},
		}}
		if n%2 == 1 {
			a.GroupBy, a.NumConsecutiveWindows = "host", 2
		}
		w.ok(w.CreateAlert(ctx, a))
		references = append(references, &reference{alert: a, groups: evaluate.Groups{}})
	}
	return references
}

// compare holds what is stored about an alert against its reference.
func (w *world) compare(r *reference) {
	w.t.Helper()
	r.catchUp(victimNow(), func(a stack.Alert, start time.Time) map[string]float64 { return madeUp(victimSeed, a.GroupBy, start) })
	m := &model{world: w}
	if diff := cmp.Diff(sorted(r.transitions), sorted(m.transitions(r.alert.ID))); diff != "" {
		w.t.Errorf("transitions of %s (-want +got):\n%s", r.alert.ID, diff)
	}
	messages, total, err := w.Messages(w.t.Context(), notifier.LedgerQuery{TeamID: id(1), AlertID: r.alert.ID, Limit: 10_000})
	w.ok(err)
	var told []string
	for _, message := range messages {
		n := message.Notice
		told = append(told, fmt.Sprintf("%s %s %s>%s", n.Window.End.Format(time.RFC3339), keyOf(n.Group), n.From, n.To))
	}
	if diff := cmp.Diff(sorted(r.told), sorted(told)); diff != "" || total != len(r.told) {
		w.t.Errorf("%d messages of %s (-want +got):\n%s", total, r.alert.ID, diff)
	}
}

// TestKilledEvaluatorsTellEverythingOnce is the short form of the promise that
// survives 500 kills in the long one.
func TestKilledEvaluatorsTellEverythingOnce(t *testing.T) {
	t.Parallel()
	kills := surviveKills(t, 44, 3)
	if kills < 20 {
		t.Errorf("only %d evaluators were killed", kills)
	}
	t.Logf("%d evaluators were killed", kills)
}
