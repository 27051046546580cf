package httpx_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

// notebook is the use case behind the API of the tests.
type notebook struct {
	mu    sync.Mutex
	notes map[string]*note
	runs  int // how often a handler ran that is counted
}

type note struct {
	ID      string   `json:"id" readOnly:"true"`
	Title   string   `json:"title" minLength:"1" maxLength:"20"`
	Color   string   `json:"color,omitempty" enum:"red,green"`
	Tiles   []tile   `json:"tiles,omitempty" maxItems:"3"`
	Tags    []string `json:"tags,omitempty"`
	version int64
}

type tile struct {
	Sized
	W    int               `json:"w" minimum:"1" maximum:"24"`
	Attr map[string]string `json:"attr,omitempty"`
}

// Sized is embedded: its name is in no request, and must be in no answer.
type Sized struct {
	Size int8 `json:"size,omitempty"`
}

type noteInput struct {
	httpx.Conditional
	ID   string `path:"id" pattern:"^[0-9]{1,6}$" patternDescription:"1 to 6 digits"`
	Body note
}

type noteID struct {
	httpx.Conditional
	ID string `path:"id" pattern:"^[0-9]{1,6}$" patternDescription:"1 to 6 digits"`
}

type noteQuery struct {
	httpx.Paging
	Since  string   `query:"since" format:"date"`
	Filter []string `query:"filter,explode"`
	Owner  string   `query:"owner" format:"email"`
	Team   string   `query:"team" format:"uuid"`
}

func newNotebook() *notebook {
	return &notebook{notes: map[string]*note{}}
}

func (n *notebook) register(api *httpx.API, prefix string) {
	op := func(id, method, path string) httpx.Operation {
		return httpx.Operation{ID: id, Method: method, Path: prefix + path, Tags: []string{"Notes"}, Summary: id}
	}
	httpx.RegisterPage(api, op("listNotes", http.MethodGet, "/notes"), n.list)
	create := op("createNote", http.MethodPost, "/notes")
	create.Ignore = []string{"createdAt", "tiles.*.computed"}
	httpx.Register(api, create, n.create)
	httpx.Register(api, op("getNote", http.MethodGet, "/notes/{id}"), n.get)
	httpx.Register(api, op("updateNote", http.MethodPut, "/notes/{id}"), n.update)
	httpx.RegisterEmpty(api, op("deleteNote", http.MethodDelete, "/notes/{id}"), n.delete)
	httpx.RegisterEmpty(api, op("copyNote", http.MethodPost, "/notes/{id}/copy"), func(context.Context, *noteID) error { return nil })
	httpx.RegisterList(api, op("listColors", http.MethodGet, "/colors"), n.colors)
	n.registerOdd(api, op)
}

func (n *notebook) registerOdd(api *httpx.API, op func(id, method, path string) httpx.Operation) {
	count := op("countNotes", http.MethodPost, "/count")
	count.NoIdempotency, count.Stability = true, "beta"
	httpx.RegisterWithMeta(api, count, n.count)
	health := op("health", http.MethodGet, "/health")
	health.Public, health.Unlimited = true, true
	httpx.Register(api, health, func(context.Context, *struct{}) (httpx.Reply[string], error) {
		return httpx.Reply[string]{Value: "fine"}, nil
	})
	signIn := op("signIn", http.MethodPost, "/signin")
	signIn.Public = true
	httpx.RegisterEmpty(api, signIn, func(context.Context, *struct{}) error { return nil })
	fail := op("fail", http.MethodGet, "/fail/{how}")
	fail.Timeout = 100 * time.Millisecond
	httpx.RegisterEmpty(api, fail, n.fail)
	old := op("oldNotes", http.MethodGet, "/old")
	old.Deprecated = httpx.Deprecation{Since: time.Unix(1767225600, 0), Sunset: time.Unix(1790000000, 0)}
	httpx.RegisterList(api, old, n.colors)
	export := op("exportNotes", http.MethodGet, "/export")
	export.Produces = []string{"text/csv; charset=utf-8"}
	httpx.RegisterRaw(api, export, n.export)
	events := op("noteEvents", http.MethodGet, "/events")
	events.Produces = []string{"text/event-stream"}
	httpx.RegisterRaw(api, events, n.events)
	patch := op("patchOption", http.MethodPatch, "/option")
	httpx.Register(api, patch, patchOption)
}

func (n *notebook) list(_ context.Context, in *noteQuery) (httpx.Page[*note], error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var all []*note
	for _, one := range n.notes {
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b *note) int { return strings.Compare(a.ID, b.ID) })
	low := min(in.Offset, len(all))
	return httpx.Page[*note]{Items: all[low:min(low+in.Limit, len(all))], Total: len(all), Limit: in.Limit, Offset: in.Offset}, nil
}

func (n *notebook) create(ctx context.Context, in *struct{ Body note }) (httpx.Reply[*note], error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.runs++
	if in.Body.Title == "taken" {
		return httpx.Reply[*note]{}, fault.New(fault.Conflict, "a note has this title")
	}
	one := in.Body
	one.ID, one.version = strconv.Itoa(len(n.notes)+1), 1
	if in.Body.Title == "big" {
		one.Tags = []string{strings.Repeat("x", httpx.IdempotentAnswerBytesMax)}
	}
	n.notes[one.ID] = &one
	onRollback(ctx, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.notes, one.ID)
	})
	return httpx.Reply[*note]{Value: &one, Version: one.version}, nil
}

func (n *notebook) find(id string) (*note, error) {
	one := n.notes[id]
	if one == nil {
		return nil, fault.New(fault.NotFound, "the note does not exist")
	}
	return one, nil
}

func (n *notebook) get(_ context.Context, in *noteID) (httpx.Reply[*note], error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	one, err := n.find(in.ID)
	if err != nil {
		return httpx.Reply[*note]{}, err
	}
	return httpx.Reply[*note]{Value: one, Version: one.version}, nil
}

func (n *notebook) guard(id string, version *int64) (*note, error) {
	one, err := n.find(id)
	if err == nil && version != nil && *version != one.version {
		return nil, fault.New(fault.Stale, "the note has changed")
	}
	return one, err
}

func (n *notebook) update(_ context.Context, in *noteInput) (httpx.Reply[*note], error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	old, err := n.guard(in.ID, in.IfVersion())
	if err != nil {
		return httpx.Reply[*note]{}, err
	}
	one := in.Body
	one.ID, one.version = old.ID, old.version+1
	n.notes[in.ID] = &one
	return httpx.Reply[*note]{Value: &one, Version: one.version}, nil
}

func (n *notebook) delete(_ context.Context, in *noteID) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, err := n.guard(in.ID, in.IfVersion()); err != nil {
		return err
	}
	delete(n.notes, in.ID)
	return nil
}

func (n *notebook) colors(context.Context, *struct{}) ([]string, error) { return nil, nil }

type countMeta struct {
	Took int `json:"took"`
}

func (n *notebook) count(_ context.Context, in *struct {
	Body struct {
		Where string `json:"where"`
	}
}) (httpx.WithMeta[int, countMeta], error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.runs++
	return httpx.WithMeta[int, countMeta]{Value: len(in.Body.Where), Meta: countMeta{7}}, nil
}

func (n *notebook) fail(ctx context.Context, in *struct {
	How string `path:"how"`
}) error {
	switch in.How {
	case "panic":
		panic("boom with hunter2")
	case "stranger":
		return errors.New("dial tcp: password=hunter2")
	case "internal":
		return fault.Wrap(fault.Internal, errors.New("hunter2"), "leaky message")
	case "unavailable":
		return &fault.Error{Kind: fault.Unavailable, Message: "the engine is away", RetryAfter: 1500 * time.Millisecond, Cause: errors.New("refused")}
	case "store":
		<-ctx.Done()
		return fault.Wrap(fault.Internal, ctx.Err(), "read the note")
	case "slow":
		<-ctx.Done()
		return ctx.Err()
	default:
		return fault.New(fault.Kind(in.How), "as asked")
	}
}

func (n *notebook) export(_ context.Context, in *struct {
	How string `query:"how"`
}) (httpx.Raw, error) {
	switch in.How {
	case "stream":
		return httpx.Raw{Write: func(s *httpx.Stream) error {
			for range 100 {
				if _, err := s.Write([]byte("id,title\n")); err != nil {
					return err
				}
			}
			return s.Flush()
		}}, nil
	case "fails-first":
		return httpx.Raw{Write: func(*httpx.Stream) error { return fault.New(fault.Invalid, "nothing to export") }}, nil
	case "fails-late":
		return httpx.Raw{Write: func(s *httpx.Stream) error {
			_, _ = s.Write([]byte("id,title\n"))
			_ = s.Flush()
			return errors.New("engine went away")
		}}, nil
	}
	return httpx.Raw{Body: []byte("id,title\n1,a\n")}, nil
}

// events sends one event and stays until somebody ends it.
func (n *notebook) events(context.Context, *struct{}) (httpx.Raw, error) {
	return httpx.Raw{Write: func(s *httpx.Stream) error {
		if err := s.Send(httpx.Event{ID: "1", Name: "note", Data: []byte("a\nb")}); err != nil {
			return err
		}
		<-s.Context().Done()
		return nil
	}}, nil
}

type option struct {
	ExpireAt httpx.Optional[string] `json:"expireAt,omitzero" format:"date-time"`
}

func patchOption(_ context.Context, in *struct{ Body option }) (httpx.Reply[string], error) {
	switch e := in.Body.ExpireAt; {
	case !e.Given:
		return httpx.Reply[string]{Value: "keep"}, nil
	case e.Null:
		return httpx.Reply[string]{Value: "clear"}, nil
	default:
		return httpx.Reply[string]{Value: e.Value}, nil
	}
}
