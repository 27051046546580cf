package stack

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ParseTemplate reads a template. Its error says what is wrong and at which
// character, and never repeats the text.
func ParseTemplate(text string) (Template, error) {
	p := templateParser{text: text}
	nodes, err := p.nodes(0)
	if err == nil && p.closing != "" {
		err = p.wrong("this block was not opened")
	}
	return Template{nodes}, err
}

type templateParser struct {
	text    string
	pos     int
	tagAt   int
	count   int
	closing string // the tag that ended the last list of nodes: else, /if, …
}

func (p *templateParser) wrong(format string, args ...any) error {
	at := utf8.RuneCountInString(p.text[:p.tagAt]) + 1
	return fmt.Errorf("character %d: %s", at, fmt.Sprintf(format, args...))
}

// nodes reads up to the end of the text or a tag that ends a block, which it
// leaves in p.closing.
func (p *templateParser) nodes(depth int) ([]templateNode, error) {
	var list []templateNode
	p.closing = ""
	for p.pos < len(p.text) && p.closing == "" {
		node, err := p.node(depth)
		if err != nil {
			return nil, err
		}
		if p.count++; p.count > TemplateNodesMax {
			return nil, p.wrong("a template has at most %d parts", TemplateNodesMax)
		}
		if node != nil {
			list = append(list, *node)
		}
	}
	return list, nil
}

// node returns nil for a comment and for the end of a block.
func (p *templateParser) node(depth int) (*templateNode, error) {
	if text := p.literal(); text != "" {
		return &templateNode{text: text}, nil
	}
	tag, err := p.tag()
	switch {
	case err != nil || strings.HasPrefix(tag, "!"):
		return nil, err
	case tag == "else" || strings.HasPrefix(tag, "/"):
		p.closing = tag
		return nil, nil
	case strings.HasPrefix(tag, "#"):
		return p.block(tag[1:], depth+1)
	}
	return p.variable(tag)
}

// literal reads the text up to the next tag. A backslash before a tag makes
// it text.
func (p *templateParser) literal() string {
	var text strings.Builder
	for {
		rest := p.text[p.pos:]
		open := strings.Index(rest, "{{")
		switch {
		case open < 0:
			p.pos = len(p.text)
			return text.String() + rest
		case open == 0 || rest[open-1] != '\\':
			p.pos += open
			return text.String() + rest[:open]
		}
		text.WriteString(rest[:open-1] + "{{")
		p.pos += open + len("{{")
	}
}

// tag reads what stands between the braces, two or three.
func (p *templateParser) tag() (string, error) {
	p.tagAt = p.pos
	rest := p.text[p.pos:]
	opening, closing := "{{", "}}"
	switch {
	case strings.HasPrefix(rest, "{{{"):
		opening, closing = "{{{", "}}}"
	case strings.HasPrefix(rest, "{{!--"):
		closing = "--}}"
	}
	inside, _, ok := strings.Cut(rest[len(opening):], closing)
	if !ok {
		return "", p.wrong("this tag has no end")
	}
	p.pos += len(opening) + len(inside) + len(closing)
	return strings.TrimSpace(inside), nil
}

func (p *templateParser) variable(tag string) (*templateNode, error) {
	path, ok := templatePath(tag)
	if !ok {
		return nil, p.wrong("a tag holds the name of a variable")
	}
	return &templateNode{path: path}, nil
}

func (p *templateParser) block(head string, depth int) (*templateNode, error) {
	name, rest, _ := strings.Cut(head, " ")
	test, err := p.test(name, strings.TrimSpace(rest))
	if err != nil {
		return nil, err
	}
	if depth > TemplateDepthMax {
		return nil, p.wrong("blocks stand at most %d deep in each other", TemplateDepthMax)
	}
	node := &templateNode{test: test}
	openedAt := p.tagAt
	if node.then, err = p.nodes(depth); err != nil {
		return nil, err
	}
	if p.closing == "else" {
		if node.or, err = p.nodes(depth); err != nil {
			return nil, err
		}
	}
	if p.closing != "/"+name {
		p.tagAt = openedAt
		return nil, p.wrong("this block is not closed")
	}
	p.closing = ""
	return node, nil
}
