package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"sync"
	"time"
)

// A sender whose request was kept, and who was not told because the program
// ended or the connection broke, sends it again. Such a request is recognised
// for RetryMemory. Only requests that may be without an answer are remembered:
// a sender of the same twice on purpose gets it stored twice.
const (
	RetryMemory    = 10 * time.Minute
	UnansweredMax  = 1 << 16
	answerTimeMax  = time.Minute // between a request's arrival and its answer
	sweepEvery     = 10 * time.Second
	digestBytes    = 16
	noteEntryBytes = digestBytes + 8
)

// digest stands for a request: team, form and payload.
type digest [digestBytes]byte

func digestOf(h header, payload []byte) digest {
	sum := sha256.New()
	sum.Write([]byte{byte(h.form.Signal), byte(h.form.Encoding), byte(h.form.Compression)})
	sum.Write([]byte(h.team))
	sum.Write(payload)
	return digest(sum.Sum(nil)[:digestBytes])
}

// unanswered remembers requests that were kept and maybe not acknowledged.
type unanswered struct {
	now func() time.Time

	mu      sync.Mutex
	until   map[digest]time.Time
	sweepAt time.Time
}

func (u *unanswered) isEmpty() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.until) == 0
}

func (u *unanswered) add(d digest, until time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.until) < UnansweredMax {
		u.until[d] = until
	}
}

func (u *unanswered) has(d digest) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := u.now()
	if !now.Before(u.sweepAt) {
		maps.DeleteFunc(u.until, func(_ digest, until time.Time) bool { return !now.Before(until) })
		u.sweepAt = now.Add(sweepEvery)
	}
	return now.Before(u.until[d])
}

// Notebook keeps a few bytes across lives of the program.
type Notebook interface {
	// Load returns what was saved last, or nothing.
	Load() ([]byte, error)
	// Save replaces it, whole or not at all.
	Save(b []byte) error
}

// encode returns the position up to which all requests were answered, and the
// requests that were not.
func (u *unanswered) encode(answered Position) []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	b := binary.LittleEndian.AppendUint64(nil, uint64(answered))
	for d, until := range u.until {
		b = append(b, d[:]...)
		b = binary.LittleEndian.AppendUint64(b, uint64(until.UnixMilli())) // the same bits come back
	}
	return b
}

// decode adds what encode wrote, and returns the position. Anything else is
// as good as nothing.
func (u *unanswered) decode(b []byte) (answered Position) {
	if len(b) < 8 || (len(b)-8)%noteEntryBytes != 0 {
		return 0
	}
	answered = Position(binary.LittleEndian.Uint64(b))
	for b = b[8:]; len(b) > 0; b = b[noteEntryBytes:] {
		until := time.UnixMilli(int64(binary.LittleEndian.Uint64(b[digestBytes:]))) // the bits of an int64
		if u.now().Before(until) {
			u.add(digest(b[:digestBytes]), until)
		}
	}
	return answered
}

// recall learns which requests of earlier lives may be without an answer: the
// last ones in the log, no more than can be in progress at a time. Positions of
// lives that ended well are left out. What can't be read is left out too: a
// retry may then be stored twice, which is better than not to start.
func (p *Pipeline) recall(ctx context.Context) error {
	note, err := p.Notebook.Load()
	if err != nil {
		p.Logger.WarnContext(ctx, "can't read which requests are answered", "error", err)
	}
	from := max(p.unanswered.decode(note), 1)
	if most := Position(p.Limits.Requests); p.lives > from+most { // a positive limit
		from = p.lives - most
	}
	if err := p.recallTail(ctx, from); err != nil {
		p.Logger.WarnContext(ctx, "can't read which requests came last", "error", err)
	}
	p.saveNote(0)
	return ctx.Err()
}

// saveNote writes down what is known. Without room on the disk it is not: a
// retry may then be stored twice, which is better than not to start.
func (p *Pipeline) saveNote(answered Position) {
	if err := p.Notebook.Save(p.unanswered.encode(answered)); err != nil {
		p.Logger.Warn("can't write down which requests are answered", "error", err)
	}
}

func (p *Pipeline) recallTail(ctx context.Context, from Position) error {
	reader := p.Log.Reader(from, p.lives)
	defer func() { _ = reader.Close() }()
	arrivals := map[digest]time.Time{}
	latest := time.Time{}
	for {
		record, err := reader.Next(ctx)
		var lost *Lost
		if errors.As(err, &lost) {
			continue // the pipeline comes to it
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if h, err := decodeHeader(record.Meta); err == nil {
			arrivals[digestOf(h, record.Payload)] = h.received
			latest = h.received
		}
	}
	for d, arrived := range arrivals {
		if latest.Sub(arrived) < answerTimeMax {
			p.unanswered.add(d, p.Now().Add(RetryMemory))
		}
	}
	return nil
}

// isRepeated reports whether the request came before and its sender may not
// have been told.
func (p *Pipeline) isRepeated(a arrival) bool {
	known := !p.unanswered.isEmpty() && p.unanswered.has(digestOf(a.header, a.payload))
	if !known && !p.receipts.hasMissed(a.open.key) {
		return false
	}
	p.Metrics.repeated.Inc()
	return true
}

// noteUnanswered remembers a request that was kept for a sender who is gone.
func (p *Pipeline) noteUnanswered(h header, payload []byte) {
	p.unanswered.add(digestOf(h, payload), p.Now().Add(RetryMemory))
}

// noteAnswered writes down that every sender was told, if that is so.
func (p *Pipeline) noteAnswered() {
	p.mu.Lock()
	open := p.requests
	p.mu.Unlock()
	if open > 0 {
		return
	}
	_, end := p.Log.Bounds()
	p.saveNote(end)
}
