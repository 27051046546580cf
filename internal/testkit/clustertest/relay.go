package clustertest

import (
	"context"
	"net"
	"sync"
)

// relay stands before an engine of a cluster, at the address by which everybody
// knows it. It passes on what is said, except statements that the engine can't
// carry out: the queue stands in for those.
type relay struct {
	address string
	engine  string // its address
	queue   *Queue
	server  *queueServer

	ctx      context.Context // of the conversations; ends with close
	cancel   context.CancelFunc
	listener net.Listener
	serving  sync.WaitGroup
}

// open begins to listen.
func (r *relay) open(ctx context.Context) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", r.address)
	if err != nil {
		return err
	}
	r.listener = listener
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.serving.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			r.serving.Go(func() { r.serve(client) })
		}
	})
	return nil
}

// close refuses connections from now on, and ends those that are open.
func (r *relay) close() {
	if r.listener == nil {
		return
	}
	_ = r.listener.Close()
	r.cancel()
	r.serving.Wait()
	r.listener = nil
}

// serve passes one connection on until one of its ends is closed. To a client, an
// engine that is gone is a connection that ends.
func (r *relay) serve(client net.Conn) {
	defer func() { _ = client.Close() }()
	engine, err := (&net.Dialer{}).DialContext(r.ctx, "tcp4", r.engine)
	if err != nil {
		return
	}
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		_ = client.Close()
		_ = engine.Close()
	})
	defer stop()
	t := &talk{relay: r, client: client, engine: engine}
	answering := make(chan struct{})
	go func() {
		defer close(answering)
		defer cancel()
		t.passAnswers()
	}()
	t.passRequests(ctx)
	cancel()
	<-answering
}
