package cluster

import (
	"context"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// grant is rights on one object.
type grant struct {
	rights []string
	object string
}

// grants returns what Cairn's login needs on every server of the cluster.
func grants(v View) []grant {
	everywhere := []string{"KILL QUERY", "SYSTEM FLUSH LOGS", "REMOTE", "CREATE TEMPORARY TABLE"}
	if v.DDL == clickhouse.DDLOnCluster {
		everywhere = append(everywhere, "CLUSTER")
	}
	return []grant{
		{[]string{
			"SHOW", "SELECT", "INSERT", "ALTER TABLE", "ALTER VIEW",
			"CREATE DATABASE", "CREATE TABLE", "CREATE VIEW", "DROP DATABASE", "DROP TABLE", "DROP VIEW",
		}, "cairn_*.*"},
		{[]string{"SELECT"}, "system.*"},
		{everywhere, "*.*"},
		{[]string{"TABLE ENGINE"}, "Distributed"},
		{[]string{"TABLE ENGINE"}, mergeTree(v)},
	}
}

func mergeTree(v View) string {
	if v.IsPlain {
		return "MergeTree"
	}
	return "ReplicatedMergeTree"
}

// missingGrants returns those of the grants that the login lacks. Rights on an
// object are checked one by one only where not all are there.
func (s server) missingGrants(ctx context.Context, list []grant) (missing []string, err error) {
	for _, g := range list {
		has, err := s.hasGrant(ctx, strings.Join(g.rights, ", ")+" ON "+g.object)
		if err != nil || has {
			if err != nil {
				return missing, err
			}
			continue
		}
		lacks, err := s.lacking(ctx, g)
		if err != nil {
			return missing, err
		}
		missing = append(missing, strings.Join(lacks, ", ")+" ON "+g.object)
	}
	return missing, nil
}

// lacking returns the rights of a grant that the login lacks.
func (s server) lacking(ctx context.Context, g grant) (lacks []string, err error) {
	for _, right := range g.rights {
		has, err := s.hasGrant(ctx, right+" ON "+g.object)
		if err != nil {
			return nil, err
		}
		if !has {
			lacks = append(lacks, right)
		}
	}
	return lacks, nil
}

func (s server) hasGrant(ctx context.Context, text string) (has bool, err error) {
	var result proto.ColUInt8
	err = s.query(ctx, ch.Query{
		Body: "CHECK GRANT " + text, Result: proto.Results{{Name: "result", Data: &result}},
	}, func(i int) { has = result.Row(i) == 1 })
	return has, err
}
