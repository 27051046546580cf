// Package stackwire is the form that stack resources have on the wire, in the
// self-hosted API and in the managed one alike: records, the names and limits
// of bodies, and how the types of the domain are described.
package stackwire

import (
	"hash/fnv"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// The largest bodies: what the fields of each may hold at most, in the longest
// spelling that JSON has for it.
const (
	DashboardBodyBytesMax = 32 << 20
	BodyBytesMax          = 8 << 20 // of everything else
)

// Stamp writes a time as the stack family does: UTC with milliseconds.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// stampOrNil writes a time that may be none.
func stampOrNil(t *time.Time) *string {
	if t == nil {
		return nil
	}
	text := Stamp(*t)
	return &text
}

// orNil returns nil for the zero value.
func orNil[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func nullable[T comparable](v T) httpx.Nullable[T] { return httpx.Nullable[T]{Value: orNil(v)} }

// Shown returns a list of what show makes of each item; never nil.
func Shown[T, S any](list []T, show func(T) S) []S {
	out := make([]S, len(list))
	for i, item := range list {
		out[i] = show(item)
	}
	return out
}

// lost is the mark of a record that has lost what it names: its version does
// not tell. It is empty as long as there is nothing of that.
func lost(ids ...string) string {
	if len(ids) == 0 {
		return ""
	}
	sum := fnv.New32a()
	for _, id := range ids {
		_, _ = sum.Write([]byte(id)) // a hash takes everything
	}
	return strconv.FormatUint(uint64(sum.Sum32()), 36)
}

// Owned is what every record says of itself.
type Owned struct {
	ID        string `json:"id"`
	TeamID    string `json:"teamId"`
	CreatedAt string `json:"createdAt" format:"date-time"`
	UpdatedAt string `json:"updatedAt" format:"date-time"`
}

func owned(r stack.Record) Owned {
	return Owned{ID: r.ID, TeamID: r.TeamID, CreatedAt: Stamp(r.CreatedAt), UpdatedAt: Stamp(r.UpdatedAt)}
}

// Part returns the part of a list that the client asks for.
func Part(p httpx.Paging) resources.Part { return resources.Part{Limit: p.Limit, Offset: p.Offset} }

// paged returns a page of what show makes of each item.
func paged[T, S any](list []T, total int, p httpx.Paging, show func(T) S) httpx.Page[S] {
	return httpx.Page[S]{Items: Shown(list, show), Total: total, Limit: p.Limit, Offset: p.Offset}
}
