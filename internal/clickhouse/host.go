package clickhouse

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/cairnstack/cairn/internal/fault"
)

// Host is one server of a cluster.
type Host struct {
	Shard, Replica uint32 // counted from 1
	Address        string
	Client         *Client // of this server alone

	cluster *cluster

	mu       sync.Mutex
	state    hostState
	reason   error // why it is not ready
	settled  chan struct{}
	isStale  bool          // it may lack what the others have
	silent   int           // looks in a row that it left unanswered
	life     uint64        // how often it became ready
	identity string        // of what it has stored, as it was last told
	looked   chan struct{} // closed after the next look
	wakeLook chan struct{}
}

// hostState is what is known of a host.
type hostState uint8

const (
	hostUnknown hostState = iota // nobody has looked yet
	hostAway
	hostPreparing // it answers, and is being brought up to date
	hostReady
)

// Err returns nil for a host that is ready, and otherwise an Unavailable fault
// that names its shard.
func (h *Host) Err() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state == hostReady {
		return nil
	}
	return shardFault(h.Shard, h.reason)
}

// Distrust says that a statement for all hosts did not reach this one: it is
// prepared again before it counts as ready.
func (h *Host) Distrust(reason error) {
	h.distrust()
	h.mu.Lock()
	isReady := h.state == hostReady
	h.mu.Unlock()
	if isReady {
		h.set(hostPreparing, reason)
	}
	h.lookSoon()
}

// lookSoon makes the look at the host that is due later happen now.
func (h *Host) lookSoon() {
	select {
	case h.wakeLook <- struct{}{}:
	default:
	}
}

// awaitLook waits for a look that begins from now on.
func (h *Host) awaitLook(ctx context.Context) {
	for range 2 { // one may be under way
		h.mu.Lock()
		looked := h.looked
		h.mu.Unlock()
		select {
		case <-looked:
		case <-ctx.Done():
			return
		}
		h.lookSoon()
	}
}

// noteLook tells who waits that there was a look.
func (h *Host) noteLook() {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.looked)
	h.looked = make(chan struct{})
}

// set notes the state of a host, and tells the cluster.
func (h *Host) set(state hostState, reason error) {
	h.mu.Lock()
	changed := h.state != state
	moved := changed && (state == hostReady || h.state == hostReady || h.state == hostUnknown && state == hostAway)
	if changed && state == hostReady {
		h.life++
	}
	h.state, h.reason = state, reason
	if h.settled != nil {
		close(h.settled)
		h.settled = nil
	}
	h.mu.Unlock()
	if changed {
		h.cluster.changed()
	}
	if moved && h.cluster.options.Moved != nil {
		h.cluster.options.Moved(h, h.Err())
	}
}

// awaitVerdict waits until the host is ready or away for the first time.
func (h *Host) awaitVerdict(ctx context.Context) error {
	h.mu.Lock()
	settled := h.settled
	h.mu.Unlock()
	if settled == nil {
		return nil
	}
	select {
	case <-settled:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// look finds out whether the host answers, and prepares it when it may lack
// something.
func (h *Host) look(ctx context.Context) {
	err := h.pulse(ctx)
	if ctx.Err() != nil || h.isPatient(err) {
		return
	}
	if err != nil {
		h.distrust()
		h.set(hostAway, err)
		return
	}
	h.becomeReady(h.prepare(ctx))
}

// isPatient reports whether a host that was ready is waited for although it kept
// still: a busy one answers late, and a read that is refused for that is lost. It
// gets no new rows meanwhile. One that refuses connections is gone.
func (h *Host) isPatient(err error) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !errors.Is(err, errSilent) {
		h.silent = 0
		return false
	}
	h.silent++
	return h.state == hostReady && h.silent < silentLooksMax
}

// Life returns a number that changes when the host becomes ready again: another
// server may have taken its place, which has nothing of what it had.
func (h *Host) Life() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.life
}

// IsAnother notes what tells this server's disk from others, and reports whether it
// was something else before.
func (h *Host) IsAnother(identity string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.identity
	h.identity = identity
	return before != "" && before != identity
}

// IsSilent reports whether the host left the last look unanswered.
func (h *Host) IsSilent() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.silent > 0
}

// becomeReady ends a look at a host that answers. One that was ready before its
// preparation stays so: what it lacks concerns nobody yet. One that was distrusted
// meanwhile is prepared again.
func (h *Host) becomeReady(err error) {
	h.mu.Lock()
	isStale, isReady := h.isStale, h.state == hostReady
	reason := cmp.Or(err, h.reason, errStale)
	h.mu.Unlock()
	switch {
	case !isReady && (isStale || err != nil):
		h.set(hostPreparing, reason)
	case !isReady:
		h.set(hostReady, nil)
	}
	if isStale && err == nil {
		h.lookSoon()
	}
}

// Refresh says that the host may lack something that nobody has asked it for.
func (h *Host) Refresh() {
	h.distrust()
	h.lookSoon()
}

func (h *Host) distrust() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.isStale = true
}

// prepare brings a stale host up to date.
func (h *Host) prepare(ctx context.Context) error {
	h.mu.Lock()
	stale := h.isStale
	h.isStale = false
	h.mu.Unlock()
	if !stale || h.cluster.options.Prepare == nil {
		return nil
	}
	err := h.cluster.options.Prepare(ctx, h.cluster.client, h)
	if err != nil {
		h.distrust()
	}
	return err
}

// pulse returns why the host gives no sign of life within hostAnswerTimeMax.
func (h *Host) pulse(ctx context.Context) error {
	ctx, stop := withPatience(ctx, hostAnswerTimeMax)
	defer stop()
	target, err := h.Client.endpoint.Target()
	if err != nil {
		return err
	}
	life := h.Client.lives.of(target, h.Address)
	if life.ping(ctx) {
		return nil
	}
	if err := life.dialOnce(ctx); err != nil {
		return errors.Join(err, context.Cause(ctx))
	}
	return nil
}

// Why a host is not ready that gives no reason itself.
var (
	errAway  = errors.New("the shard was not reached yet")
	errStale = errors.New("the shard is being brought up to date")
)

// Watch returns a context that ends, with the reason, when the host is away. It
// is for those calls that no one watches: a server that keeps still would hold
// them for as long as they may take.
func (h *Host) Watch(ctx context.Context) (watched context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		for ctx.Err() == nil {
			change := h.cluster.changes()
			if h.isAway() {
				cancel(h.Err())
			}
			select {
			case <-change:
			case <-ctx.Done():
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

func (h *Host) isAway() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state == hostAway
}

// isUnknown reports whether the first look at the host has not ended.
func (h *Host) isUnknown() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state == hostUnknown
}

// shardFault says which shard is away.
func shardFault(shard uint32, cause error) *fault.Error {
	if cause == nil {
		cause = errAway
	}
	return Unavailable(cause, "shard %d of the telemetry engine does not answer", shard)
}
