package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertWebhookSQL = `
INSERT INTO webhooks (id, team_id, name, service, url, description, body, secrets, disabled_at, created_at, updated_at,
    version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

	webhookByIDSQL = `
SELECT id, team_id, name, service, url, description, body, secrets, disabled_at, created_at, updated_at,
    version
FROM webhooks
WHERE team_id = $1 AND id = $2`

	webhookByNameSQL = `
SELECT id, team_id, name, service, url, description, body, secrets, disabled_at, created_at, updated_at,
    version
FROM webhooks
WHERE team_id = $1 AND service = $2 AND name = $3`

	webhooksOfSQL = `
SELECT id, team_id, name, service, url, description, body, secrets, disabled_at, created_at, updated_at,
    version
FROM webhooks
WHERE team_id = $1
ORDER BY id
LIMIT $2 OFFSET $3`

	webhookNamesSQL = `
SELECT id, name
FROM webhooks
WHERE team_id = $1
ORDER BY id
LIMIT $2`

	countWebhooksSQL = `
SELECT count(*)
FROM webhooks
WHERE team_id = $1`

	updateWebhookSQL = `
UPDATE webhooks
SET name = $4, service = $5, url = $6, description = $7, body = $8, secrets = $9, updated_at = $10,
    disabled_at = $11, version = version + 1
WHERE team_id = $1 AND id = $2 AND version = $3`

	deleteWebhookSQL = `
DELETE FROM webhooks
WHERE team_id = $1 AND id = $2`
)

// CreateWebhook adds a webhook of a team.
func (s *Store) CreateWebhook(ctx context.Context, w stack.Webhook) error {
	return s.insert(ctx, about("webhook", insertWebhookSQL, s.webhookFields(&w)...))
}

// WebhookByID returns the team's webhook with the id.
func (s *Store) WebhookByID(ctx context.Context, teamID, id string) (stack.Webhook, error) {
	return one(ctx, s, s.scanWebhook, about("webhook", webhookByIDSQL, teamID, id))
}

// WebhookByName returns the team's webhook of the service with the name.
func (s *Store) WebhookByName(ctx context.Context, teamID string, service stack.WebhookService, name string) (stack.Webhook, error) {
	return one(ctx, s, s.scanWebhook, about("webhook", webhookByNameSQL, teamID, service, name))
}

// WebhooksOf returns a part of the team's webhooks by id, and how many there
// are.
func (s *Store) WebhooksOf(ctx context.Context, teamID string, part resources.Part) ([]stack.Webhook, int, error) {
	return page(ctx, s, s.scanWebhook, paged{
		items: about("webhook", webhooksOfSQL, teamID, part.Limit, part.Offset),
		count: about("webhook", countWebhooksSQL, teamID),
	})
}

// WebhooksNamed returns the names of the team's webhooks by id.
func (s *Store) WebhooksNamed(ctx context.Context, teamID string) (map[string]string, error) {
	found, err := list(ctx, s, scanPair, about("webhook", webhookNamesSQL, teamID))
	names := make(map[string]string, len(found))
	for _, pair := range found {
		names[pair[0]] = pair[1]
	}
	return names, err
}

func scanPair(r row) (pair [2]string, err error) {
	err = r.Scan(&pair[0], &pair[1])
	return pair, err
}

// UpdateWebhook writes a webhook. w.Version is the version that was read; the
// stored one is then one higher.
func (s *Store) UpdateWebhook(ctx context.Context, w stack.Webhook) error {
	st := about("webhook", updateWebhookSQL, w.TeamID, w.ID, w.Version, w.Name, w.Service, s.urlOf(&w),
		w.Description, w.Body, s.secretsOf(&w), instant{&w.UpdatedAt}, instant{&w.DisabledAt})
	return s.update(ctx, st, func() error {
		_, err := s.WebhookByID(ctx, w.TeamID, w.ID)
		return err
	})
}

// DeleteWebhook removes the team's webhook.
func (s *Store) DeleteWebhook(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("webhook", deleteWebhookSQL, teamID, id))
}

func (s *Store) webhookFields(w *stack.Webhook) []any {
	return []any{
		&w.ID, &w.TeamID, &w.Name, &w.Service, s.urlOf(w), &w.Description, &w.Body, s.secretsOf(w),
		instant{&w.DisabledAt}, instant{&w.CreatedAt}, instant{&w.UpdatedAt}, &w.Version,
	}
}

// urlOf seals the address too: those who know that of a chat room can write
// there.
func (s *Store) urlOf(w *stack.Webhook) sealedText {
	return sealedText{s.seal, "webhooks.url", &w.ID, &w.URL}
}

func (s *Store) secretsOf(w *stack.Webhook) sealedText {
	return sealedText{s.seal, "webhooks.secrets", &w.ID, &w.Secrets}
}

func (s *Store) scanWebhook(r row) (stack.Webhook, error) {
	var w stack.Webhook
	err := r.Scan(s.webhookFields(&w)...)
	return w, err
}
