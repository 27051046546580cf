package ql

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// lexer cuts an SQL expression into tokens.
type lexer struct {
	cursor
	tokens   []token
	template bool // whether macros, variables and placeholders are tokens
}

// lex returns the tokens of text; the last one is the end.
func lex(text string, bytesMax int) ([]token, error) {
	l := lexer{cursor: cursor{text: text, col: 1}}
	return l.all(bytesMax)
}

func (l *lexer) all(bytesMax int) ([]token, error) {
	if err := checkText(l.text, bytesMax); err != nil {
		return nil, err
	}
	l.tokens = make([]token, 0, len(l.text)/4+4)
	for l.space(); !l.done(); l.space() {
		t, err := l.token()
		if err != nil {
			return nil, err
		}
		t.end = l.off
		l.tokens = append(l.tokens, t)
	}
	return append(l.tokens, token{kind: endToken, col: l.col}), nil
}

func (l *lexer) token() (token, error) {
	switch b := l.byteAt(0); {
	case l.template && b == '$':
		return l.substitute()
	case l.template && b == '{':
		return l.placeholder()
	case isLetter(b) || b == '_':
		return l.name(), nil
	case b == '`' || b == '"':
		return l.quotedName()
	case b == '\'':
		text, err := l.quoted("string")
		return token{kind: stringToken, text: text.text, col: text.col}, err
	case isDigit(b) && l.afterMember():
		return l.memberPosition()
	case isDigit(b) || b == '.' && isDigit(l.byteAt(1)) && !l.memberAhead():
		return l.number()
	}
	return l.sign()
}

func (l *lexer) name() token {
	at, from := l.col, l.off
	for isNameByte(l.byteAt(0)) {
		l.skip(1)
	}
	text := l.text[from:l.off]
	return token{kind: nameToken, text: text, keyword: keywordOf(text), col: at}
}

func (l *lexer) quotedName() (token, error) {
	t, err := l.quoted("name")
	if err != nil {
		return t, err
	}
	t.kind = quotedToken
	if t.text == "" || !utf8.ValidString(t.text) || strings.IndexFunc(t.text, isControl) >= 0 {
		return t, expected(t.col, "a name of printable characters")
	}
	return t, nil
}

// quoted reads from an opening quote to its closing one. The quote itself is
// written twice or behind a backslash.
func (l *lexer) quoted(what string) (token, error) {
	at := l.col
	quote := l.next()
	buffer := make([]byte, 0, 32)
	for l.peek() != quote || l.byteAt(1) == byte(quote) {
		if l.done() {
			return token{}, expected(at, "a closing quote for this one")
		}
		if l.peek() == '\\' {
			buffer = l.escaped(buffer)
			continue
		}
		if l.peek() == quote {
			l.next()
		}
		from := l.off
		l.next()
		buffer = append(buffer, l.text[from:l.off]...)
	}
	l.next()
	if len(buffer) > StringBytesMax {
		return token{}, overLimit(at, StringBytesMax, "bytes in a "+what)
	}
	return token{text: string(buffer), col: at}, nil
}

// escaped reads an escape: of a control character, or any other.
func (l *lexer) escaped(buffer []byte) []byte {
	if with, ok := l.appendControl(buffer); ok {
		return with
	}
	return l.escape(buffer)
}

// escape reads a backslash and what it escapes. A backslash before any other
// character stands for itself, so that patterns need no doubling.
func (l *lexer) escape(buffer []byte) []byte {
	l.next()
	b := l.byteAt(0)
	if at := strings.IndexByte("0abfnrtv", b); b != 0 && at >= 0 {
		l.next()
		return append(buffer, "\x00\a\b\f\n\r\t\v"[at])
	}
	if strings.IndexByte("\\'\"`", b) >= 0 {
		l.next()
		return append(buffer, b)
	}
	if code, err := strconv.ParseUint(l.hexDigits(), 16, 8); err == nil {
		l.skip(len("xHH"))
		return append(buffer, byte(code))
	}
	return append(buffer, '\\')
}

// hexDigits returns the HH of xHH ahead, "" if something else is there.
func (l *lexer) hexDigits() string {
	if l.byteAt(0) != 'x' || !isNameByte(l.byteAt(1)) || !isNameByte(l.byteAt(2)) {
		return ""
	}
	return l.text[l.off+1 : l.off+3]
}

// sign reads an operator or bracket and refuses all other characters.
func (l *lexer) sign() (token, error) {
	for _, refusal := range [...]struct{ sign, message string }{
		{"--", "comments are not allowed"},
		{"/*", "comments are not allowed"},
		{"#", "comments are not allowed"},
		{";", "a semicolon is not allowed"},
		{"{", "placeholders are not allowed"},
		{"$", "placeholders are not allowed"},
		{"@", "variables are not allowed"},
	} {
		if l.has(refusal.sign) {
			return token{}, refused(l.col, "%s", refusal.message)
		}
	}
	at := l.col
	for _, pair := range [...]string{"::", "->", "||", "<=", ">=", "!=", "<>", "=="} {
		if l.has(pair) {
			l.skip(len(pair))
			return token{kind: signToken, text: pair, col: at}, nil
		}
	}
	if l.byteAt(0) >= utf8.RuneSelf || strings.IndexByte("()[],.+-*/%<>=?:", l.byteAt(0)) < 0 {
		return token{}, refused(at, "this character is not part of an expression")
	}
	l.skip(1)
	return token{kind: signToken, text: l.text[l.off-1 : l.off], col: at}, nil
}
