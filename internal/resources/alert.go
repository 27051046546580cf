package resources

import (
	"context"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Alerts returns a part of the team's alerts by id, and how many there are.
func (r *Resources) Alerts(ctx context.Context, part Part) ([]stack.Alert, int, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, 0, err
	}
	return r.Store.AlertsOf(ctx, teamID, part)
}

// Alert returns the team's alert.
func (r *Resources) Alert(ctx context.Context, id string) (stack.Alert, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Alert{}, err
	}
	return r.Store.AlertByID(ctx, teamID, id)
}

// CreateAlert makes an alert of the body.
func (r *Resources) CreateAlert(ctx context.Context, body []byte) (stack.Alert, error) {
	in, err := stack.DecodeAlert(body)
	if err != nil {
		return stack.Alert{}, err
	}
	made := stack.Alert{AlertStatus: stack.NewAlertStatus()}
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		if made.AlertSpec, err = r.newAlertSpec(ctx, t, in); err != nil {
			return err
		}
		have, err := r.Store.HoldingsOf(ctx, t.TeamID)
		if err != nil {
			return err
		}
		if err := room("alerts", have.Alerts, AlertsMax); err != nil {
			return err
		}
		if made.Record, err = t.newRecord(); err != nil {
			return err
		}
		made.CreatedBy = t.Actor()
		return r.Store.CreateAlert(ctx, made)
	})
	return made, err
}

// newAlertSpec returns what the body creates, or an Invalid fault.
func (r *Resources) newAlertSpec(ctx context.Context, t turn, in stack.AlertInput) (stack.AlertSpec, error) {
	spec, err := stack.AlertSpec{}.Apply(in, t.now)
	if err != nil {
		return stack.AlertSpec{}, err
	}
	return spec, r.checkAlert(ctx, t.TeamID, spec, stack.AlertSpec{})
}

// checkAlert returns an Invalid fault unless everything that the alert names
// exists and can be watched.
func (r *Resources) checkAlert(ctx context.Context, teamID string, next, stored stack.AlertSpec) error {
	if err := r.checkAlertReferences(ctx, teamID, next, stored); err != nil {
		return err
	}
	return r.checkWatched(ctx, teamID, next, stored)
}

// checkAlertReferences looks up what the alert names. What a stored alert names is there: dashboards
// and searches take their alerts along, and webhooks in use stay.
func (r *Resources) checkAlertReferences(ctx context.Context, teamID string, next, stored stack.AlertSpec) error {
	if sameTarget(next, stored) && slices.Equal(next.Channels, stored.Channels) {
		return nil
	}
	targets, err := r.alertTargets(ctx, teamID, next)
	if err != nil {
		return err
	}
	return next.CheckReferences(targets)
}

func sameTarget(a, b stack.AlertSpec) bool {
	return a.OnTile() == b.OnTile() && a.DashboardID == b.DashboardID && a.TileID == b.TileID && a.SavedSearchID == b.SavedSearchID
}

func (r *Resources) alertTargets(ctx context.Context, teamID string, a stack.AlertSpec) (stack.AlertTargets, error) {
	targets := stack.AlertTargets{Webhooks: map[string]bool{}}
	var err error
	if a.OnTile() {
		targets.Dashboard, err = found(r.Store.DashboardByID(ctx, teamID, a.DashboardID))
	} else {
		targets.SavedSearch, err = found(r.Store.SavedSearchByID(ctx, teamID, a.SavedSearchID))
	}
	for _, c := range a.Channels {
		if err != nil {
			return targets, err
		}
		var webhook *stack.Webhook
		webhook, err = found(r.Store.WebhookByID(ctx, teamID, c.WebhookID))
		targets.Webhooks[c.WebhookID] = webhook != nil
	}
	return targets, err
}

// found returns nil for what does not exist.
func found[T any](v T, err error) (*T, error) {
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &v, nil
}

// UpdateAlert replaces an alert by the body. Its state and its silence stay.
func (r *Resources) UpdateAlert(ctx context.Context, ref Ref, body []byte) (stack.Alert, error) {
	in, err := stack.DecodeAlert(body)
	if err != nil {
		return stack.Alert{}, err
	}
	var next stack.Alert
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		stored, err := r.alertToChange(ctx, t, ref)
		if err != nil {
			_, broken := r.newAlertSpec(ctx, t, in)
			return missing(err, broken)
		}
		next = stored
		if next.AlertSpec, err = stored.Apply(in, t.now); err != nil || reflect.DeepEqual(next, stored) {
			return err
		}
		if err := r.checkAlert(ctx, t.TeamID, next.AlertSpec, stored.AlertSpec); err != nil {
			return err
		}
		next.UpdatedAt = t.now
		next.Version, err = r.Store.UpdateAlert(ctx, next)
		return err
	})
	return next, err
}

func (r *Resources) alertToChange(ctx context.Context, t turn, ref Ref) (stack.Alert, error) {
	a, err := r.Store.AlertByID(ctx, t.TeamID, ref.ID)
	if err != nil {
		return stack.Alert{}, err
	}
	return a, ref.check("alert", a.Version)
}

// DeleteAlert removes an alert.
func (r *Resources) DeleteAlert(ctx context.Context, ref Ref) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		a, err := r.alertToChange(ctx, t, ref)
		if err != nil {
			return err
		}
		return r.Store.DeleteAlert(ctx, t.TeamID, a.ID)
	})
}

// SilenceAlert keeps an alert's notifications back as the body asks.
func (r *Resources) SilenceAlert(ctx context.Context, ref Ref, body []byte) (stack.Alert, error) {
	in, err := stack.DecodeSilence(body)
	if err != nil {
		return stack.Alert{}, err
	}
	return r.setSilence(ctx, ref, func(t turn) (*stack.Silence, error) {
		silence, err := stack.NewSilence(in, t.Actor(), t.now)
		return &silence, err
	})
}

// UnsilenceAlert lets an alert's notifications through again.
func (r *Resources) UnsilenceAlert(ctx context.Context, ref Ref) (stack.Alert, error) {
	return r.setSilence(ctx, ref, func(turn) (*stack.Silence, error) { return nil, nil })
}

func (r *Resources) setSilence(ctx context.Context, ref Ref, silence func(turn) (*stack.Silence, error)) (stack.Alert, error) {
	var a stack.Alert
	err := r.change(ctx, func(ctx context.Context, t turn) error {
		wanted, err := silence(t)
		if err != nil {
			return err
		}
		if a, err = r.alertToChange(ctx, t, ref); err != nil || a.Silence == nil && wanted == nil {
			return err
		}
		a.Silence, a.UpdatedAt = wanted, t.now
		a.Version, err = r.Store.SilenceAlert(ctx, a)
		return err
	})
	return a, err
}
