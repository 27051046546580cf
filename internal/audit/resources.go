package audit

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// reading returns how to look at a thing that the store finds by team and id.
func reading[T any](r stack.Record, kind org.AuditSubjectKind, find func(ctx context.Context, teamID, id string) (T, error), show func(T) (seen, error)) subject {
	return subject{teamID: r.TeamID, kind: kind, id: r.ID, read: func(ctx context.Context) (seen, error) {
		thing, err := find(ctx, r.TeamID, r.ID)
		if err != nil {
			return seen{}, err
		}
		return show(thing)
	}}
}

// withAlerts returns the subject with the alerts that go with it.
func (sub subject) withAlerts(find func(ctx context.Context) ([]stack.Alert, error)) subject {
	read := sub.read
	sub.read = func(ctx context.Context) (seen, error) {
		state, err := read(ctx)
		if err != nil {
			return seen{}, err
		}
		alerts, err := find(ctx)
		ids := make([]string, len(alerts))
		for i, a := range alerts {
			ids[i] = a.ID
		}
		state.facts["alerts"] = ids
		return state, err
	}
	return sub
}

func of(teamID, id string) stack.Record { return stack.Record{TeamID: teamID, ID: id} }

func (s *Store) source(r stack.Record) subject {
	return reading(r, org.SubjectSource, s.SourceByID, showSource)
}

// CreateSource adds a source.
func (s *Store) CreateSource(ctx context.Context, v stack.Source) error {
	return s.change(ctx, s.source(v.Record), func(ctx context.Context) error { return s.Store.CreateSource(ctx, v) })
}

// UpdateSource replaces a source.
func (s *Store) UpdateSource(ctx context.Context, v stack.Source) error {
	return s.change(ctx, s.source(v.Record), func(ctx context.Context) error { return s.Store.UpdateSource(ctx, v) })
}

// DeleteSource removes a source.
func (s *Store) DeleteSource(ctx context.Context, teamID, id string) error {
	return s.change(ctx, s.source(of(teamID, id)), func(ctx context.Context) error { return s.Store.DeleteSource(ctx, teamID, id) })
}

func (s *Store) connection(r stack.Record) subject {
	return reading(r, org.SubjectConnection, s.ConnectionByID, showConnection)
}

// CreateConnection adds a connection.
func (s *Store) CreateConnection(ctx context.Context, v stack.Connection) error {
	return s.change(ctx, s.connection(v.Record), func(ctx context.Context) error { return s.Store.CreateConnection(ctx, v) })
}

// UpdateConnection replaces a connection.
func (s *Store) UpdateConnection(ctx context.Context, v stack.Connection) error {
	return s.change(ctx, s.connection(v.Record), func(ctx context.Context) error { return s.Store.UpdateConnection(ctx, v) })
}

// DeleteConnection removes a connection.
func (s *Store) DeleteConnection(ctx context.Context, teamID, id string) error {
	return s.change(ctx, s.connection(of(teamID, id)), func(ctx context.Context) error { return s.Store.DeleteConnection(ctx, teamID, id) })
}

func (s *Store) webhook(r stack.Record) subject {
	return reading(r, org.SubjectWebhook, s.WebhookByID, showWebhook)
}

// CreateWebhook adds a webhook.
func (s *Store) CreateWebhook(ctx context.Context, v stack.Webhook) error {
	return s.change(ctx, s.webhook(v.Record), func(ctx context.Context) error { return s.Store.CreateWebhook(ctx, v) })
}

// UpdateWebhook replaces a webhook, or its secrets.
func (s *Store) UpdateWebhook(ctx context.Context, v stack.Webhook) error {
	return s.change(ctx, s.webhook(v.Record), func(ctx context.Context) error { return s.Store.UpdateWebhook(ctx, v) })
}

// DeleteWebhook removes a webhook.
func (s *Store) DeleteWebhook(ctx context.Context, teamID, id string) error {
	return s.change(ctx, s.webhook(of(teamID, id)), func(ctx context.Context) error { return s.Store.DeleteWebhook(ctx, teamID, id) })
}

// DisableWebhook records that the receiver wants no more.
func (s *Store) DisableWebhook(ctx context.Context, teamID, id string, at time.Time) error {
	return s.change(ctx, s.webhook(of(teamID, id)), func(ctx context.Context) error { return s.Store.DisableWebhook(ctx, teamID, id, at) })
}

func (s *Store) savedSearch(r stack.Record) subject {
	return reading(r, org.SubjectSavedSearch, s.SavedSearchByID, showSavedSearch)
}

// CreateSavedSearch adds a saved search.
func (s *Store) CreateSavedSearch(ctx context.Context, v stack.SavedSearch) error {
	return s.change(ctx, s.savedSearch(v.Record), func(ctx context.Context) error { return s.Store.CreateSavedSearch(ctx, v) })
}

// UpdateSavedSearch replaces a saved search.
func (s *Store) UpdateSavedSearch(ctx context.Context, v stack.SavedSearch) error {
	return s.change(ctx, s.savedSearch(v.Record), func(ctx context.Context) error { return s.Store.UpdateSavedSearch(ctx, v) })
}

// DeleteSavedSearch removes a saved search with its alerts.
func (s *Store) DeleteSavedSearch(ctx context.Context, teamID, id string) error {
	sub := s.savedSearch(of(teamID, id)).withAlerts(func(ctx context.Context) ([]stack.Alert, error) {
		all, _, err := s.AlertsOf(ctx, teamID, resources.Part{Limit: resources.AlertsMax})
		return slices.DeleteFunc(all, func(a stack.Alert) bool { return a.SavedSearchID != id }), err
	})
	along := func(ctx context.Context) ([]subject, error) { return s.withSearch(ctx, of(teamID, id)) }
	return s.removing(ctx, sub, along, func(ctx context.Context) error { return s.Store.DeleteSavedSearch(ctx, teamID, id) })
}

func (s *Store) dashboard(r stack.Record) subject {
	return reading(r, org.SubjectDashboard, s.DashboardByID, showDashboard)
}

// CreateDashboard adds a dashboard.
func (s *Store) CreateDashboard(ctx context.Context, v stack.Dashboard) error {
	return s.change(ctx, s.dashboard(v.Record), func(ctx context.Context) error { return s.Store.CreateDashboard(ctx, v) })
}

// UpdateDashboard replaces a dashboard, by a body or by a version.
func (s *Store) UpdateDashboard(ctx context.Context, v stack.Dashboard) error {
	return s.change(ctx, s.dashboard(v.Record), func(ctx context.Context) error { return s.Store.UpdateDashboard(ctx, v) })
}

// DeleteDashboard removes a dashboard with its alerts.
func (s *Store) DeleteDashboard(ctx context.Context, teamID, id string) error {
	sub := s.dashboard(of(teamID, id)).withAlerts(func(ctx context.Context) ([]stack.Alert, error) {
		return s.AlertsOnDashboard(ctx, teamID, id)
	})
	along := func(ctx context.Context) ([]subject, error) { return s.withDashboard(ctx, of(teamID, id)) }
	return s.removing(ctx, sub, along, func(ctx context.Context) error { return s.Store.DeleteDashboard(ctx, teamID, id) })
}

func (s *Store) alert(r stack.Record) subject {
	return reading(r, org.SubjectAlert, s.AlertByID, showAlert)
}

// CreateAlert adds an alert.
func (s *Store) CreateAlert(ctx context.Context, v stack.Alert) error {
	return s.change(ctx, s.alert(v.Record), func(ctx context.Context) error { return s.Store.CreateAlert(ctx, v) })
}

// UpdateAlert replaces an alert.
func (s *Store) UpdateAlert(ctx context.Context, v stack.Alert) (version int64, err error) {
	err = s.change(ctx, s.alert(v.Record), func(ctx context.Context) error {
		version, err = s.Store.UpdateAlert(ctx, v)
		return err
	})
	return version, err
}

// SilenceAlert silences an alert, or ends its silence.
func (s *Store) SilenceAlert(ctx context.Context, v stack.Alert) (version int64, err error) {
	err = s.change(ctx, s.alert(v.Record), func(ctx context.Context) error {
		version, err = s.Store.SilenceAlert(ctx, v)
		return err
	})
	return version, err
}

// DeleteAlert removes an alert.
func (s *Store) DeleteAlert(ctx context.Context, teamID, id string) error {
	return s.change(ctx, s.alert(of(teamID, id)), func(ctx context.Context) error { return s.Store.DeleteAlert(ctx, teamID, id) })
}

// RedeliverMessage makes a message due again.
func (s *Store) RedeliverMessage(ctx context.Context, teamID, id string, now time.Time) error {
	sub := reading(of(teamID, id), org.SubjectDelivery, s.MessageByID, showDelivery)
	return s.change(ctx, sub, func(ctx context.Context) error { return s.Store.RedeliverMessage(ctx, teamID, id, now) })
}
