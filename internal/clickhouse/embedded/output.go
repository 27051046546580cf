package embedded

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded/diskguard"
)

// What of the child's output is kept: longer lines are cut, older ones fall
// out.
const (
	outputLineBytesMax = 4 << 10
	outputLinesMax     = 20
)

// stackFrameMark is in each line of the engine's stack traces, whose frames
// have no names and tell nobody anything.
const stackFrameMark = " @ 0x"

// output takes what the child prints: each line goes to the logger at debug
// level, the last ones are kept to explain an unexpected end.
type output struct {
	logger *slog.Logger

	mu      sync.Mutex
	partial []byte
	lines   []string
	guard   string // the last line of the disk guard
}

// Write takes any piece of text and never fails.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for rest := p; len(rest) > 0; {
		line, after, whole := bytes.Cut(rest, []byte{'\n'})
		o.extend(line)
		if whole {
			o.endLine()
		}
		rest = after
	}
	return len(p), nil
}

func (o *output) extend(text []byte) {
	room := outputLineBytesMax - len(o.partial)
	o.partial = append(o.partial, text[:min(room, len(text))]...)
}

func (o *output) endLine() {
	line := string(bytes.TrimRight(o.partial, "\r"))
	o.partial = o.partial[:0]
	if line == "" || strings.Contains(line, stackFrameMark) {
		return
	}
	level := slog.LevelDebug
	if text, ok := strings.CutPrefix(line, diskguard.Prefix); ok {
		level, o.guard = slog.LevelWarn, text
	}
	o.logger.LogAttrs(context.Background(), level, "engine output", slog.String("line", line))
	o.lines = append(o.lines, line)
	if len(o.lines) > outputLinesMax {
		o.lines = o.lines[1:]
	}
}

// exceptionPrefix begins the line by which the engine says why it gives up.
// The same text within its log has a time before it.
const exceptionPrefix = "Code: "

// exception returns the engine's last word when it gave up, if it did.
func (o *output) exception() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := len(o.lines) - 1; i >= 0; i-- {
		if strings.HasPrefix(o.lines[i], exceptionPrefix) {
			return o.lines[i]
		}
	}
	return ""
}

// guardLine returns the last line of the disk guard, if it said anything.
func (o *output) guardLine() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.guard
}

// lastLine returns the last line of the child, whole or not.
func (o *output) lastLine() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.partial) > 0 {
		return string(o.partial)
	}
	if len(o.lines) == 0 {
		return "it said nothing"
	}
	return o.lines[len(o.lines)-1]
}
