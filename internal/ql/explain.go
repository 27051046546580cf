package ql

import "strings"

// Explain returns what a condition of either language matches, in English
// words. Terms without a field are said to be of implicit. What has no words
// is given as its canonical text.
func Explain(n Node, implicit string) string {
	return explainer{implicit}.node(n, false)
}

type explainer struct{ implicit string }

// node returns the words for n, or for its negation.
func (e explainer) node(n Node, negated bool) string {
	switch n := n.(type) {
	case *All:
		return choose(negated, "no rows", "all rows")
	case *Not:
		return e.node(n.X, !negated)
	case *And:
		return e.group(n.Items, " and ", negated)
	case *Or:
		return e.group(n.Items, " or ", negated)
	case *Term:
		return e.name(n.Field) + " " + matchWords(n, negated)
	case *Compare:
		return e.name(n.Field) + " " + orderWords(n.Op, valueWords(n.Value), negated)
	case *Range:
		return e.name(n.Field) + " " + rangeWords(n, negated)
	case *Exists:
		return e.name(n.Field) + choose(negated, " is missing", " is present")
	}
	return explainExpression(n, negated)
}

// group joins items; groups inside of a group stand in parentheses, as no
// reader knows what binds first.
func (e explainer) group(items []Node, join string, negated bool) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = e.node(item, false)
		if isGroup(item) {
			words[i] = "(" + words[i] + ")"
		}
	}
	text := strings.Join(words, join)
	if negated {
		return "not (" + text + ")"
	}
	return text
}

func isGroup(n Node) bool {
	switch n := n.(type) {
	case *And, *Or:
		return true
	case *Not:
		not, ok := n.X.(*Not)
		return ok && isGroup(not.X)
	}
	return false
}

func (e explainer) name(field string) string {
	if field == "" {
		return e.implicit
	}
	return field
}

func matchWords(n *Term, negated bool) string {
	text := quotedWords(n.Text)
	switch n.Match {
	case Token:
		return choose(negated, "does not have", "has") + " the word " + text
	case Prefix:
		return choose(negated, "does not start", "starts") + " with " + text
	case Suffix:
		return choose(negated, "does not end", "ends") + " with " + text
	case Exact:
		return isWords(negated) + " " + text
	case Substring:
		if _, isNumber := Number(n.Text); isNumber {
			// Which of the two depends on the type of the field.
			return choose(negated, "is not and does not contain ", "is or contains ") + n.Text
		}
	case Phrase, Contains:
	}
	return containWords(negated) + " " + text
}

func rangeWords(n *Range, negated bool) string {
	lo, hi := valueWords(n.Lo.Value), valueWords(n.Hi.Value)
	switch {
	case n.Lo.Open:
		return orderWords(boundOp(n.Hi, OpLess), hi, negated)
	case n.Hi.Open:
		return orderWords(boundOp(n.Lo, OpGreater), lo, negated)
	case !n.Lo.Exclusive && !n.Hi.Exclusive:
		return betweenWords(lo, hi, negated)
	}
	ends := orderName(boundOp(n.Lo, OpGreater)) + " " + lo + " and " + orderName(boundOp(n.Hi, OpLess)) + " " + hi
	return isWords(negated) + " " + ends
}

// boundOp returns the operator of one end of a range.
func boundOp(b Bound, strict Op) Op {
	if b.Exclusive {
		return strict
	}
	return strict + "="
}

func betweenWords(lo, hi string, negated bool) string {
	return isWords(negated) + " between " + lo + " and " + hi
}

func orderWords(op Op, value string, negated bool) string {
	return isWords(negated) + " " + orderName(op) + " " + value
}

func orderName(op Op) string {
	switch op {
	case OpLess:
		return "less than"
	case OpLessEqual:
		return "at most"
	case OpGreater:
		return "more than"
	case OpGreaterEqual:
		return "at least"
	case OpEqual, OpNotEqual, OpLike, OpILike, OpConcat, OpAdd, OpSubtract, OpMultiply, OpDivide, OpModulo:
	}
	return string(op)
}

func valueWords(v Value) string {
	if _, isNumber := v.Number(); isNumber {
		return v.Text
	}
	return quotedWords(v.Text)
}

func quotedWords(text string) string { return `"` + text + `"` }

func isWords(negated bool) string { return choose(negated, "is not", "is") }

func containWords(negated bool) string { return choose(negated, "does not contain", "contains") }

func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
