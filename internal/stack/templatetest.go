package stack

import (
	"regexp"
	"strings"
)

// A path is names with dots between them; a name in brackets may hold any
// character but a bracket.
var (
	templatePathForm = regexp.MustCompile(`^[A-Za-z_][\w/:@-]*(\.([\w/:@-]+|\[[^\[\]]+\]))*$`)
	templateWordForm = regexp.MustCompile(`^\s*("[^"]*"|'[^']*'|[^\s"'()]+)`)
)

// templatePath returns the path with its brackets taken off.
func templatePath(text string) (string, bool) {
	if text == "else" || !templatePathForm.MatchString(text) {
		return "", false
	}
	return strings.NewReplacer("[", "", "]", "").Replace(text), true
}

// test reads the head of a block: if, unless or is_match.
func (p *templateParser) test(name, args string) (*templateTest, error) {
	switch name {
	case "if", "unless":
		return p.condition(args, name == "unless")
	case "is_match":
		return p.match(args)
	}
	return nil, p.wrong("a block begins with #if, #unless or #is_match")
}

// condition reads a variable or (eq a b).
func (p *templateParser) condition(args string, negated bool) (*templateTest, error) {
	inner, isCall := strings.CutPrefix(args, "(eq ")
	inner, isClosed := strings.CutSuffix(inner, ")")
	want := 1
	if isCall && isClosed {
		args, want = inner, 2
	}
	operands, ok := templateOperands(args)
	if !ok || len(operands) != want {
		return nil, p.wrong("a condition is the name of a variable, or (eq a b)")
	}
	test := &templateTest{left: operands[0], negated: negated}
	if want == 2 {
		test.right, test.equals = operands[1], true
	}
	return test, nil
}

// match reads the name of a variable and what it has to be, both as texts.
func (p *templateParser) match(args string) (*templateTest, error) {
	operands, ok := templateOperands(args)
	if !ok || len(operands) != 2 {
		return nil, p.wrong("is_match takes the name of a variable and a text")
	}
	path, ok := templatePath(operands[0].path + operands[0].text)
	if !ok {
		return nil, p.wrong("is_match takes the name of a variable and a text")
	}
	return &templateTest{left: templateOperand{path: path}, right: operands[1], equals: true}, nil
}

// templateOperands reads variables, quoted texts and numbers.
func templateOperands(args string) ([]templateOperand, bool) {
	var list []templateOperand
	for args = strings.TrimSpace(args); args != ""; args = strings.TrimSpace(args) {
		word := templateWordForm.FindString(args)
		operand, ok := readOperand(strings.TrimSpace(word))
		if word == "" || !ok {
			return nil, false
		}
		list, args = append(list, operand), args[len(word):]
	}
	return list, true
}

func readOperand(word string) (templateOperand, bool) {
	if word == "" {
		return templateOperand{}, false
	}
	switch first := word[0]; {
	case first == '"' || first == '\'':
		return templateOperand{text: word[1 : len(word)-1]}, true
	case first == '-' || first >= '0' && first <= '9':
		return templateOperand{text: word}, true
	}
	path, ok := templatePath(word)
	return templateOperand{path: path}, ok
}
