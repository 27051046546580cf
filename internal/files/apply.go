package files

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// Apply carries the plan out. What was done before a failure is remembered,
// so that the next run goes on from there.
func (c *Client) Apply(ctx context.Context, p *Plan, done func(Step)) error {
	err := c.run(ctx, p, done)
	return errors.Join(err, p.state.write(p.dir))
}

func (c *Client) run(ctx context.Context, p *Plan, done func(Step)) error {
	p.adopt()
	if err := c.createAll(ctx, p, done); err != nil {
		return err
	}
	for _, step := range p.Steps {
		var err error
		switch step.Action {
		case Update:
			err = c.update(ctx, p, step)
		case Delete:
			err = c.remove(ctx, p, step)
		case Create:
			continue
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", step.Action, step.Address, err)
		}
		done(step)
	}
	return nil
}

// adopt notes that the folder owns what its files were matched with, under
// their present names alone, and forgets what is gone.
func (p *Plan) adopt() {
	mine := p.state.of(p.live.team)
	meant := slices.Collect(maps.Values(p.resolver.ids))
	for text, o := range mine {
		at, ok := parseAddress(text)
		_, isThere := p.live.byID(at.Kind, o.ID)
		if !ok || !isThere || slices.Contains(meant, o.ID) && p.resolver.ids[at] != o.ID {
			delete(mine, text)
		}
	}
	for at, id := range p.resolver.ids {
		if at != Own() {
			p.own(at, id)
		}
	}
}

func (p *Plan) own(at Address, id string) *owned {
	mine := p.state.of(p.live.team)
	if mine[at.String()] == nil {
		mine[at.String()] = &owned{}
	}
	mine[at.String()].ID = id
	return mine[at.String()]
}

// createAll creates kind by kind, those first whose references lead to what
// is there. When only circles are left, one of them begins as a skeleton that
// is completed at the end.
func (c *Client) createAll(ctx context.Context, p *Plan, done func(Step)) error {
	waiting := slices.DeleteFunc(slices.Clone(p.Steps), func(s Step) bool { return s.Action != Create })
	var skeletons []Step
	for len(waiting) > 0 {
		i, err := p.nextReady(waiting)
		if err != nil {
			return err
		}
		step := waiting[max(i, 0)]
		if i < 0 {
			skeletons = append(skeletons, step)
		}
		if err := c.create(ctx, p, step, i < 0); err != nil {
			return fmt.Errorf("create %s: %w", step.Address, err)
		}
		waiting = slices.Delete(waiting, max(i, 0), max(i, 0)+1)
		done(step)
	}
	for _, step := range skeletons {
		if err := c.update(ctx, p, step); err != nil {
			return fmt.Errorf("complete %s: %w", step.Address, err)
		}
	}
	return nil
}

// nextReady returns the first step whose references can be resolved; -1 when
// there is none and the first one may begin as a skeleton.
func (p *Plan) nextReady(waiting []Step) (int, error) {
	var blocked error
	for i, step := range waiting {
		_, err := p.body(step.resource)
		if err == nil {
			return i, nil
		}
		if blocked == nil {
			blocked = fmt.Errorf("create %s: %w", step.Address, err)
		}
	}
	var later *unresolved
	isPlanned := errors.As(blocked, &later) && slices.ContainsFunc(waiting, func(s Step) bool { return s.Address == later.to })
	if !isPlanned || waiting[0].Kind != Sources && waiting[0].Kind != Dashboards {
		return 0, blocked
	}
	return -1, nil
}

// skeleton returns as much of a file as refers to nothing that is missing.
func (p *Plan) skeleton(file Resource) (map[string]any, error) {
	if file.Kind == Dashboards {
		return map[string]any{"name": file.Body["name"], "tiles": []any{}}, nil
	}
	rest := maps.Clone(file.Body)
	for _, link := range []string{"logSourceId", "traceSourceId", "metricSourceId", "sessionSourceId"} {
		delete(rest, link)
	}
	return p.resolver.resolve(rest)
}

func (c *Client) create(ctx context.Context, p *Plan, step Step, asSkeleton bool) error {
	build := p.body
	if asSkeleton {
		build = p.skeleton
	}
	body, err := build(step.resource)
	if err != nil {
		return err
	}
	got, err := c.do(ctx, call{
		method: http.MethodPost, path: "/" + string(step.Kind), body: body,
		headers: map[string]string{"Idempotency-Key": c.Key()},
	})
	if err != nil {
		return err
	}
	return p.note(step.resource, got.value, body)
}

// note remembers what was made of a file.
func (p *Plan) note(file Resource, record any, sent map[string]any) error {
	made, _ := record.(map[string]any)
	id, _ := made["id"].(string)
	if id == "" {
		return errors.New("the API answered no id")
	}
	p.resolver.ids[file.Address] = id
	mine := p.own(file.Address, id)
	if file.Kind == Dashboards {
		paired := inOrder(file, Resource{Body: made})
		p.resolver.parts[file.Address], mine.Parts = paired, paired.noted()
	}
	secret, err := secrets(sent)
	if err != nil || secret == "" {
		return err
	}
	mine.Seal, err = newSeal(secret)
	return err
}

// update writes a resource, unless somebody changed it since the plan.
func (c *Client) update(ctx context.Context, p *Plan, step Step) error {
	path := "/" + string(step.Kind) + "/" + p.resolver.ids[step.Address]
	now, err := c.do(ctx, call{method: http.MethodGet, path: path})
	if err != nil {
		return err
	}
	if step.Action == Update && !p.isAsPlanned(step, now.value) {
		return errors.New("somebody changed it since the plan was made; plan again")
	}
	body, err := p.body(step.resource)
	if err != nil {
		return err
	}
	got, err := c.do(ctx, call{method: http.MethodPut, path: path, body: body, headers: map[string]string{"If-Match": now.etag}})
	if err != nil {
		return err
	}
	return p.note(step.resource, got.value, body)
}

func (p *Plan) isAsPlanned(step Step, record any) bool {
	fields, _ := record.(map[string]any)
	now := &live{resources: map[Kind][]Resource{}}
	now.add(step.Kind, fields)
	return len(now.resources[step.Kind]) == 1 && len(differences("", step.live.Body, now.resources[step.Kind][0].Body)) == 0
}

// remove deletes a resource; one that is gone already is good.
func (c *Client) remove(ctx context.Context, p *Plan, step Step) error {
	if err := c.Delete(ctx, step.Kind, step.live.ID); err != nil {
		return err
	}
	delete(p.state.of(p.live.team), step.String())
	return nil
}
