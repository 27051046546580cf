package ingest

import (
	"context"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// Accept takes a request of a team and returns once it can't be lost any more.
// The outcome says which of its records are stored.
//
// It answers Invalid for a payload that can't be decoded, Limited with a hint
// when the team sends too much, or the log is full, and Unavailable with a hint
// when the disk refuses writes. After any error nothing of it is kept.
func (p *Pipeline) Accept(ctx context.Context, team string, r Request) (telemetry.Outcome, error) {
	h := header{form: r.Form, team: team, received: p.Now()}
	meta, err := h.encode()
	if err != nil {
		return telemetry.Outcome{}, err
	}
	if err := p.enter(team); err != nil {
		return telemetry.Outcome{}, err
	}
	defer p.exit(team)
	leave, err := p.twins.await(ctx, team, r.Payload)
	if err != nil {
		return telemetry.Outcome{}, err
	}
	defer leave()
	if err := p.admit(ctx, h, r.Payload); err != nil {
		return telemetry.Outcome{}, err
	}
	rows, outcome, err := p.decode(ctx, h, r.Payload)
	if err != nil {
		return telemetry.Outcome{}, err
	}
	if rows.Len() == 0 || p.isRepeated(h, r.Payload) {
		p.recycle(rows)
		return outcome, nil
	}
	return outcome, p.keep(ctx, h, rows, meta, r.Payload)
}

// enter counts a request that is being handled. A team that has more of them
// than its share of what is left has to wait, so that others find a place.
func (p *Pipeline) enter(id string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, left := p.team(id), p.Limits.Requests-p.requests
	if left <= 0 || t.requests > requestShare*left {
		return refused(busyRetryAfter, "too many requests at once; try again")
	}
	t.requests++
	p.requests++
	return nil
}

func (p *Pipeline) exit(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.team(id).requests--
	p.requests--
}

// admit refuses what would be refused later, before it costs anything, and
// holds senders back that are quicker than the engine.
func (p *Pipeline) admit(ctx context.Context, h header, payload []byte) error {
	if err := p.rates.checkRows(h.team, h.received); err != nil {
		return err
	}
	if err := p.rates.takeBytes(h.team, len(payload), h.received); err != nil {
		return err
	}
	if err := p.checkBacklog(h.team, recordBytes(payload)); err != nil {
		return err
	}
	return p.awaitTurn(ctx, laneKey{h.team, h.form.Signal})
}

// decode makes rows of the payload; so many at a time, because the rows of all
// of them are in memory at once.
func (p *Pipeline) decode(ctx context.Context, h header, payload []byte) (*telemetry.Rows, telemetry.Outcome, error) {
	select {
	case p.decodes <- struct{}{}:
	case <-ctx.Done():
		return nil, telemetry.Outcome{}, ctx.Err()
	}
	defer func() { <-p.decodes }()
	if p.inFlight.Load() > p.Limits.MemoryBytes/2 {
		return nil, telemetry.Outcome{}, refused(busyRetryAfter, "too much is being received at once; try again")
	}
	rows := p.rows(h.form.Signal)
	outcome, err := p.Decoder.Decode(h.form, payload, h.received, rows)
	if err != nil {
		p.recycle(rows)
		return nil, telemetry.Outcome{}, err
	}
	p.Metrics.decoded(h.form.Signal, outcome)
	p.rates.takeRows(h.team, rows.Len(), h.received)
	return rows, outcome, nil
}

// keep makes the request durable and hands its rows on.
func (p *Pipeline) keep(ctx context.Context, h header, rows *telemetry.Rows, meta, payload []byte) error {
	memory := int64(rows.Bytes())
	p.inFlight.Add(memory)
	defer p.inFlight.Add(-memory)
	position, err := p.Log.Append(ctx, meta, payload)
	if err != nil {
		p.recycle(rows)
		return err
	}
	p.hand(&entry{
		position: position, key: laneKey{h.team, h.form.Signal}, rows: rows,
		memory: memory, bytes: recordBytes(payload),
	})
	if ctx.Err() != nil {
		p.noteUnanswered(h, payload)
	}
	return nil
}
