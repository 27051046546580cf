package ql

import (
	"errors"
	"fmt"

	"github.com/cairnstack/cairn/internal/fault"
)

// The codes of the details of a refusal.
const (
	CodeSyntax = "syntax" // the text is not of the language
	CodeLimit  = "limit"  // the text is over a limit
)

// SyntaxError says where a text leaves its language. It is the cause of every
// fault of this package, so that a caller can mark the place.
type SyntaxError struct {
	Column      int    // the character at fault, counted from 1
	Code        string // CodeSyntax or CodeLimit
	Expectation string // what would be right there; never repeats the text
}

// Error returns the place for logs; the fault around it holds the message.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s error at column %d", e.Code, e.Column)
}

func expected(col int, format string, args ...any) error {
	return refused(col, "expected "+format, args...)
}

func refused(col int, format string, args ...any) error {
	return &SyntaxError{Column: col, Code: CodeSyntax, Expectation: fmt.Sprintf(format, args...)}
}

func overLimit(col, limit int, what string) error {
	text := fmt.Sprintf("over the limit of %d %s", limit, what)
	return &SyntaxError{Column: col, Code: CodeLimit, Expectation: text}
}

// refusal makes the Invalid fault of err with path as the place of the text
// in the request. Every error of the parsers is a SyntaxError.
func refusal(path string, err error) error {
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		return fault.Wrap(fault.Internal, err, "internal error")
	}
	message := fmt.Sprintf("col %d: %s", syntax.Column, syntax.Expectation)
	detail := fault.Detail{Path: path, Code: syntax.Code, Message: message}
	refusal := fault.InvalidDetails([]fault.Detail{detail})
	refusal.Cause = syntax
	return refusal
}
