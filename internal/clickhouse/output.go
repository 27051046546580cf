package clickhouse

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
)

// What of the child's output is kept: longer lines are cut, older ones fall
// out.
const (
	outputLineBytesMax = 4 << 10
	outputLinesMax     = 20
)

// output takes what the child prints: each line goes to the logger at debug
// level, the last ones are kept to explain an unexpected end.
type output struct {
	logger *slog.Logger

	mu      sync.Mutex
	partial []byte
	lines   []string
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
	if line == "" {
		return
	}
	o.logger.LogAttrs(context.Background(), slog.LevelDebug, "engine output", slog.String("line", line))
	o.lines = append(o.lines, line)
	if len(o.lines) > outputLinesMax {
		o.lines = o.lines[1:]
	}
}

// last answers the kept lines as one text.
func (o *output) last() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var text bytes.Buffer
	for _, line := range o.lines {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	text.Write(o.partial)
	return string(bytes.TrimSpace(text.Bytes()))
}
