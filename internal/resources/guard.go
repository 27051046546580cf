package resources

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Guard returns the store as the caller of a context may use it: what their
// role may not read does not exist, and what it may not change is Forbidden.
// Without a caller the server itself acts, which may do everything.
func Guard(store ResourceStore) ResourceStore { return guard{store} }

// guard decides about single things. Whether the role has to do with a kind of
// thing at all was decided before.
type guard struct{ ResourceStore }

// shape is how things of a kind are guarded: their subject, their noun, and
// their fields under the names that conditions have for them.
type shape[T any] struct {
	subject stack.Subject
	noun    string
	fields  func(T) any
	record  func(T) stack.Record
}

var (
	sources = shape[stack.Source]{stack.SubjectSource, "source",
		func(s stack.Source) any { return s.SourceSpec }, func(s stack.Source) stack.Record { return s.Record }}
	searches = shape[stack.SavedSearch]{stack.SubjectSavedSearch, "saved search",
		func(s stack.SavedSearch) any { return s.SavedSearchSpec }, func(s stack.SavedSearch) stack.Record { return s.Record }}
	dashboards = shape[stack.Dashboard]{stack.SubjectDashboard, "dashboard",
		func(d stack.Dashboard) any { return d.DashboardSpec }, func(d stack.Dashboard) stack.Record { return d.Record }}
	alerts = shape[stack.Alert]{stack.SubjectAlert, "alert",
		func(a stack.Alert) any { return a.AlertSpec }, func(a stack.Alert) stack.Record { return a.Record }}
	webhooks = shape[stack.Webhook]{stack.SubjectWebhook, "webhook",
		func(w stack.Webhook) any {
			return map[string]any{"name": w.Name, "service": w.Service, "url": w.URL, "description": w.Description, "body": w.Body, "secret": w.Secrets}
		}, func(w stack.Webhook) stack.Record { return w.Record }}
	connections = shape[stack.Connection]{stack.SubjectConnection, "connection",
		func(c stack.Connection) any {
			return map[string]any{
				"name": c.Name, "host": c.Host, "username": c.Username, "password": c.Password, "hyperdxSettingPrefix": c.SettingPrefix,
				"isPrometheusEndpoint": c.IsPrometheusEndpoint, "prometheusEndpoint": c.PrometheusEndpoint,
			}
		}, func(c stack.Connection) stack.Record { return c.Record }}
)

// named returns the fields of a thing.
func (s shape[T]) named(of T) map[string]any {
	text, err := json.Marshal(s.fields(of))
	named := map[string]any{}
	if err == nil {
		err = json.Unmarshal(text, &named)
	}
	if err != nil { // no condition is met
		return map[string]any{}
	}
	named["id"] = s.record(of).ID
	return named
}

// readable returns err, or NotFound for what the caller may not read.
func (s shape[T]) readable(ctx context.Context, of T, err error) (T, error) {
	p, isSomebody := access.From(ctx)
	if err != nil || !isSomebody || p.MayAll(stack.ActionRead, s.subject) || p.Allows(stack.ActionRead, s.subject, s.named(of)) {
		return of, err
	}
	var none T
	return none, fault.New(fault.NotFound, "%s does not exist", s.noun)
}

// list returns those that the caller may read.
func (s shape[T]) list(ctx context.Context, all []T, err error) ([]T, error) {
	p, isSomebody := access.From(ctx)
	if err != nil || !isSomebody || p.MayAll(stack.ActionRead, s.subject) {
		return all, err
	}
	return slices.DeleteFunc(all, func(of T) bool { return !p.Allows(stack.ActionRead, s.subject, s.named(of)) }), nil
}

// wholePart is all of a list.
var wholePart = Part{Limit: AlertsMax}

// page returns a part of what the caller may read.
func (s shape[T]) page(ctx context.Context, part Part, read func(Part) ([]T, int, error)) ([]T, int, error) {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.MayAll(stack.ActionRead, s.subject) {
		return read(part)
	}
	all, _, err := read(wholePart)
	readable, err := s.list(ctx, all, err)
	from := min(part.Offset, len(readable))
	return readable[from:min(from+part.Limit, len(readable))], len(readable), err
}

// changing returns a Forbidden fault unless the caller may do the action to the
// thing.
func (s shape[T]) changing(ctx context.Context, action stack.Action, of T, changed ...string) error {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.Allows(action, s.subject, s.named(of), changed...) {
		return nil
	}
	return fault.New(fault.Forbidden, "your role may not %s this %s", action, s.noun)
}

// replacing is changing for an update: as it was and as it will be.
func (s shape[T]) replacing(ctx context.Context, next T, read func(ctx context.Context) (T, error)) error {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.MayAll(stack.ActionUpdate, s.subject) {
		return nil
	}
	stored, err := read(access.WithoutPrincipal(ctx))
	if err != nil {
		return err
	}
	changed := differing(s.named(stored), s.named(next))
	if err := s.changing(ctx, stack.ActionUpdate, stored, changed...); err != nil {
		return err
	}
	return s.changing(ctx, stack.ActionUpdate, next, changed...)
}

// differing returns the fields that are not the same.
func differing(a, b map[string]any) []string {
	var names []string
	for name := range b {
		if !reflect.DeepEqual(a[name], b[name]) {
			names = append(names, name)
		}
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			names = append(names, name)
		}
	}
	return names
}

// removing is changing for a delete.
func (s shape[T]) removing(ctx context.Context, read func(ctx context.Context) (T, error)) error {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.MayAll(stack.ActionDelete, s.subject) {
		return nil
	}
	stored, err := read(access.WithoutPrincipal(ctx))
	if err != nil {
		return err
	}
	return s.changing(ctx, stack.ActionDelete, stored)
}

// whole returns a Forbidden fault unless the caller may do the action to
// everything of the kind: what has no fields of its own belongs to all of it.
func whole(ctx context.Context, action stack.Action, subject stack.Subject) error {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.MayAll(action, subject) {
		return nil
	}
	return fault.New(fault.Forbidden, "this needs a role that may %s everything of the subject %s", action, subject)
}
