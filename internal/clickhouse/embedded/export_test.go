package embedded

import (
	"context"
	"io"
	"log/slog"
)

// Output takes a child's output as the supervisor does.
type Output struct{ output }

// NewOutput returns an empty one.
func NewOutput() *Output {
	return &Output{output{logger: slog.New(slog.DiscardHandler)}}
}

// Kept returns the lines that are kept.
func (o *Output) Kept() []string { return o.lines }

// Exception returns the engine's last word, if there is one.
func (o *Output) Exception() string { return o.exception() }

// LastLine returns the last line, whole or not.
func (o *Output) LastLine() string { return o.lastLine() }

// FreePort returns a free port, the preferred one if it is.
func FreePort(ctx context.Context, random io.Reader, preferred int) (int, error) {
	return freePort(ctx, random, preferred)
}

// CacheBytes returns the size of all caches together.
func (s Sizes) CacheBytes() int64 {
	return s.MarkCacheBytes + s.BlockCacheBytes + indexCaches*s.IndexCacheBytes
}

// VerifyDigest refuses a library that has another digest.
func VerifyDigest(path, want string) error { return verifyDigest(path, want) }
