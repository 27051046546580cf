// Package clustertest gives tests a cluster of real telemetry engines: each a
// process, a folder and a port of its own, one shard each. Cairn sees them by
// their URL alone, as it would see servers that somebody else runs.
package clustertest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// Name is the cluster's name.
const Name = "main"

// The login of all servers, in the URL and between them.
const (
	user     = "cairn"
	password = "pass-of-tests"
)

// engineBytes is the memory of one engine unless its options say otherwise: less
// than that of an engine alone, because there are several.
const engineBytes = 1 << 30

// Ports of the engines. They are outside the range from which systems take ports
// for outgoing connections.
const (
	portMin      = 12000
	portEnd      = 32768
	portTriesMax = 200
)

// Cluster is a number of engines that know each other.
type Cluster struct {
	Shards []*Shard
	DDL    string // ddl of the URL
	Engine string // engine of the URL

	dir     string
	options func(dir string) (embedded.Options, error)
}

// Shard is one engine of a cluster: a shard, or one of its replicas.
type Shard struct {
	Number  uint32
	Replica uint32
	Address string

	options embedded.Options
	engine  *embedded.Engine
	isDown  *atomic.Bool
	relay   *relay // before the engine; nil: there is none
}

// errDown holds an engine that the test has killed.
var errDown = errors.New("the test has taken the engine down")

// Adjust changes what an engine of a cluster is told, before it starts.
type Adjust func(shard uint32, peering *embedded.Peering)

// Start starts n engines below dir, with options for one in a folder.
func Start(ctx context.Context, dir string, n int, options func(dir string) (embedded.Options, error), adjust ...Adjust) (*Cluster, error) {
	ports, err := freePorts(ctx, n)
	if err != nil {
		return nil, err
	}
	c := &Cluster{DDL: "each", Engine: "plain", dir: dir, options: options}
	for i, port := range ports {
		s, err := c.shard(i, port, configText(ports))
		if err != nil {
			return nil, err
		}
		for _, change := range adjust {
			change(s.Number, &s.options.Peering)
		}
		c.Shards = append(c.Shards, s)
	}
	return c, c.startAll(ctx)
}

// shard returns a shard whose engine is not started yet.
func (c *Cluster) shard(i, port int, config string) (*Shard, error) {
	o, err := c.options(filepath.Join(c.dir, fmt.Sprint("shard-", i+1)))
	s := &Shard{Number: uint32(i + 1), Replica: 1, Address: address(port), isDown: new(atomic.Bool)}
	o.MemoryBytes = cmp.Or(o.MemoryBytes, engineBytes)
	o.Peering = embedded.Peering{Port: port, Config: config, Users: usersText()}
	o.Hold = func() error {
		if s.isDown.Load() {
			return errDown
		}
		return nil
	}
	s.options = o
	return s, err
}

// Grow adds an empty shard, and starts the engines of the others again, one after
// the other, so that they know it.
func (c *Cluster) Grow(ctx context.Context) error {
	ports, err := freePorts(ctx, 1)
	if err != nil {
		return err
	}
	var all []int
	for _, s := range c.Shards {
		all = append(all, s.options.Peering.Port)
	}
	config := configText(append(all, ports...))
	added, err := c.shard(len(c.Shards), ports[0], config)
	if err != nil {
		return err
	}
	if added.engine, err = embedded.Start(ctx, added.options); err != nil {
		return err
	}
	known := c.Shards
	c.Shards = append(c.Shards, added)
	for _, s := range known {
		if err := s.restart(ctx, config); err != nil {
			return err
		}
	}
	return nil
}

// restart starts the shard's engine again with another configuration.
func (s *Shard) restart(ctx context.Context, config string) error {
	if err := s.engine.Stop(ctx); err != nil {
		return err
	}
	s.options.Peering.Config = config
	engine, err := embedded.Start(ctx, s.options)
	if err == nil {
		s.engine = engine
	}
	return err
}

// Wipe removes what the shard's engine has stored, so that Start brings up an
// empty server in its place. The engine has to be down.
func (s *Shard) Wipe() error {
	entries, err := os.ReadDir(s.options.Dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		if err := os.RemoveAll(filepath.Join(s.options.Dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cluster) startAll(ctx context.Context) error {
	failures := make([]error, len(c.Shards))
	var starting sync.WaitGroup
	for i, s := range c.Shards {
		starting.Go(func() { s.engine, failures[i] = embedded.Start(ctx, s.options) })
	}
	starting.Wait()
	return errors.Join(failures...)
}

// URL returns the address of the cluster as an operator would write it.
func (c *Cluster) URL() string {
	hosts := make([]string, len(c.Shards))
	for i, s := range c.Shards {
		hosts[i] = s.Address
	}
	return "clickhouse://" + user + ":" + password + "@" + strings.Join(hosts, ",") +
		"/?cluster=" + Name + "&ddl=" + c.DDL + "&engine=" + c.Engine
}

// Endpoint returns the cluster as Cairn reads it from its URL.
func (c *Cluster) Endpoint() (clickhouse.Endpoint, error) { return clickhouse.ParseURL(c.URL()) }

// PIDs returns the processes of the engines.
func (c *Cluster) PIDs() []int {
	pids := make([]int, len(c.Shards))
	for i, s := range c.Shards {
		pids[i] = s.engine.State().PID
	}
	return pids
}

// Stop ends all engines.
func (c *Cluster) Stop() {
	var stopping sync.WaitGroup
	for _, s := range c.Shards {
		if s.engine != nil {
			stopping.Go(func() { _ = s.engine.Stop(context.Background()) })
		}
	}
	stopping.Wait()
}

// URL returns the address of the shard's server alone, as a server without a
// cluster.
func (s *Shard) URL() string { return "clickhouse://" + user + ":" + password + "@" + s.Address }

// Kill kills the shard's engine and returns when it is gone. It stays down until
// Start.
func (s *Shard) Kill(ctx context.Context) error {
	s.isDown.Store(true)
	if s.relay != nil {
		s.relay.close()
	}
	return s.await(ctx, func(state embedded.State) bool { return state.Phase == embedded.Restarting })
}

// Start brings the shard's engine back under its port and with its folder, and
// returns when it is ready.
func (s *Shard) Start(ctx context.Context) error {
	s.isDown.Store(false)
	err := s.await(ctx, func(state embedded.State) bool { return state.Phase == embedded.Ready })
	if s.relay == nil || err != nil {
		return err
	}
	return s.relay.open(ctx)
}

// Freeze makes the shard's engine keep still, with its connections open.
func (s *Shard) Freeze() error { return syscall.Kill(s.engine.State().PID, syscall.SIGSTOP) }

// Thaw lets it go on.
func (s *Shard) Thaw() error { return syscall.Kill(s.engine.State().PID, syscall.SIGCONT) }

const lookEvery = 10 * time.Millisecond

func (s *Shard) await(ctx context.Context, is func(embedded.State) bool) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for !is(s.engine.State()) {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return fmt.Errorf("shard %d: %w", s.Number, ctx.Err())
		}
	}
	return nil
}

func address(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// freePorts returns ports on which nothing listens.
func freePorts(ctx context.Context, n int) ([]int, error) {
	ports := make([]int, 0, n)
	for range portTriesMax {
		var b [2]byte
		_, _ = rand.Read(b[:]) // it never fails
		port := portMin + int(binary.BigEndian.Uint16(b[:]))%(portEnd-portMin)
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", address(port))
		if err != nil {
			continue
		}
		defer func() { _ = listener.Close() }()
		if ports = append(ports, port); len(ports) == n {
			return ports, nil
		}
	}
	return nil, fmt.Errorf("no %d free ports in %d tries", n, portTriesMax)
}
