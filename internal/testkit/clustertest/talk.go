package clustertest

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"sync"

	"github.com/ClickHouse/ch-go/proto"
)

// chunkBytes is how much of a conversation is passed on at a time.
const chunkBytes = 64 << 10

// queryHead is how a query of Cairn begins: the packet's code and the length and
// head of its id, which is random otherwise. A client that sends a query only when
// the last one has ended sends it at the beginning of what is read at once, and
// nothing else that it sends begins like that.
const queryHead = "\x01\x26cairn-"

// talk is one connection through a relay.
type talk struct {
	relay          *relay
	client, engine net.Conn
	version        int // of the protocol

	mu   sync.Mutex
	said *exchange // the last one that is recorded; nil: none
}

// passRequests passes on what the client sends until either side ends.
func (t *talk) passRequests(ctx context.Context) {
	isCairn, err := t.passHello()
	if err != nil {
		return
	}
	if !isCairn {
		_, _ = io.Copy(t.engine, t.client)
		return
	}
	chunk := make([]byte, chunkBytes)
	for {
		n, err := t.client.Read(chunk)
		if err != nil {
			return
		}
		if bytes.HasPrefix(chunk[:n], []byte(queryHead)) {
			err = t.passQuery(ctx, chunk[:n])
		} else {
			_, err = t.engine.Write(chunk[:n])
		}
		if err != nil {
			return
		}
	}
}

// passHello passes on how a connection begins, and reports whether the client is
// Cairn, not another engine.
func (t *talk) passHello() (bool, error) {
	var raw bytes.Buffer
	r := proto.NewReader(io.TeeReader(t.client, &raw))
	if _, err := r.UVarInt(); err != nil {
		return false, err
	}
	var hello proto.ClientHello
	if err := hello.Decode(r); err != nil {
		return false, err
	}
	if _, err := t.engine.Write(raw.Bytes()); err != nil {
		return false, err
	}
	t.version = hello.ProtocolVersion
	if !strings.HasPrefix(hello.Name, proto.Name) {
		return false, nil
	}
	// The key of its quota follows the engine's hello, and Cairn has none.
	_, err := io.CopyN(t.engine, t.client, 1)
	return true, err
}

// passQuery passes a query on to the engine, or to the queue.
func (t *talk) passQuery(ctx context.Context, begun []byte) error {
	var raw bytes.Buffer
	r := proto.NewReader(io.TeeReader(io.MultiReader(bytes.NewReader(begun), t.client), &raw))
	if _, err := r.UVarInt(); err != nil {
		return err
	}
	var query proto.Query
	if err := query.DecodeAware(r, t.version); err != nil {
		return err
	}
	said := t.relay.queue.note(t.relay.server.number, query.Body)
	t.listenFor(said)
	answer, err := t.relay.queue.take(ctx, t.relay.server, query)
	if err != nil {
		return err
	}
	if answer == nil {
		_, err := t.engine.Write(raw.Bytes())
		return err
	}
	if err := t.readNoData(r); err != nil {
		return err
	}
	t.listenFor(nil)
	said.answered(answer.String())
	_, err = t.client.Write(answer.encoded(t.version))
	return err
}

// readNoData reads the empty block that follows a query without data.
func (t *talk) readNoData(r *proto.Reader) error {
	if _, err := r.UVarInt(); err != nil {
		return err
	}
	var data proto.ClientData
	if err := data.DecodeAware(r, t.version); err != nil {
		return err
	}
	var block proto.Block
	return block.DecodeBlock(r, t.version, nil)
}

// passAnswers passes on what the engine answers.
func (t *talk) passAnswers() {
	chunk := make([]byte, chunkBytes)
	for {
		n, err := t.engine.Read(chunk)
		if n > 0 {
			t.hear(chunk[:n])
			if _, err := t.client.Write(chunk[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (t *talk) listenFor(said *exchange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said = said
}

// hear notes how an answer of the engine ends.
func (t *talk) hear(chunk []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said.hear(chunk)
}
