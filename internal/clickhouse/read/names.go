package read

import (
	"context"
	"fmt"
	"slices"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
)

// BareNames returns the keys that texts have without their maps. It does not
// ask the engine.
func (r *Reads) BareNames(_ context.Context, scan explore.NameScan) ([]explore.BareName, error) {
	known := r.tables[scan.Table]
	if known == nil {
		return nil, unknownTable()
	}
	c := compile.New(known, scan.Target)
	c.NameColumns(scan.Columns)
	for _, e := range scan.Exprs {
		if e.Node != nil {
			c.Value(e)
		}
	}
	return c.Bare, c.Err
}

// HasName reports whether a record of the target's time has a key in any map.
func (r *Reads) HasName(ctx context.Context, target explore.Target, name string) (bool, error) {
	c, err := r.compilerFor(ctx, target)
	if err != nil {
		return false, err
	}
	during, conditions := c.During(target.Range), c.Has(name)
	if c.Err != nil {
		return false, c.Err
	}
	for _, condition := range conditions {
		found, err := r.hasRow(ctx, c, target.TeamID, compile.Both(during, condition))
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// hasRow reports whether a row meets a condition.
func (r *Reads) hasRow(ctx context.Context, c *compile.Compiler, teamID, where string) (bool, error) {
	c.Apart = r.isApart(ctx)
	q := reading{
		teamID: teamID, params: c.Params,
		sql: fmt.Sprintf("SELECT toUInt8(1) AS one FROM %s WHERE %s LIMIT 1", c.From(""), where),
	}
	if c.Apart {
		readers, _, err := readApart(ctx, r, q, func() *oneReader { return new(oneReader) })
		return slices.ContainsFunc(readers, func(o *oneReader) bool { return o.found }), err
	}
	var one oneReader
	q.result, q.onBlock = one.results(), one.take
	_, err := r.read(ctx, q)
	return one.found, err
}

// oneReader reads whether there is a row.
type oneReader struct {
	column proto.ColUInt8
	found  bool
}

func (o *oneReader) results() proto.Results { return proto.Results{{Name: "one", Data: &o.column}} }

func (o *oneReader) take(rows int) error {
	o.found = o.found || rows > 0
	return nil
}
