package ql

import (
	"slices"
	"strconv"
	"strings"
)

// call reads a call of a function of the table.
func (p *expressionParser) call() (Node, error) {
	name := p.take()
	f, err := p.function(name)
	if err != nil {
		return nil, err
	}
	p.take()
	if f.Name == "count" && p.acceptWord("distinct") {
		f, _ = Lookup("uniqExact")
	}
	node := &Call{Pos: Pos(name.col), Name: f.Name}
	outer := p.inAggregate
	p.inAggregate = outer || f.Class == Aggregate
	node.Args, err = p.arguments(f)
	if err == nil && p.at("(") {
		node.Params = node.Args
		node.Args, err = p.parametric(f, node.Params)
	}
	p.inAggregate = outer
	if err != nil {
		return nil, err
	}
	return node, checkArity(f, node)
}

// function returns the function of that name if it may be called here.
func (p *expressionParser) function(name token) (Function, error) {
	f, found := Lookup(name.text)
	if !found {
		return f, unknownFunction(name)
	}
	if f.Class == Aggregate {
		if err := p.checkAggregate(name.col); err != nil {
			return f, err
		}
	}
	if f.Grows {
		p.growth++
	}
	if p.growth > GrowthMax {
		return f, overLimit(name.col, GrowthMax, "calls of functions that multiply their input")
	}
	return f, nil
}

// unknownFunction tells a wrong letter case from a function that is not there.
func unknownFunction(name token) error {
	if f, found := lookupFold(name.text); found {
		return expected(name.col, "the function name in its own letter case, %s", f.Name)
	}
	return refused(name.col, "this function is not one of the allowed functions")
}

func (p *expressionParser) checkAggregate(col int) error {
	switch {
	case !p.options.Aggregates:
		return refused(col, "an aggregate function is not allowed here")
	case p.inAggregate:
		return refused(col, "an aggregate function is not allowed within another")
	case len(p.scope) > 0:
		return refused(col, "an aggregate function is not allowed within a lambda")
	}
	return nil
}

// arguments reads the arguments behind the opening bracket.
func (p *expressionParser) arguments(f Function) ([]Node, error) {
	if f.Name == "count" && p.at("*") && p.second().isSign(")") {
		p.take()
		p.take()
		return nil, nil
	}
	if f.Class != LambdaTaking {
		return p.items(")", p.expression)
	}
	first := true
	return p.items(")", func() (Node, error) {
		if !first {
			return p.expression()
		}
		first = false
		return p.lambda()
	})
}

// parametric checks the parameters and reads the arguments after them.
func (p *expressionParser) parametric(f Function, params []Node) ([]Node, error) {
	at := p.take().col
	if f.Params == ParamsNone {
		return nil, refused(at, "%s takes no parameters before its arguments", f.Name)
	}
	for _, param := range params {
		if err := checkParam(f, param); err != nil {
			return nil, err
		}
	}
	return p.items(")", p.expression)
}

func checkParam(f Function, param Node) error {
	literal, _ := param.(*Literal)
	switch {
	case f.Params == ParamsSize && !isSize(literal):
		return expected(param.At(), "an integer from 1 to %d", ParamSizeMax)
	case f.Params != ParamsSize && !isQuantileLevel(literal):
		return expected(param.At(), "a number from 0 to 1")
	}
	return nil
}

func isSize(n *Literal) bool {
	if n == nil || n.Kind != Integer {
		return false
	}
	size, err := strconv.Atoi(n.Text)
	return err == nil && size >= 1 && size <= ParamSizeMax
}

func isQuantileLevel(n *Literal) bool {
	if n == nil || n.Kind != Integer && n.Kind != Float {
		return false
	}
	number, err := strconv.ParseFloat(n.Text, 64)
	return err == nil && number >= 0 && number <= 1
}

func checkArity(f Function, n *Call) error {
	least, most := paramCount(f.Params)
	if len(n.Params) < least || len(n.Params) > most {
		return expected(n.At(), "%s for %s before its arguments", counted(least, most, "parameter"), f.Name)
	}
	if len(n.Args) < f.ArgsMin || len(n.Args) > f.ArgsMax {
		return expected(n.At(), "%s for %s", counted(f.ArgsMin, f.ArgsMax, "argument"), f.Name)
	}
	return checkSearchTexts(f, n)
}

// checkSearchTexts refuses a list of texts that is too long to search for at
// once.
func checkSearchTexts(f Function, n *Call) error {
	if !strings.HasPrefix(f.Name, "multiSearchAny") {
		return nil
	}
	list, isList := n.Args[1].(*Array)
	if isList && len(list.Items) > SearchTextsMax {
		return overLimit(list.At(), SearchTextsMax, "texts in the list of "+f.Name)
	}
	return nil
}

func paramCount(params Params) (least, most int) {
	switch params {
	case ParamsLevel:
		return 0, 1
	case ParamsLevels:
		return 1, LevelsMax
	case ParamsSize:
		return 1, 1
	case ParamsNone:
	}
	return 0, 0
}

// counted writes a number of things, such as "1 to 2 arguments".
func counted(least, most int, thing string) string {
	text := strconv.Itoa(least)
	if most >= ListItemsMax {
		text = "at least " + text
	} else if most > least {
		text += " to " + strconv.Itoa(most)
	}
	if text == "1" || text == "at least 1" {
		return text + " " + thing
	}
	return text + " " + thing + "s"
}

// lambda reads x -> body or (x, y) -> body.
func (p *expressionParser) lambda() (Node, error) {
	at := p.peek().col
	params, err := p.lambdaParams()
	if err != nil {
		return nil, err
	}
	outer := len(p.scope)
	p.scope = append(p.scope, params...)
	body, err := p.expression()
	p.scope = p.scope[:outer]
	if err != nil {
		return nil, err
	}
	return &Lambda{Pos: Pos(at), Params: params, Body: body}, nil
}

func (p *expressionParser) lambdaParams() ([]string, error) {
	var params []string
	bracketed := p.accept("(")
	for len(params) == 0 || bracketed && p.accept(",") {
		name := p.take()
		if name.kind != nameToken || name.keyword != "" || slices.Contains(params, name.text) {
			return nil, expected(name.col, "a lambda such as x -> x > 1")
		}
		if err := checkName(name); err != nil {
			return nil, err
		}
		params = append(params, name.text)
	}
	if bracketed && !p.accept(")") || !p.accept("->") {
		return nil, expected(p.peek().col, "a lambda such as x -> x > 1")
	}
	return params, nil
}
