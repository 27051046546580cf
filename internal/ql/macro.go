package ql

import (
	"strconv"
	"time"
)

// macro reads a macro, or a placeholder of the time range, that stands for an
// expression.
func (p *expressionParser) macro() (Node, error) {
	t := p.peek()
	pos := Pos(t.col)
	if node := p.template.constant(pos, t.text); node != nil {
		p.take()
		return node, nil
	}
	switch t.text {
	case "timeFilter", "timeFilter_ms", "dateFilter", "timeInterval", "timeInterval_ms":
		return p.macroOver(1, func(args []Node) Node { return p.template.overTime(pos, t.text, args[0]) })
	case "dateTimeFilter", "dt":
		return p.macroOver(2, func(args []Node) Node {
			date, clock := p.template.overTime(pos, "dateFilter", args[0]), p.template.overTime(pos, "timeFilter", args[1])
			return conjunction([]Node{date, clock})
		})
	case "filter":
		return p.filterMacro()
	case "conditionalAll":
		return p.conditionalMacro()
	}
	return nil, refused(t.col, "this macro is not known here")
}

// constant returns what a macro without arguments stands for; nil for others.
func (t *Template) constant(pos Pos, name string) Node {
	switch name {
	case "fromTime":
		return secondOf(pos, t.From)
	case "toTime":
		return secondOf(pos, roundedUp(t.To, time.Second))
	case "fromTime_ms":
		return millisecondOf(pos, t.From)
	case "toTime_ms":
		return millisecondOf(pos, roundedUp(t.To, time.Millisecond))
	case "interval_s", "{intervalSeconds:Int64}":
		return integer(pos, int64(t.Step/time.Second))
	case "{intervalMilliseconds:Int64}":
		return integer(pos, t.Step.Milliseconds())
	case "{startDateMilliseconds:Int64}":
		return integer(pos, t.From.UnixMilli())
	case "{endDateMilliseconds:Int64}":
		return integer(pos, t.To.UnixMilli())
	case "filters":
		return t.filters(pos)
	}
	return nil
}

func (t *Template) filters(pos Pos) Node {
	if t.Filters == nil {
		return always(pos)
	}
	return t.Filters
}

// overTime returns a macro about a column of times.
func (t *Template) overTime(pos Pos, name string, column Node) Node {
	switch name {
	case "timeFilter", "timeFilter_ms":
		return between(pos, column, instantOf(pos, t.From), instantOf(pos, t.To))
	case "dateFilter":
		return between(pos, column, call(pos, "toDate", secondOf(pos, t.From)), call(pos, "toDate", secondOf(pos, t.To)))
	case "timeInterval":
		step := &Interval{Pos: pos, N: int64(t.Step / time.Second), Unit: "SECOND"}
		return call(pos, "toStartOfInterval", call(pos, "toDateTime", column), step)
	default:
		step := &Interval{Pos: pos, N: t.Step.Milliseconds(), Unit: "MILLISECOND"}
		return call(pos, "toStartOfInterval", call(pos, "toDateTime64", column, integer(pos, 3)), step)
	}
}

// macroOver reads the arguments of a macro in parentheses.
func (p *expressionParser) macroOver(count int, made func([]Node) Node) (Node, error) {
	at := p.take().col
	if err := p.expect("("); err != nil {
		return nil, err
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	args, err := p.items(")", p.expression)
	if err != nil {
		return nil, err
	}
	if len(args) != count {
		return nil, expected(at, "%s for this macro", counted(count, count, "argument"))
	}
	return made(args), nil
}

// filterMacro reads $__filter($variable) and $__filter(expression, $variable):
// the expression is one of the chosen values, or nothing is chosen.
func (p *expressionParser) filterMacro() (Node, error) {
	pos := Pos(p.take().col)
	compared, v, err := p.aboutVariable()
	switch {
	case err != nil:
		return nil, err
	case len(v.Values) == 0:
		return always(pos), nil
	case compared == nil:
		compared = v.Expression
	}
	if compared == nil {
		return nil, expected(pos.At(), "an expression before the variable")
	}
	return &In{Pos: pos, X: compared, Items: texts(pos, v.Values)}, nil
}

// conditionalMacro reads $__conditionalAll(condition, $variable): the
// condition holds, or nothing is chosen.
func (p *expressionParser) conditionalMacro() (Node, error) {
	pos := Pos(p.take().col)
	condition, v, err := p.aboutVariable()
	if err != nil {
		return nil, err
	}
	if condition == nil {
		return nil, expected(pos.At(), "a condition before the variable")
	}
	if len(v.Values) == 0 {
		return always(pos), nil
	}
	return condition, nil
}

// aboutVariable reads an optional expression and a variable in parentheses.
func (p *expressionParser) aboutVariable() (Node, Variable, error) {
	if err := p.expect("("); err != nil {
		return nil, Variable{}, err
	}
	if err := p.enter(); err != nil {
		return nil, Variable{}, err
	}
	defer p.leave()
	var compared Node
	if p.peek().kind != variableToken || !p.second().isSign(")") {
		var err error
		if compared, err = p.expression(); err != nil {
			return nil, Variable{}, err
		}
		if err := p.expect(","); err != nil {
			return nil, Variable{}, err
		}
	}
	t := p.take()
	if t.kind != variableToken || t.keyword != "" {
		return nil, Variable{}, expected(t.col, "a variable such as $name")
	}
	return compared, p.template.variable(t.text), p.expect(")")
}

// sourceTable reads $__sourceTable and $__sourceTable(metricType).
func (p *expressionParser) sourceTable() ([]string, error) {
	t := p.take()
	if t.text != "sourceTable" {
		return nil, expected(t.col, "a table or a SELECT in parentheses")
	}
	metricType := ""
	if p.accept("(") {
		kind := p.take()
		if kind.kind != nameToken && kind.kind != stringToken && kind.kind != quotedToken {
			return nil, expected(kind.col, "a type of metric")
		}
		metricType = kind.text
		if err := p.expect(")"); err != nil {
			return nil, err
		}
	}
	table := ""
	if p.template.Table != nil {
		table = p.template.Table(metricType)
	}
	if table == "" {
		return nil, refused(t.col, "the tile's source has no such table")
	}
	return []string{table}, nil
}

func between(pos Pos, x, low, high Node) Node {
	return &And{Pos: pos, Items: []Node{
		&Binary{Pos: pos, Op: OpGreaterEqual, Left: x, Right: low},
		&Binary{Pos: pos, Op: OpLessEqual, Left: x, Right: high},
	}}
}

// roundedUp returns the first whole unit that is not before the time: comparisons
// with the end of a range leave it out more often than not.
func roundedUp(t time.Time, unit time.Duration) time.Time {
	return t.Add(unit - time.Nanosecond).Truncate(unit)
}

// instantOf returns a time as it is: a filter of raw SQL lets in what the same
// range has in other tiles.
func instantOf(pos Pos, t time.Time) Node {
	return call(pos, "fromUnixTimestamp64Nano", integer(pos, t.UnixNano()))
}

func secondOf(pos Pos, t time.Time) Node { return call(pos, "toDateTime", integer(pos, t.Unix())) }

func millisecondOf(pos Pos, t time.Time) Node {
	return call(pos, "fromUnixTimestamp64Milli", integer(pos, t.UnixMilli()))
}

func call(pos Pos, name string, args ...Node) Node { return &Call{Pos: pos, Name: name, Args: args} }

func integer(pos Pos, n int64) Node {
	return &Literal{Pos: pos, Kind: Integer, Text: strconv.FormatInt(n, 10)}
}

func always(pos Pos) Node { return &Literal{Pos: pos, Kind: Bool, Text: "true"} }
