package clickhouse

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/pause"
)

// How often the servers of a cluster are looked at and listed, and how long one
// may keep still before it gets no more rows, and how many times that before it
// counts as away.
const (
	hostLookEvery     = 250 * time.Millisecond
	hostListEvery     = 2 * time.Second
	hostAnswerTimeMax = 700 * time.Millisecond
	hostFindTimeMax   = 2 * time.Second // for one server to say which there are
	silentLooksMax    = 4
	clusterHostsMax   = 4096
)

// Prepare brings a host of a cluster to what the others have. It is called when
// a host answers for the first time, and again, before it counts as ready.
type Prepare func(ctx context.Context, client *Client, host *Host) error

// cluster knows the servers of a client's cluster, and which of them are ready.
type cluster struct {
	client  *Client
	options ClientOptions
	ctx     context.Context // of the looks; ends with the client
	cancel  context.CancelFunc
	looking sync.WaitGroup

	listing sync.Mutex // one at a time
	mu      sync.Mutex
	hosts   []*Host // in the order of shards and replicas
	stops   map[*Host]context.CancelFunc
	change  chan struct{} // closed when a host's state changes
	closed  bool
}

func newCluster(client *Client, options ClientOptions) *cluster {
	c := &cluster{client: client, options: options, stops: map[*Host]context.CancelFunc{}, change: make(chan struct{})}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// Hosts returns the servers of the cluster, in the order of their shards, or nil
// for a single server. The first call asks which there are and waits until each
// of them has answered or is known to be away.
func (c *Client) Hosts(ctx context.Context) ([]*Host, error) {
	if !c.isCluster() {
		return nil, nil
	}
	hosts, err := c.cluster.list(ctx)
	if err != nil {
		return nil, err
	}
	for _, h := range hosts {
		if err := h.awaitVerdict(ctx); err != nil {
			return nil, err
		}
	}
	return hosts, nil
}

// KnownHosts returns the servers of the cluster that were found until now,
// without a wait for their first answer.
func (c *Client) KnownHosts() []*Host { return slices.Clone(c.cluster.known()) }

func (c *Client) isCluster() bool {
	target, err := c.endpoint.Target()
	return err == nil && target.Cluster != ""
}

// list returns the hosts as they are known, and asks for them the first time.
func (c *cluster) list(ctx context.Context) ([]*Host, error) {
	if hosts := c.known(); len(hosts) > 0 {
		return hosts, nil
	}
	c.listing.Lock()
	defer c.listing.Unlock()
	if hosts := c.known(); len(hosts) > 0 {
		return hosts, nil
	}
	if err := c.find(ctx); err != nil {
		return nil, err
	}
	c.start()
	return c.known(), nil
}

func (c *cluster) known() []*Host {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hosts
}

// start begins to list the hosts again and again.
func (c *cluster) start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.looking.Go(func() {
		for pause.For(c.ctx, hostListEvery) == nil {
			_ = c.refresh(c.ctx) // the next one finds what this one missed
		}
	})
}

// find asks for the hosts for the first time, one server after the other: of none is
// it known yet whether it keeps still. The last one is waited for.
func (c *cluster) find(ctx context.Context) error {
	target, err := c.client.endpoint.Target()
	if err != nil {
		return err
	}
	for range len(target.Addresses) - 1 {
		if late, err := c.findWithin(ctx, hostFindTimeMax); !late {
			return err
		}
	}
	return c.refresh(ctx)
}

func (c *cluster) findWithin(ctx context.Context, most time.Duration) (late bool, err error) {
	deadline := time.Now().Add(most)
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	err = c.refresh(ctx)
	// A connection may notice the deadline a moment before the context does.
	return err != nil && !time.Now().Before(deadline), err
}

const hostsText = `
SELECT shard_num AS shard, replica_num AS replica, host_name AS host, port
FROM system.clusters
WHERE cluster = {cluster:String}
ORDER BY shard, replica
LIMIT 4096`

// refresh asks a server which hosts there are.
func (c *cluster) refresh(ctx context.Context) error {
	target, err := c.client.endpoint.Target()
	if err != nil {
		return err
	}
	var shard, replica proto.ColUInt32
	var host proto.ColStr
	var port proto.ColUInt16
	var found []*Host
	err = c.client.AdminQuery(ctx, ch.Query{
		Body: hostsText, Parameters: NativeParams([]Param{String("cluster", target.Cluster)}),
		Result: proto.Results{{Name: "shard", Data: &shard}, {Name: "replica", Data: &replica}, {Name: "host", Data: &host}, {Name: "port", Data: &port}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range shard.Rows() {
				address := net.JoinHostPort(host.Row(i), strconv.Itoa(int(port.Row(i))))
				found = append(found, &Host{Shard: shard.Row(i), Replica: replica.Row(i), Address: address})
			}
			return nil
		},
	})
	if err != nil {
		return fmt.Errorf("list the servers of the cluster: %w", err)
	}
	if len(found) == 0 {
		return Unavailable(nil, "the telemetry engine knows no cluster of that name")
	}
	c.replace(found)
	return nil
}

// replace takes the hosts that were found, and keeps those that are known.
func (c *cluster) replace(found []*Host) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	hosts := make([]*Host, len(found))
	for i, h := range found {
		at := slices.IndexFunc(c.hosts, func(known *Host) bool {
			return known.Address == h.Address && known.Shard == h.Shard && known.Replica == h.Replica
		})
		if at >= 0 {
			hosts[i] = c.hosts[at]
			continue
		}
		hosts[i] = c.follow(h)
	}
	for _, h := range c.hosts {
		if !slices.Contains(hosts, h) {
			c.stops[h]()
			delete(c.stops, h)
		}
	}
	c.hosts = hosts
}

// follow begins to look at a host. The lock is held.
func (c *cluster) follow(h *Host) *Host {
	h.cluster, h.isStale = c, true
	h.settled, h.looked, h.wakeLook = make(chan struct{}), make(chan struct{}), make(chan struct{}, 1)
	options := c.options
	options.Prepare = nil
	h.Client = Open(hostEndpoint{c.client.endpoint, h.Address}, options)
	ctx, stop := context.WithCancel(c.ctx) //nolint:gosec // replace calls it, and close the one of c.ctx
	c.stops[h] = stop
	c.looking.Go(func() {
		defer func() { _ = h.Client.Close() }()
		for {
			h.look(ctx)
			h.noteLook()
			select {
			case <-ctx.Done():
				return
			case <-h.wakeLook:
			case <-time.After(hostLookEvery):
			}
		}
	})
	return h
}

// changed tells who waits that a host has another state.
func (c *cluster) changed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.change)
	c.change = make(chan struct{})
}

// changes returns a channel that is closed at the next change.
func (c *cluster) changes() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.change
}

// close ends the looks and closes the clients of the hosts.
func (c *cluster) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.cancel()
	c.looking.Wait()
}

// hostEndpoint is one server of a cluster, as a single server.
type hostEndpoint struct {
	Endpoint
	address string
}

// Target returns the server.
func (e hostEndpoint) Target() (Target, error) {
	target, err := e.Endpoint.Target()
	target.Addresses, target.Cluster = []string{e.address}, ""
	return target, err
}
