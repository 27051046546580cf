package resources

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Webhooks returns a part of the team's webhooks by id, and how many there
// are.
func (r *Resources) Webhooks(ctx context.Context, part Part) ([]stack.Webhook, int, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, 0, err
	}
	return r.Store.WebhooksOf(ctx, teamID, part)
}

// Webhook returns the team's webhook.
func (r *Resources) Webhook(ctx context.Context, id string) (stack.Webhook, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Webhook{}, err
	}
	return r.Store.WebhookByID(ctx, teamID, id)
}

// CreateWebhook makes a webhook of the body, with a signing secret that is
// shown to nobody but the caller, this once.
func (r *Resources) CreateWebhook(ctx context.Context, body []byte) (stack.Webhook, error) {
	in, err := stack.DecodeWebhook(body)
	if err != nil {
		return stack.Webhook{}, err
	}
	made, err := stack.Webhook{}.Apply(in, r.Allowed)
	if err != nil {
		return stack.Webhook{}, err
	}
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		if err := r.checkNewWebhook(ctx, t.TeamID, made); err != nil {
			return err
		}
		if made.Secrets.Signing, err = stack.NewSigningSecret(r.Random); err != nil {
			return err
		}
		if made.Record, err = t.newRecord(); err != nil {
			return err
		}
		return r.Store.CreateWebhook(ctx, made)
	})
	return made, err
}

func (r *Resources) checkNewWebhook(ctx context.Context, teamID string, w stack.Webhook) error {
	have, err := r.Store.HoldingsOf(ctx, teamID)
	if err != nil {
		return err
	}
	if err := room("webhooks", have.Webhooks, WebhooksMax); err != nil {
		return err
	}
	return r.checkWebhookName(ctx, teamID, w)
}

// checkWebhookName returns an Invalid fault when another webhook of the
// service has the name.
func (r *Resources) checkWebhookName(ctx context.Context, teamID string, w stack.Webhook) error {
	other, err := r.Store.WebhookByName(ctx, teamID, w.Service, w.Name)
	switch {
	case fault.KindOf(err) == fault.NotFound || err == nil && other.ID == w.ID:
		return nil
	case err != nil:
		return err
	}
	return fault.InvalidAt("name", "unique", "A webhook with this service and name already exists")
}

// UpdateWebhook replaces a webhook by the body.
func (r *Resources) UpdateWebhook(ctx context.Context, ref Ref, body []byte) (stack.Webhook, error) {
	in, err := stack.DecodeWebhook(body)
	if err != nil {
		return stack.Webhook{}, err
	}
	var next stack.Webhook
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		stored, err := r.webhookToChange(ctx, t, ref)
		if err != nil {
			_, broken := stack.Webhook{}.Apply(in, r.Allowed)
			return missing(err, broken)
		}
		if next, err = stored.Apply(in, r.Allowed); err != nil || reflect.DeepEqual(next, stored) {
			return err
		}
		if err := r.checkWebhookName(ctx, t.TeamID, next); err != nil {
			return err
		}
		return r.storeWebhook(ctx, t, &next)
	})
	return next, err
}

func (r *Resources) webhookToChange(ctx context.Context, t turn, ref Ref) (stack.Webhook, error) {
	w, err := r.Store.WebhookByID(ctx, t.TeamID, ref.ID)
	if err != nil {
		return stack.Webhook{}, err
	}
	return w, ref.check("webhook", w.Version)
}

func (r *Resources) storeWebhook(ctx context.Context, t turn, w *stack.Webhook) error {
	w.UpdatedAt = t.now
	err := r.Store.UpdateWebhook(ctx, *w)
	w.Record = t.touched(w.Record)
	return err
}

// RotateWebhookSecret gives a webhook a new signing secret, which is shown to
// nobody but the caller, this once.
func (r *Resources) RotateWebhookSecret(ctx context.Context, ref Ref) (stack.Webhook, error) {
	var w stack.Webhook
	err := r.change(ctx, func(ctx context.Context, t turn) error {
		var err error
		if w, err = r.webhookToChange(ctx, t, ref); err != nil {
			return err
		}
		secret, err := stack.NewSigningSecret(r.Random)
		if err != nil {
			return err
		}
		w.Secrets = w.Secrets.Rotate(secret, t.now)
		return r.storeWebhook(ctx, t, &w)
	})
	return w, err
}

// DeleteWebhook removes a webhook that no alert uses.
func (r *Resources) DeleteWebhook(ctx context.Context, ref Ref) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		w, err := r.webhookToChange(ctx, t, ref)
		if err != nil {
			return err
		}
		// Alerts that the caller may not see use it, too.
		alerts, _, err := r.Store.AlertsOf(access.WithoutPrincipal(ctx), t.TeamID, Part{Limit: AlertsMax})
		if err != nil {
			return err
		}
		if err := stack.InUse("webhook", stack.WebhookUses(w.ID, alerts)); err != nil {
			return err
		}
		return r.Store.DeleteWebhook(ctx, t.TeamID, w.ID)
	})
}
