package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// clusterFault is something that happens to an installation on several machines.
type clusterFault string

const (
	killShard      clusterFault = "kill a shard"
	freezeShard    clusterFault = "freeze a shard"
	killNode       clusterFault = "kill a server"
	freezeNode     clusterFault = "freeze a server"
	killBoth       clusterFault = "kill a shard and a server"
	freezeAndKill  clusterFault = "freeze a shard and kill a server"
	killEverything clusterFault = "kill everything"
)

// everyClusterFault returns each fault once.
func everyClusterFault() []clusterFault {
	return []clusterFault{killShard, killNode, freezeShard, freezeNode, killBoth, freezeAndKill, killEverything}
}

// faultTally counts faults.
type faultTally map[clusterFault]int

func (f faultTally) String() string {
	var parts []string
	for _, fault := range slices.Sorted(maps.Keys(f)) {
		parts = append(parts, fmt.Sprintf("%d × %s", f[fault], fault))
	}
	return strings.Join(parts, ", ")
}

// How long something is away at most, in the short form and the long. Some
// standstills of servers are longer than the lease of who evaluates (8 s).
const (
	awayTimeShort  = 2 * time.Second
	awayTimeLong   = 4 * time.Second
	asleepTimeLong = 10 * time.Second
	longEvery      = 4 // of so many frozen servers one sleeps for long
)

// away waits for as long as something is to be away.
func (w *clusterWorld) away() { time.Sleep(time.Duration(w.random.Int64N(int64(w.awayMax)))) }

// suffer lets a fault happen to some shard and some server, and ends it.
func (w *clusterWorld) suffer(fault clusterFault) {
	w.t.Helper()
	if w.faults == nil {
		w.faults = faultTally{}
	}
	w.faults[fault]++
	shard := w.shards.Shards[w.random.IntN(len(w.shards.Shards))]
	node := w.nodes[w.random.IntN(len(w.nodes))]
	time.Sleep(time.Duration(w.random.IntN(500)) * time.Millisecond) // some moment of what is under way
	switch fault {
	case killShard:
		w.check(shard.Kill(w.t.Context()))
		w.away()
		w.check(shard.Start(w.t.Context()))
	case freezeShard:
		w.check(shard.Freeze())
		w.away()
		w.check(shard.Thaw())
	case killNode:
		node.kill()
		w.away()
		node.start()
	case freezeNode:
		w.sleepNode(node)
	case killBoth:
		w.lose(shard, node)
	case freezeAndKill:
		w.check(shard.Freeze())
		node.kill()
		w.away()
		node.program = launch(node.t, node.dir, node.env...)
		w.away()
		w.check(shard.Thaw())
		node.awaitStart()
	case killEverything:
		w.loseEverything()
	}
}

func (w *clusterWorld) check(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// sleepNode makes a server stand still, now and then for longer than its leases.
func (w *clusterWorld) sleepNode(node *collector) {
	w.t.Helper()
	w.check(proctest.Halt(node.Process.Pid))
	if w.faults[freezeNode]%longEvery == 0 {
		time.Sleep(asleepTimeLong)
	} else {
		w.away()
	}
	w.check(node.Process.Signal(syscall.SIGCONT))
}

// lose kills a shard and a server, and brings them back in either order.
func (w *clusterWorld) lose(shard *clustertest.Shard, node *collector) {
	w.t.Helper()
	if w.random.IntN(2) == 0 {
		w.check(shard.Kill(w.t.Context()))
		node.kill()
	} else {
		node.kill()
		w.check(shard.Kill(w.t.Context()))
	}
	w.away()
	node.program = launch(node.t, node.dir, node.env...)
	w.away() // the server meanwhile starts without the shard
	w.check(shard.Start(w.t.Context()))
	node.awaitStart()
}

// loseEverything kills all servers and all shards at once.
func (w *clusterWorld) loseEverything() {
	w.t.Helper()
	w.eachShard(func(s *clustertest.Shard) error { return s.Kill(w.t.Context()) }, func() {
		for _, node := range w.nodes {
			node.kill()
		}
	})
	w.eachShard(func(s *clustertest.Shard) error { return s.Start(w.t.Context()) }, func() {})
	w.startNodes()
}

// eachShard does something to all shards, and something else, at the same time.
func (w *clusterWorld) eachShard(do func(*clustertest.Shard) error, meanwhile func()) {
	w.t.Helper()
	failures := make([]error, len(w.shards.Shards))
	var group sync.WaitGroup
	for i, shard := range w.shards.Shards {
		group.Go(func() { failures[i] = do(shard) })
	}
	meanwhile()
	group.Wait()
	for _, err := range failures {
		w.check(err)
	}
}
