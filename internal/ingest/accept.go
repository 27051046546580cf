package ingest

import (
	"context"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// Accept takes a request of a team, makes it durable and has its sender answer.
// The outcome says which of its records are stored.
//
// It returns Invalid for a payload that can't be decoded, Limited with a hint
// when the team sends too much, or the log is full, Unavailable with a hint
// when the disk refuses writes, and context.Canceled when the sender was gone
// before the request was durable. After any error nothing of it is kept, and
// the sender was not called.
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
	open, err := p.open.enter(ctx, p.open.key(team, r.Payload), r.sender(ctx))
	if err != nil {
		return telemetry.Outcome{}, err
	}
	defer p.open.leave(open)
	return p.handle(ctx, arrival{header: h, meta: meta, payload: r.Payload, open: open})
}

// arrival is a request that is being handled.
type arrival struct {
	header  header
	meta    []byte // the header as the log has it
	payload []byte
	open    *openRequest
}

func (p *Pipeline) handle(ctx context.Context, a arrival) (telemetry.Outcome, error) {
	if err := p.admit(ctx, a.header, a.payload); err != nil {
		return telemetry.Outcome{}, err
	}
	rows, outcome, err := p.decode(ctx, a.header, a.payload)
	if err != nil {
		return telemetry.Outcome{}, err
	}
	isRepeated := rows.Len() > 0 && p.isRepeated(a)
	refused := p.limitSeries(ctx, seriesCall{a.header.team, rows, isRepeated}, &outcome)
	a.meta = withRefused(a.meta, refused)
	p.Metrics.decoded(a.header.form.Signal, outcome)
	if rows.Len() == 0 || isRepeated {
		p.recycle(rows)
		a.open.sender.Answer(outcome)
		return outcome, nil
	}
	position, err := p.keep(ctx, a, rows)
	if err != nil {
		return telemetry.Outcome{}, err
	}
	defer p.told(position)
	p.answer(a, outcome)
	return outcome, nil
}

// answer has the sender answer. A request that is kept and whose sender is not
// told is remembered.
func (p *Pipeline) answer(a arrival, o telemetry.Outcome) {
	if receipt := a.open.sender.Answer(o); receipt != nil {
		p.receipts.add(a.open.key, receipt)
		return
	}
	p.noteUnanswered(a.header, a.payload)
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
	return p.awaitTurn(ctx, laneKey{team: h.team, signal: h.form.Signal})
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
	p.rates.takeRows(h.team, rows.Len(), h.received)
	return rows, outcome, nil
}

// keep makes the request durable, hands its rows on and returns its position. A
// sender that is gone sends the request again, or has done so already: this one
// is not kept.
func (p *Pipeline) keep(ctx context.Context, a arrival, rows *telemetry.Rows) (Position, error) {
	if a.open.sender.Gone() {
		p.recycle(rows)
		return 0, context.Canceled
	}
	memory := int64(rows.Bytes())
	p.inFlight.Add(memory)
	defer p.inFlight.Add(-memory)
	position, err := p.Log.Append(ctx, a.meta, a.payload)
	if err != nil {
		p.recycle(rows)
		return 0, err
	}
	p.hand(&entry{
		position: position, origin: p.Log.Origin(position), key: laneKey{team: a.header.team, signal: a.header.form.Signal}, rows: rows,
		memory: memory, bytes: recordBytes(a.payload), received: a.header.received,
	})
	return position, nil
}
