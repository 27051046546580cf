package clustertest

import (
	"context"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// Relayed is a cluster whose servers pass on statements to each other.
type Relayed struct {
	*Cluster
	Queue *Queue
}

// StartRelayed starts n engines below dir that get statements in a way of DDL. Each
// is known to Cairn and to the others by the address of a relay.
func StartRelayed(ctx context.Context, dir string, n int, way string, options func(dir string) (embedded.Options, error)) (*Relayed, error) {
	ports, err := freePorts(ctx, 2*n)
	if err != nil {
		return nil, err
	}
	known, own := ports[:n], ports[n:]
	r := &Relayed{Cluster: &Cluster{DDL: way, Engine: "plain", dir: dir, options: options}, Queue: newQueue(way)}
	for i := range n {
		s, err := r.shard(i, own[i], configText(known))
		if err != nil {
			return nil, err
		}
		r.stand(s, known[i])
		r.Shards = append(r.Shards, s)
	}
	if err := r.startAll(ctx); err != nil {
		return r, err
	}
	r.Queue.start()
	for _, s := range r.Shards {
		if err := s.relay.open(ctx); err != nil {
			return r, err
		}
	}
	return r, nil
}

// stand makes a relay stand before a shard's engine, at a port.
func (r *Relayed) stand(s *Shard, port int) {
	server := &queueServer{number: s.Number, port: uint16(port), engine: s.Address, isDown: s.isDown.Load, wake: make(chan struct{}, 1)}
	r.Queue.servers = append(r.Queue.servers, server)
	s.relay = &relay{address: address(port), engine: s.Address, queue: r.Queue, server: server}
	s.Address = s.relay.address
}

// Stop ends all engines, and what stands before them.
func (r *Relayed) Stop() {
	for _, s := range r.Shards {
		s.relay.close()
	}
	if r.Queue.cancel != nil {
		r.Queue.stop()
	}
	r.Cluster.Stop()
}
