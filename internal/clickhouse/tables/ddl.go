package tables

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

// exec runs statements that make or change tables, in order, on every server.
// Each of them may run twice.
func (t Teams) exec(ctx context.Context, l layout, statements []string, settings ...clickhouse.Setting) error {
	if l.isEach() && !t.isOne {
		return t.execEach(ctx, change{database: l.database, statements: statements, settings: settings})
	}
	for _, sql := range statements {
		if err := t.client.ExecWhole(ctx, sql, settings...); err != nil {
			return err
		}
	}
	return nil
}

// change is exec for statements of which only the last ones count: what they
// change, they replace.
func (t Teams) change(ctx context.Context, l layout, subject string, statements []string) error {
	if l.isEach() && !t.isOne {
		return t.execEach(ctx, change{database: l.database, subject: subject, statements: statements})
	}
	return t.exec(ctx, l, statements)
}

// execDatabase makes or drops a database. A replicated one has to be made and
// dropped on every server: it passes on what happens in it alone.
func (t Teams) execDatabase(ctx context.Context, l layout, sql string, settings ...clickhouse.Setting) error {
	if l.cluster == "" || l.ddl != clickhouse.DDLReplicatedDatabase || t.isOne {
		return t.client.ExecWhole(ctx, sql, settings...)
	}
	hosts, err := t.client.WholeHosts(ctx)
	if err != nil {
		return err
	}
	for _, host := range hosts {
		if err := host.Client.Exec(ctx, sql, settings...); err != nil {
			return fmt.Errorf("shard %d: %w", host.Shard, err)
		}
	}
	return nil
}

// ensureEach brings a database to the present schema on every server that is
// ready. The others follow before they count as ready. Where the tables of one
// are others, those of none are made.
func (t Teams) ensureEach(ctx context.Context, l layout) error {
	hosts, err := t.client.Hosts(ctx)
	if err != nil {
		return err
	}
	if err := t.checkHosts(ctx, hosts, l); err != nil {
		return err
	}
	return onHosts(hosts, func(host *clickhouse.Host) error { return t.on(host).ensure(ctx, l) })
}

// onHosts does something on every host that is ready, at the same time. What
// passes is left to the preparation of that host. It fails when no host did it,
// or when one refuses. Whose caller has gone is prepared too, and stays ready: it
// answers, and what it lacks nobody waits for.
func onHosts(hosts []*clickhouse.Host, do func(*clickhouse.Host) error) error {
	failures := make([]error, len(hosts))
	var working sync.WaitGroup
	for i, host := range hosts {
		if failures[i] = host.Err(); failures[i] == nil {
			working.Go(func() { failures[i] = do(host) })
		}
	}
	working.Wait()
	done := 0
	var refused []error
	for i, host := range hosts {
		switch {
		case failures[i] == nil:
			done++
		case errors.Is(failures[i], context.Canceled):
			host.Refresh()
		case isPassing(failures[i]):
			host.Distrust(failures[i])
		default:
			refused = append(refused, fmt.Errorf("shard %d: %w", host.Shard, failures[i]))
		}
	}
	if done == 0 && len(refused) == 0 {
		return failures[0]
	}
	return errors.Join(refused...)
}

// isPassing reports whether a failure is that of the server, not of what it was
// asked to do.
func isPassing(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.Unavailable || kind == fault.Limited || errors.Is(err, context.Canceled)
}
