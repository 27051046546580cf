package ql

import "strings"

// explainExpression returns the words for a condition of SQL.
func explainExpression(n Node, negated bool) string {
	switch n := n.(type) {
	case *Binary:
		if words, ok := binaryWords(n, negated); ok {
			return words
		}
	case *In:
		return operandWords(n.X) + " " + inWords(n.Items, negated)
	case *Between:
		return operandWords(n.X) + " " + betweenWords(operandWords(n.Lo), operandWords(n.Hi), negated)
	case *IsNull:
		return operandWords(n.X) + " " + isWords(negated) + " null"
	case *Call:
		if words, ok := callWords(n, negated); ok {
			return words
		}
	}
	return choose(negated, "not ", "") + n.String()
}

func binaryWords(n *Binary, negated bool) (string, bool) {
	left, right := operandWords(n.Left), operandWords(n.Right)
	switch n.Op {
	case OpEqual, OpNotEqual:
		negated = negated != (n.Op == OpNotEqual)
		if right == `""` {
			right = "empty"
		}
		return left + " " + isWords(negated) + " " + right, true
	case OpLess, OpLessEqual, OpGreater, OpGreaterEqual:
		return left + " " + orderWords(n.Op, right, negated), true
	case OpLike, OpILike:
		pattern, isText := patternOf(n.Right)
		return left + " " + likeWords(pattern, negated) + choose(n.Op == OpLike, " in this letter case", ""), isText
	case OpConcat, OpAdd, OpSubtract, OpMultiply, OpDivide, OpModulo:
	}
	return "", false
}

// likeWords returns the words for a pattern whose only signs are at its ends.
func likeWords(pattern string, negated bool) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(pattern, "%"), "%")
	plain := strings.NewReplacer(`\%`, "", `\_`, "", `\\`, "").Replace(inner)
	if strings.ContainsAny(plain, `%_\`) || strings.HasSuffix(pattern, `\%`) {
		return choose(negated, "does not match", "matches") + " the pattern " + quotedWords(pattern)
	}
	text := quotedWords(strings.NewReplacer(`\%`, "%", `\_`, "_", `\\`, `\`).Replace(inner))
	begins, ends := !strings.HasPrefix(pattern, "%"), !strings.HasSuffix(pattern, "%")
	switch {
	case begins && ends:
		return isWords(negated) + " " + text
	case begins:
		return choose(negated, "does not start", "starts") + " with " + text
	case ends && len(pattern) > 1:
		return choose(negated, "does not end", "ends") + " with " + text
	}
	return containWords(negated) + " " + text
}

func inWords(items []Node, negated bool) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = operandWords(item)
	}
	if len(words) == 1 {
		return isWords(negated) + " " + words[0]
	}
	return isWords(negated) + " one of " + strings.Join(words, ", ")
}

// callWords returns the words for the functions that conditions are made of.
func callWords(n *Call, negated bool) (string, bool) {
	if len(n.Args) != 2 {
		return "", false
	}
	left, right := operandWords(n.Args[0]), operandWords(n.Args[1])
	switch n.Name {
	case "hasToken", "hasTokenCaseInsensitive":
		return left + choose(negated, " does not have", " has") + " the word " + right, true
	case "match":
		return left + choose(negated, " does not match", " matches") + " the regular expression " + right, true
	case "startsWith":
		return left + choose(negated, " does not start", " starts") + " with " + right, true
	case "endsWith":
		return left + choose(negated, " does not end", " ends") + " with " + right, true
	}
	return "", false
}

// operandWords returns an operand: a field by its name, a text in quotes.
func operandWords(n Node) string {
	switch n := n.(type) {
	case *Literal:
		if n.Kind == StringText {
			return quotedWords(n.Text)
		}
	case *Column:
		return strings.Join(n.Path, ".")
	case *Index:
		if ref, constant := keyedRef(n); constant {
			return ref.Name + "." + ref.Key
		}
	}
	return n.String()
}

func patternOf(n Node) (string, bool) {
	literal, ok := n.(*Literal)
	if !ok || literal.Kind != StringText {
		return "", false
	}
	return literal.Text, true
}
