// Package logx makes the program's logger.
package logx

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"golang.org/x/term"
)

// Formats of a log line. FormatAuto is text on a terminal and JSON elsewhere.
const (
	FormatAuto = "auto"
	FormatText = "text"
	FormatJSON = "json"
)

// New makes a logger that writes lines of the level and above to w.
func New(w io.Writer, level, format string) (*slog.Logger, error) {
	var lowest slog.Level
	if err := lowest.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("log level: must be debug, info, warn or error")
	}
	options := &slog.HandlerOptions{Level: lowest}
	logger := slog.New(slog.NewJSONHandler(w, options))
	if format == FormatText || format == FormatAuto && isTerminal(w) {
		logger = slog.New(slog.NewTextHandler(w, options))
	}
	if q, ok := w.(*Queue); ok {
		q.tellTo(logger)
	}
	return logger, nil
}

func isTerminal(w io.Writer) bool {
	if q, ok := w.(*Queue); ok {
		w = q.w
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// OneLine returns the text of joined errors on one line: people grep for them.
func OneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
