package ql

import (
	"math"
	"strconv"
	"strings"
)

// last returns the token before, and whether it ends right here.
func (l *lexer) last() (token, bool) {
	if len(l.tokens) == 0 {
		return token{}, false
	}
	t := l.tokens[len(l.tokens)-1]
	return t, t.end == l.off
}

// afterMember says that a dot right before makes the digits ahead the
// position of a tuple's element.
func (l *lexer) afterMember() bool {
	t, adjacent := l.last()
	return adjacent && t.isSign(".")
}

// memberAhead says that the dot ahead belongs to the operand before it.
func (l *lexer) memberAhead() bool {
	t, adjacent := l.last()
	if !adjacent {
		return false
	}
	switch t.kind {
	case nameToken, quotedToken:
		return true
	case signToken:
		return t.text == ")" || t.text == "]"
	case integerToken:
		before := len(l.tokens) - 2
		return before >= 0 && l.tokens[before].isSign(".")
	case endToken, stringToken, floatToken, macroToken, variableToken:
	}
	return false
}

// memberPosition reads digits only: in t.1.2 no point belongs to a number.
func (l *lexer) memberPosition() (token, error) {
	at, from := l.col, l.off
	l.digits()
	return token{kind: integerToken, text: l.text[from:l.off], col: at}, l.numberEnd()
}

func (l *lexer) digits() {
	for isDigit(l.byteAt(0)) {
		l.skip(1)
	}
}

// number reads a decimal or hexadecimal number.
func (l *lexer) number() (token, error) {
	at, from := l.col, l.off
	if l.has("0x") || l.has("0X") {
		return l.hexadecimal()
	}
	l.digits()
	if l.byteAt(0) == '.' {
		l.skip(1)
		l.digits()
	}
	l.exponent()
	t, ok := numberToken(l.text[from:l.off])
	if !ok {
		return t, expected(at, "a number within the range of Float64")
	}
	t.col = at
	return t, l.numberEnd()
}

func (l *lexer) exponent() {
	if l.byteAt(0) != 'e' && l.byteAt(0) != 'E' {
		return
	}
	sign := 0
	if l.byteAt(1) == '+' || l.byteAt(1) == '-' {
		sign = 1
	}
	if isDigit(l.byteAt(1 + sign)) {
		l.skip(1 + sign)
		l.digits()
	}
}

func (l *lexer) hexadecimal() (token, error) {
	at, from := l.col, l.off+len("0x")
	l.skip(len("0x"))
	for isNameByte(l.byteAt(0)) {
		l.skip(1)
	}
	number, err := strconv.ParseUint(l.text[from:l.off], 16, 64)
	if err != nil {
		return token{}, expected(at, "1 to 16 hexadecimal digits after 0x")
	}
	return token{kind: integerToken, text: strconv.FormatUint(number, 10), col: at}, nil
}

func (l *lexer) numberEnd() error {
	if isNameByte(l.byteAt(0)) {
		return expected(l.col, "a space or an operator after the number")
	}
	return nil
}

// numberToken returns the canonical form of an unsigned decimal number. An
// integer beyond UInt64 is a float, as it is for the engine.
func numberToken(text string) (token, bool) {
	if integer, err := strconv.ParseUint(text, 10, 64); err == nil {
		return token{kind: integerToken, text: strconv.FormatUint(integer, 10)}, true
	}
	float, err := strconv.ParseFloat(text, 64)
	return token{kind: floatToken, text: floatText(float)}, err == nil && !math.IsInf(float, 0)
}

func floatText(float float64) string {
	text := strconv.FormatFloat(float, 'g', -1, 64)
	if strings.ContainsAny(text, ".e") {
		return text
	}
	return text + ".0"
}

// negated returns a literal number that is not negative with its sign changed.
func negated(n *Literal) (*Literal, bool) {
	number := n.Kind == Integer || n.Kind == Float
	if !number || strings.HasPrefix(n.Text, "-") {
		return nil, false
	}
	if n.Text == "0" {
		return &Literal{Kind: Integer, Text: "0"}, true
	}
	text := "-" + n.Text
	if n.Kind == Float {
		return &Literal{Kind: Float, Text: text}, true
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return &Literal{Kind: Integer, Text: text}, true
	}
	float, err := strconv.ParseFloat(text, 64)
	return &Literal{Kind: Float, Text: floatText(float)}, err == nil
}
