package httpx

import (
	"bytes"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// zipper lends compressors, whose tables are too large to make anew each time.
type zipper struct{ pool sync.Pool }

func newZipper() *zipper {
	return &zipper{sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}}
}

func (z *zipper) lend(w io.Writer) *gzip.Writer {
	gz := z.pool.Get().(*gzip.Writer)
	gz.Reset(w)
	return gz
}

func (z *zipper) takeBack(gz *gzip.Writer) { z.pool.Put(gz) }

func (z *zipper) compress(p []byte) []byte {
	var buf bytes.Buffer
	gz := z.lend(&buf)
	defer z.takeBack(gz)
	// A bytes.Buffer takes everything.
	_, _ = gz.Write(p)
	_ = gz.Close()
	return buf.Bytes()
}
