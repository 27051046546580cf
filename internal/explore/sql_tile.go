package explore

import (
	"context"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// The limits of a query of a raw SQL tile.
const (
	SQLRowsMax      = 10_000   // rows of one answer
	SQLBytesMax     = 16 << 20 // of the values of one answer
	SQLFiltersMax   = 100
	SQLVariablesMax = 100
)

// SQLTiles is the use cases of raw SQL tiles: it checks their templates and
// runs them. Only teams that the operator allows have them. Connections,
// Sources, Engine, Allowed and Now are required.
type SQLTiles struct {
	Sources     SourceStore
	Connections ConnectionStore
	Engine      StatementEngine
	Allowed     func(teamID string) bool
	Now         func() time.Time
}

// ConnectionStore keeps the connections of teams. One that does not exist, or
// belongs to another team, is NotFound.
type ConnectionStore interface {
	ConnectionByID(ctx context.Context, teamID, id string) (stack.Connection, error)
}

// SQLQuery asks for the rows of a raw SQL tile.
type SQLQuery struct {
	ConnectionID string
	SourceID     string // what $__sourceTable means; may be empty
	Template     string
	Range        query.TimeRange
	Granularity  query.Granularity // empty: auto
	Filters      []string          // SQL conditions that $__filters stands for
	Variables    []SQLVariable
	Exact        bool // as of StatementScan
}

// SQLVariable is what is chosen for a variable of the template.
type SQLVariable struct {
	Name       string
	Values     []string // none: nothing is chosen
	Expression string   // what $__filter($name) compares; may be empty
}

// SQLAnswer is the answer to a SQLQuery.
type SQLAnswer struct {
	StatementResult
	Step time.Duration // what $__interval_s stood for
}

// Query returns the rows of a tile of the caller's team.
func (s *SQLTiles) Query(ctx context.Context, q SQLQuery) (SQLAnswer, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return SQLAnswer{}, err
	}
	return s.Run(ctx, teamID, q)
}

// Run returns the rows of a tile of a team.
func (s *SQLTiles) Run(ctx context.Context, teamID string, q SQLQuery) (SQLAnswer, error) {
	scan, step, err := s.scan(ctx, teamID, "sqlTemplate", q)
	if err != nil {
		return SQLAnswer{}, err
	}
	result, err := s.Engine.Statement(ctx, scan)
	return SQLAnswer{StatementResult: result, Step: step}, err
}

// Text returns the statement of a query of the caller's team with what its
// macros and variables stand for written out. It does not run it.
func (s *SQLTiles) Text(ctx context.Context, q SQLQuery) ([]string, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	scan, _, err := s.scan(ctx, teamID, "sqlTemplate", q)
	if err != nil {
		return nil, err
	}
	return []string{scan.Statement.String()}, nil
}

// CheckSQLTile returns an Invalid fault unless the template is a SELECT over
// what the team may read.
func (s *SQLTiles) CheckSQLTile(ctx context.Context, teamID string, tile stack.SQLQuery) error {
	now := s.Now()
	scan, _, err := s.scan(ctx, teamID, "", SQLQuery{
		ConnectionID: tile.ConnectionID, SourceID: tile.SourceID, Template: tile.SQLTemplate,
		Range: query.TimeRange{From: now.Add(-time.Hour), To: now},
	})
	if err != nil {
		return err
	}
	return s.Engine.CheckStatement(ctx, scan)
}

// scan reads the template of a query.
func (s *SQLTiles) scan(ctx context.Context, teamID, path string, q SQLQuery) (StatementScan, time.Duration, error) {
	if !s.Allowed(teamID) {
		return StatementScan{}, 0, fault.New(fault.Invalid, "raw SQL tiles are not allowed for this team; the operator of the installation has to allow them")
	}
	if err := q.check(); err != nil {
		return StatementScan{}, 0, err
	}
	if err := s.checkConnection(ctx, teamID, q.ConnectionID); err != nil {
		return StatementScan{}, 0, err
	}
	template, err := s.template(ctx, teamID, q)
	if err != nil {
		return StatementScan{}, 0, err
	}
	template.Path = path
	statement, err := ql.ParseStatement(q.Template, template)
	return StatementScan{
		TeamID: teamID, Statement: statement, Path: path, RowsMax: SQLRowsMax, BytesMax: SQLBytesMax, Exact: q.Exact,
	}, template.Step, err
}

func (q SQLQuery) check() error {
	var rules fault.Rules
	rules.Check(q.Granularity == "" || q.Granularity.Known(), "granularity", "enum", "must be one of %s", query.Words(query.TileGranularities()))
	rules.Check(len(q.Filters) <= SQLFiltersMax, "filters", "max_items", "must have at most %d items", SQLFiltersMax)
	rules.Check(len(q.Variables) <= SQLVariablesMax, "variables", "max_items", "must have at most %d items", SQLVariablesMax)
	for _, v := range q.Variables {
		rules.Check(len(v.Values) <= ql.VariableValuesMax, "variables", "max_items", "must have at most %d values each", ql.VariableValuesMax)
		for _, value := range v.Values {
			rules.Check(len(value) <= ql.StringBytesMax, "variables", "max_length", "values must be at most %d bytes", ql.StringBytesMax)
		}
	}
	if err := rules.Err(); err != nil {
		return err
	}
	return q.Range.Check("startTime", "endTime")
}

// checkConnection returns an Invalid fault unless the connection is that to
// the team's own tables.
func (s *SQLTiles) checkConnection(ctx context.Context, teamID, id string) error {
	if err := stack.CheckID("connectionId", id); err != nil {
		return err
	}
	connection, err := s.Connections.ConnectionByID(ctx, teamID, id)
	if err != nil {
		return err
	}
	if !connection.Own {
		return fault.New(fault.Invalid, "raw SQL runs over the team's own tables only: take the connection that is its own")
	}
	return nil
}

// template returns what the macros and variables of the query stand for.
func (s *SQLTiles) template(ctx context.Context, teamID string, q SQLQuery) (ql.Template, error) {
	t := ql.Template{From: q.Range.From, To: q.Range.To, Step: max(q.Granularity.Step(q.Range), time.Second)}
	var err error
	if t.Table, err = s.sourceTables(ctx, teamID, q.SourceID); err != nil {
		return t, err
	}
	if t.Filters, err = q.filters(); err != nil {
		return t, err
	}
	t.Variables, err = q.variables()
	return t, err
}

// sourceTables returns the tables of a source by the type of metric, which is
// empty for logs and traces.
func (s *SQLTiles) sourceTables(ctx context.Context, teamID, id string) (func(string) string, error) {
	if id == "" {
		return nil, nil
	}
	if err := stack.CheckID("sourceId", id); err != nil {
		return nil, err
	}
	source, err := s.Sources.SourceByID(ctx, teamID, id)
	if err != nil {
		return nil, err
	}
	if err := checkOwn(source); err != nil {
		return nil, err
	}
	return func(metricType string) string {
		if metricType == "" {
			return source.From.TableName
		}
		return metricTable(source.MetricTables, query.MetricType(metricType))
	}, nil
}

// filters returns what holds when all filters do; nil where there are none.
func (q SQLQuery) filters() (ql.Node, error) {
	var items []ql.Node
	for i, text := range q.Filters {
		node, err := ql.ParseExpression(text, ql.ParseOptions{Path: fmt.Sprintf("filters.%d", i)})
		if err != nil {
			return nil, err
		}
		items = append(items, node)
	}
	switch len(items) {
	case 0:
		return nil, nil
	case 1:
		return items[0], nil
	}
	return &ql.And{Items: items}, nil
}

func (q SQLQuery) variables() ([]ql.Variable, error) {
	var list []ql.Variable
	for _, v := range q.Variables {
		expr, err := expression("variables", v.Expression, false)
		if err != nil {
			return nil, err
		}
		list = append(list, ql.Variable{Name: v.Name, Values: v.Values, Expression: expr.Node})
	}
	return list, nil
}
