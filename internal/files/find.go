package files

import (
	"context"
	"fmt"
	"slices"
)

// WebhookID returns the id of the team's webhook with that id or name.
func (c *Client) WebhookID(ctx context.Context, word string) (string, error) {
	l := &live{resources: map[Kind][]Resource{}}
	records, err := c.list(ctx, Webhooks)
	if err != nil {
		return "", err
	}
	for _, record := range records {
		l.add(Webhooks, record)
	}
	if found, ok := l.byID(Webhooks, word); ok {
		return found.ID, nil
	}
	var named []string
	for _, r := range l.resources[Webhooks] {
		if r.text("name") == word {
			named = append(named, r.ID)
		}
	}
	if len(named) != 1 {
		return "", fmt.Errorf("there are %d webhooks with the id or name %q", len(named), word)
	}
	return named[0], nil
}

// Without returns the resources that the plan changes although they lack a tag.
func (p *Plan) Without(tag string) []string {
	var names []string
	for _, s := range p.Steps {
		tags, _ := s.live.Body["tags"].([]any)
		if s.Action == Update && !slices.Contains(tags, any(tag)) {
			names = append(names, fmt.Sprintf("%s %q", s.Kind, s.live.text("name")))
		}
	}
	return names
}
