// Package pgtest gives tests a real PostgreSQL: one cluster per test binary,
// made from the installed server programs, and a fresh database per test.
package pgtest

import (
	"fmt"
	"os"
	"sync"
	"testing"
)

// shared is the cluster of this test binary. One cluster per process is
// process state by its nature, so it is the one variable of this package.
var shared binary

type binary struct {
	mu      sync.Mutex
	running bool // inside Main
	cluster *Cluster
	err     error
}

// Main runs the tests of m and then stops the cluster, if one of them needed
// it. Call it from TestMain and exit with its answer.
func Main(m interface{ Run() int }) int {
	shared.setRunning(true)
	code := m.Run()
	if err := shared.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		return max(code, 1)
	}
	return code
}

// NewDatabase returns the address of an empty database that is dropped when t
// ends. The first call starts the cluster; where that can't be done, t fails.
func NewDatabase(t testing.TB) string {
	t.Helper()
	cluster, err := shared.start()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return cluster.NewDatabase(t)
}

// NewCopy returns the address of a copy of the database that fill has filled,
// once for each name in this test binary. It is dropped when t ends.
func NewCopy(t testing.TB, name string, fill func(address string) error) string {
	t.Helper()
	cluster, err := shared.start()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return cluster.NewCopy(t, name, fill)
}

func (b *binary) setRunning(running bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running = running
}

func (b *binary) start() (*Cluster, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.running {
		return nil, fmt.Errorf("the package's TestMain must run its tests through pgtest.Main")
	}
	if b.cluster == nil && b.err == nil {
		b.cluster, b.err = Start()
	}
	return b.cluster, b.err
}

func (b *binary) stop() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	cluster := b.cluster
	b.running, b.cluster, b.err = false, nil, nil
	if cluster == nil {
		return nil
	}
	return cluster.Stop()
}
