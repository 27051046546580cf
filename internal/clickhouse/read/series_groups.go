package read

import (
	"encoding/binary"
	"strconv"

	"github.com/ClickHouse/ch-go/proto"
)

// groupColumns reads the groups of the rows of a series query.
type groupColumns struct {
	columns []*proto.ColStr
	text    []byte              // the key of the row that is read
	met     map[string][]string // the groups that were met, by their keys: there are few, in many rows
}

func newGroupColumns(plan *seriesPlan) groupColumns {
	g := groupColumns{met: map[string][]string{}}
	for range plan.groups {
		g.columns = append(g.columns, new(proto.ColStr))
	}
	return g
}

func (g *groupColumns) results() proto.Results {
	var results proto.Results
	for i, column := range g.columns {
		results = append(results, proto.ResultColumn{Name: "g" + strconv.Itoa(i), Data: column})
	}
	return results
}

// at returns the texts of a row's group, which all rows of it share.
func (g *groupColumns) at(row int) []string {
	g.text = g.text[:0]
	for _, column := range g.columns {
		text := column.RowBytes(row)
		g.text = append(binary.AppendUvarint(g.text, uint64(len(text))), text...)
	}
	group, known := g.met[string(g.text)]
	if !known {
		group = make([]string, len(g.columns))
		for i, column := range g.columns {
			group[i] = validText(column.Row(row))
		}
		g.met[string(g.text)] = group
	}
	return group
}

// key returns what a row's group is found by in met.
func (g *groupColumns) key(row int) string {
	g.at(row)
	return string(g.text)
}
