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
	looking, isCluster, err := clusterOptions(o)
	if err != nil || !isCluster {
		return nil // what is wrong with the address is the finding of another look
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

// ShowCluster returns how the servers of the ClickHouse cluster are, ErrNoCluster,
// or a UsageError for an address that can't be read.
func ShowCluster(ctx context.Context, o Options) (cluster.Status, error) {
	looking, isCluster, err := clusterOptions(o)
	if err != nil {
		return cluster.Status{}, err
	}
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

// clusterOptions reports whether the engine is a cluster, and where it is.
func clusterOptions(o Options) (looking cluster.Options, isCluster bool, err error) {
	if o.Config.Embedded() {
		return looking, false, nil
	}
	external, err := clickhouse.ParseURL(o.Config.ClickhouseURL)
	if err != nil {
		return looking, false, &UsageError{err.Error()}
	}
	target, err := external.Target()
	return cluster.Options{Target: target, Now: o.Now}, target.Cluster != "", err
}
