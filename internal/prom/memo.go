package prom

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/query"
)

// What was found in the index of series is remembered: dashboards and alerts ask for the
// same series again and again.

// How long it is good at most, if this process alone writes the index, and if others may.
const (
	ownAge    = time.Minute
	sharedAge = 10 * time.Second
)

// seenMax is how many series are remembered.
const seenMax = 50_000

// memo remembers values until they are old or the index has changed.
type memo[K comparable, V any] struct {
	mu   sync.Mutex
	kept map[K]kept[V]
	size int
}

type kept[V any] struct {
	value V
	at    moment
}

// moment is a state of the index of a team.
type moment struct {
	time    time.Time
	age     time.Duration // that is allowed
	version uint64
}

// moment returns the state of the index now.
func (s *Service) moment(teamID string) moment {
	now := moment{time: s.Now(), age: sharedAge}
	if s.Version != nil {
		now.version = s.Version(teamID)
		if !s.Far {
			now.age = ownAge
		}
	}
	return now
}

func (m *memo[K, V]) get(key K, now moment) (value V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, ok := m.kept[key]
	if !ok || found.at.version != now.version || now.time.Sub(found.at.time) > now.age {
		return value, false
	}
	return found.value, true
}

// put remembers a value of a size. When all are larger than may be, all are forgotten.
func (m *memo[K, V]) put(key K, value V, at moment, size, sizeMax int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil || m.size+size > sizeMax {
		m.kept, m.size = map[K]kept[V]{}, 0
	}
	if size <= sizeMax {
		m.kept[key] = kept[V]{value, at}
		m.size += size
	}
}

// days is the days of a team that something is about.
type days struct {
	teamID   string
	from, to int64
}

func daysOf(teamID string, span Span) days {
	const day = 24 * 60 * 60
	return days{teamID, span.From.Unix() / day, span.To.Unix() / day}
}

// selection is a selector on some days.
type selection struct {
	days
	matchers string
}

// find returns the series of a selector. Conditions on the labels of keys are left to the
// caller: which keys there are, the points say. What somebody sees who may not see all is
// not remembered, nor is what lacks a shard.
func (s *Service) find(ctx context.Context, teamID string, span Span, matchers []*labels.Matcher) ([]seen, error) {
	if p, ok := access.From(ctx); s.Version == nil || ok && p.IsScoped() {
		return s.look(ctx, teamID, span, matchers)
	}
	of, now := selection{daysOf(teamID, span), fmt.Sprint(matchers)}, s.moment(teamID)
	if found, ok := s.known.get(of, now); ok {
		return found, nil
	}
	found, err := s.look(ctx, teamID, span, matchers)
	if err == nil && query.GapsOf(ctx).IsWhole() {
		s.known.put(of, found, now, len(found)+1, seenMax)
	}
	return found, err
}
