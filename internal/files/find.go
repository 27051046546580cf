package files

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
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

// Adopt has a folder own the team's dashboards that have these tags, by the names of
// their files, so that applying the folder updates them. Of several with a tag it is
// the oldest: others are copies. It returns their names and ids for people.
func (c *Client) Adopt(ctx context.Context, dir string, tags map[string]string) (map[string]string, error) {
	l, err := c.read(ctx)
	if err != nil {
		return nil, err
	}
	kept, err := readState(dir)
	if err != nil {
		return nil, err
	}
	adopted := map[string]string{}
	for slug, tag := range tags {
		if found := l.tagged(Dashboards, tag); len(found) > 0 {
			kept.of(l.team)[Address{Dashboards, slug}.String()] = &owned{ID: found[0].ID}
			adopted[slug] = fmt.Sprintf("%q (%s)", found[0].text("name"), found[0].ID)
		}
	}
	return adopted, kept.write(dir)
}

// All returns the team's resources of a kind.
func (c *Client) All(ctx context.Context, kind Kind) ([]Resource, error) {
	l := &live{resources: map[Kind][]Resource{}}
	records, err := c.list(ctx, kind)
	if err != nil {
		return nil, err
	}
	for _, record := range records {
		l.add(kind, record)
	}
	return l.resources[kind], nil
}

// Delete deletes a resource of the team; one that is gone already is good.
func (c *Client) Delete(ctx context.Context, kind Kind, id string) error {
	_, err := c.do(ctx, call{method: http.MethodDelete, path: "/" + string(kind) + "/" + id})
	if isNotFound(err) {
		return nil
	}
	return err
}

// HasTag reports whether the resource has a tag.
func (r Resource) HasTag(tag string) bool {
	tags, _ := r.Body["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

// tagged returns the resources of the kind that have a tag, the oldest first.
func (l *live) tagged(kind Kind, tag string) []Resource {
	found := slices.DeleteFunc(slices.Clone(l.resources[kind]), func(r Resource) bool { return !r.HasTag(tag) })
	slices.SortStableFunc(found, func(a, b Resource) int { return strings.Compare(a.created, b.created) })
	return found
}
