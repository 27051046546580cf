package app

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/app/cluster"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

// lookAtCluster looks at every server of a ClickHouse cluster. For an engine that
// is none there is nothing to say.
func lookAtCluster(ctx context.Context, o Options) []Finding {
	looking, isCluster := clusterOptions(o)
	if !isCluster {
		return nil
	}
	view, err := cluster.Look(ctx, looking)
	if err != nil {
		return []Finding{{Subject: "cluster", Err: fmt.Errorf("its servers can't be listed: %w", err)}}
	}
	var findings []Finding
	for _, f := range view.Findings() {
		findings = append(findings, Finding(f))
	}
	return findings
}

// ErrNoCluster says that there is no cluster to show.
var ErrNoCluster = fault.New(fault.Invalid, "there is no cluster: CAIRN_CLICKHOUSE_URL names none with cluster=")

// ShowCluster returns how the servers of the ClickHouse cluster are, or
// ErrNoCluster.
func ShowCluster(ctx context.Context, o Options) (cluster.Status, error) {
	looking, isCluster := clusterOptions(o)
	if !isCluster {
		return cluster.Status{}, ErrNoCluster
	}
	looking.IsBrief = true
	view, err := cluster.Look(ctx, looking)
	if err != nil {
		return cluster.Status{}, fmt.Errorf("list the servers of the cluster: %w", err)
	}
	return view.Status(), nil
}

// clusterOptions reports whether the engine is a cluster, and where it is. What is
// wrong with its address is said elsewhere.
func clusterOptions(o Options) (cluster.Options, bool) {
	if o.Config.Embedded() {
		return cluster.Options{}, false
	}
	external, err := clickhouse.ParseURL(o.Config.ClickhouseURL)
	if err != nil {
		return cluster.Options{}, false
	}
	target, err := external.Target()
	return cluster.Options{Target: target, Now: o.Now}, err == nil && target.Cluster != ""
}
