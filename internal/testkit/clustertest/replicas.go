package clustertest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// InterserverVariable tells an engine's child the address at which other replicas
// fetch its parts.
const InterserverVariable = "CAIRN_TEST_INTERSERVER"

// Replicated is a cluster with replicas and their Keeper.
type Replicated struct {
	*Cluster
	Keeper *Keeper

	exchanges []*http.Server
}

// exchangeTimeMax bounds the headers of a fetch, and a look at a table's folder.
const exchangeTimeMax = 10 * time.Second

// StartReplicated starts a cluster of so many shards with so many replicas each.
// Tables are replicated by the engines themselves, over a real ZooKeeper.
func StartReplicated(ctx context.Context, dir string, shards, replicas int, options func(dir string) (embedded.Options, error)) (*Replicated, error) {
	ports, err := freePorts(ctx, shards*replicas)
	if err != nil {
		return nil, err
	}
	keeper, err := StartKeeper(ctx, filepath.Join(dir, "keeper"))
	if err != nil {
		return nil, err
	}
	r := &Replicated{Cluster: &Cluster{DDL: "each", Engine: "replicated", dir: dir, options: options}, Keeper: keeper}
	for i, port := range ports {
		s, err := r.shard(i, port, "")
		if err != nil {
			return nil, err
		}
		s.Number, s.Replica = uint32(i/replicas+1), uint32(i%replicas+1)
		s.options.Peering.Config = replicatedText(ports, replicas) + keeperText(keeper.Port, s)
		s.options.Peering.Macros = fmt.Sprintf("<shard>%d</shard><replica>%d</replica>", s.Number, s.Replica)
		s.options.Peering.Users += operatorText()
		if err := r.serveParts(ctx, s); err != nil {
			return nil, err
		}
		r.Shards = append(r.Shards, s)
	}
	return r, r.startAll(ctx)
}

// serveParts lets other replicas fetch the parts of an engine.
func (r *Replicated) serveParts(ctx context.Context, s *Shard) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.options.ChildEnv = append(s.options.ChildEnv, InterserverVariable+"="+listener.Addr().String())
	server := &http.Server{Handler: partsExchange{path: s.replicaPath}, ReadHeaderTimeout: exchangeTimeMax}
	r.exchanges = append(r.exchanges, server)
	go func() { _ = server.Serve(listener) }() // Stop ends it
	return nil
}

// Stop ends all engines, then their Keeper.
func (r *Replicated) Stop() error {
	r.Cluster.Stop()
	var failed error
	for _, server := range r.exchanges {
		failed = errors.Join(failed, server.Close())
	}
	return errors.Join(failed, r.Keeper.Stop())
}

const replicaPathText = `
SELECT t.data_paths[1] AS path
FROM system.replicas AS r
JOIN system.tables AS t ON t.database = r.database AND t.name = r.table
WHERE r.replica_path = {replica:String}`

// replicaPath returns the folder of a replica's table.
func (s *Shard) replicaPath(replica string) (path string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), exchangeTimeMax)
	defer cancel()
	endpoint, err := clickhouse.ParseURL(s.URL())
	if err != nil {
		return "", err
	}
	client := clickhouse.Open(endpoint, clickhouse.ClientOptions{})
	defer func() { _ = client.Close() }()
	var column proto.ColStr
	err = client.AdminQuery(ctx, ch.Query{
		Body: replicaPathText, Result: proto.Results{{Name: "path", Data: &column}},
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("replica", replica)}),
	})
	if err == nil && column.Rows() != 1 {
		err = fmt.Errorf("no replica %s", replica)
	}
	if err != nil {
		return "", err
	}
	return column.Row(0), nil
}

// OperatorURL is URL for a user who may do everything.
func (s *Shard) OperatorURL() string {
	return strings.Replace(s.URL(), "://"+user+":", "://"+operator+":", 1)
}
