package clustertest

import (
	"fmt"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// answer is what a server says to a statement of the queue: blocks of rows, or an
// exception.
type answer struct {
	blocks    []proto.Input
	exception *ch.Exception
}

func failed(e *ch.Exception) *answer { return &answer{exception: e} }

// String prints an answer for the conversation.
func (a *answer) String() string {
	if a.exception != nil {
		return fmt.Sprint("exception ", int(a.exception.Code))
	}
	rows := 0
	for _, block := range a.blocks {
		rows += block[0].Data.Rows()
	}
	if rows == 0 {
		return "ok"
	}
	return fmt.Sprintf("ok, rows of %d servers", rows)
}

// encoded returns the packets of an answer. Within one machine nothing is
// compressed.
func (a *answer) encoded(version int) []byte {
	var b proto.Buffer
	if e := a.exception; e != nil {
		proto.ServerCodeException.Encode(&b)
		(&proto.Exception{Code: e.Code, Name: "DB::Exception", Message: "DB::Exception: " + e.Message}).EncodeAware(&b, version)
		return b.Buf
	}
	for _, columns := range a.blocks {
		proto.ServerCodeData.Encode(&b)
		b.PutString("") // it is no temporary table
		block := proto.Block{Info: proto.BlockInfo{BucketNum: -1}, Columns: len(columns), Rows: columns[0].Data.Rows()}
		if err := block.EncodeBlock(&b, version, columns); err != nil {
			return failed(&ch.Exception{Code: proto.ErrLogicalError, Message: err.Error()}).encoded(version)
		}
	}
	proto.ServerCodeEndOfStream.Encode(&b)
	return b.Buf
}

// manner is how the servers answer in a way of DDL.
type manner struct {
	name  string // of what they wait for
	blame func(s *queueServer) string
	block func(s *queueServer, remaining int) proto.Input // nil: without rows
}

// answerTo returns the answer of a server to a task: a block without rows, then one for each
// server that is done. What one of them has against the statement is thrown, and so is
// that one is not done.
func (m manner) answerTo(t *task, r result) *answer {
	for _, o := range r.done {
		if o.exception != nil {
			e := *o.exception
			e.Message = m.blame(o.server) + e.Message
			return failed(&e)
		}
	}
	if len(r.done) < len(t.servers) {
		return failed(r.unfinished(t, m.name))
	}
	a := &answer{blocks: []proto.Input{m.block(nil, 0)}}
	for i, o := range r.done {
		a.blocks = append(a.blocks, m.block(o.server, len(t.servers)-i-1))
	}
	return a
}

func onClusterManner() manner {
	return manner{
		name:  "Distributed DDL task /clickhouse/task_queue/ddl/query-0000000001",
		blame: func(s *queueServer) string { return fmt.Sprintf("There was an error on [127.0.0.1:%d]: ", s.port) },
		block: onClusterBlock,
	}
}

func replicatedManner(database string) manner {
	return manner{
		name:  "ReplicatedDatabase DDL task /clickhouse/databases/" + database + "/log/query-0000000001",
		blame: func(*queueServer) string { return "" },
		block: replicatedBlock,
	}
}

func onClusterBlock(s *queueServer, remaining int) proto.Input {
	var host, text proto.ColStr
	var port proto.ColUInt16
	var status proto.ColInt64
	var left, active proto.ColUInt64
	if s != nil {
		host.Append("127.0.0.1")
		port.Append(s.port)
		status.Append(0)
		text.Append("")
		left.Append(uint64(remaining))
		active.Append(0)
	}
	return proto.Input{
		{Name: "host", Data: &host}, {Name: "port", Data: &port}, {Name: "status", Data: &status}, {Name: "error", Data: &text},
		{Name: "num_hosts_remaining", Data: &left}, {Name: "num_hosts_active", Data: &active},
	}
}

// replicaStatus is the type of the column that says how far a replica is.
const replicaStatus = "Enum8('OK' = 0, 'IN_PROGRESS' = 1, 'QUEUED' = 2, 'UNFINISHED' = 3)"

func replicatedBlock(s *queueServer, remaining int) proto.Input {
	var shard, replica proto.ColStr
	var status proto.ColEnum8
	var left, active proto.ColUInt64
	if s != nil {
		shard.Append(fmt.Sprint(s.number))
		replica.Append("1")
		status.Append(0)
		left.Append(uint64(remaining))
		active.Append(0)
	}
	return proto.Input{
		{Name: "shard", Data: &shard}, {Name: "replica", Data: &replica}, {Name: "status", Data: proto.Alias(&status, replicaStatus)},
		{Name: "num_hosts_remaining", Data: &left}, {Name: "num_hosts_active", Data: &active},
	}
}

// unfinished is what ClickHouse 26.7 says when it has waited for long enough.
func (r result) unfinished(t *task, name string) *ch.Exception {
	inactive := 0
	for _, s := range t.servers {
		if s.isDown() {
			inactive++
		}
	}
	return &ch.Exception{Code: proto.ErrTimeoutExceeded, Message: fmt.Sprintf(
		"%s is not finished on %d of %d hosts (%d of them are currently executing the task, %d are inactive). "+
			"They are going to execute the query in background. Was waiting for %.3f seconds, which is longer than distributed_ddl_task_timeout",
		name, len(t.servers)-len(r.done), len(t.servers), 0, inactive, r.patience.Seconds())}
}
