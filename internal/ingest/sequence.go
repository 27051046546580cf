package ingest

// hand gives a request that is in the log to its lane. Requests are handed in
// any order; lanes get them in the order of their positions.
func (p *Pipeline) hand(e *entry) {
	for _, l := range p.sequence(e) {
		p.merge(l)
	}
}

// sequence queues the entry and all that waited for it, and returns the lanes
// that got something.
func (p *Pipeline) sequence(e *entry) []*lane {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held[e.position], p.untold[e.position] = e, false
	var touched []*lane
	for {
		e, found := p.held[p.next]
		if !found {
			return touched
		}
		delete(p.held, p.next)
		p.next++
		if l := p.dispatch(e); l != nil {
			touched = append(touched, l)
		}
	}
}

// dispatch queues the entry in its lane, or leaves it to the log when the lane
// is behind or has no room. The lock is held.
func (p *Pipeline) dispatch(e *entry) *lane {
	l := p.lane(e.key)
	p.team(e.key.team).backlogBytes += e.bytes
	if l.isBehind || !p.hasRoom(l, e.position) {
		p.leave(l, e)
		return nil
	}
	p.enqueue(l, e)
	return l
}

// enqueue takes the entry's rows into memory. The lock is held.
func (p *Pipeline) enqueue(l *lane, e *entry) {
	l.queue = append(l.queue, e)
	l.memory += e.memory
	p.memory += e.memory
}

// leave drops the entry's rows; the lane reads them from the log once it has
// room. The lock is held.
func (p *Pipeline) leave(l *lane, e *entry) {
	p.recycle(e.rows)
	p.Metrics.left.Inc()
	l.last = e.position
	if !l.isBehind {
		l.need, l.since = e.position, e.received
		p.fallBehind(l)
	} else if e.received.Before(l.since) {
		l.since = e.received
	}
}

// fallBehind hands the lane to the reader. The lock is held.
func (p *Pipeline) fallBehind(l *lane) {
	l.isBehind = true
	p.behind[l] = struct{}{}
	p.wakeReader.ring()
}

// lane returns the lane of the key, and makes it if need be. The lock is held.
func (p *Pipeline) lane(key laneKey) *lane {
	l := p.lanes[key]
	if l != nil {
		return l
	}
	l = &lane{key: key}
	p.lanes[key] = l
	if p.isRecovering() && key.isEarlier == (p.Shards != nil) {
		// Earlier records of the lane may stand where nobody has looked yet.
		l.need, l.last, l.since = p.recovery.first, p.recovery.last, p.recovered
		p.fallBehind(l)
	}
	return l
}

func (p *Pipeline) isRecovering() bool { return p.recovery.first <= p.recovery.last }

func (p *Pipeline) team(id string) *team {
	t := p.teams[id]
	if t == nil {
		t = &team{}
		p.teams[id] = t
	}
	return t
}

// hasRoom reports whether the lane may take rows into memory: it holds no more
// than its share of what is left. The lock is held.
func (p *Pipeline) hasRoom(l *lane, at Position) bool {
	left := p.Limits.MemoryBytes - p.memory
	return left > 0 && l.memory <= memoryShare*left && p.Log.Fits(at)
}
