package files

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Action is what a step does.
type Action string

// The actions.
const (
	Create Action = "create"
	Update Action = "update"
	Delete Action = "delete"
)

// Step is one change of a plan.
type Step struct {
	Action
	Address
	Differences []Difference // of an update
	resource    Resource     // what the file says, with references
	live        Resource
}

// Plan is what has to be done so that a team has what the files say.
type Plan struct {
	Steps     []Step
	Unchanged int

	dir string
	// ownedOnly: names recognise nothing.
	ownedOnly bool
	files     map[Address]bool
	state     *state
	live      *live
	resolver  *resolver
}

// Plan compares the files of the folder with what the target's team has.
func (c *Client) Plan(ctx context.Context, dir string, lookupEnv func(string) (string, bool)) (*Plan, error) {
	return c.plan(ctx, dir, lookupEnv, false)
}

// PlanOwned is Plan for a folder that changes only what it owns: what has the same
// name is left alone.
func (c *Client) PlanOwned(ctx context.Context, dir string, lookupEnv func(string) (string, bool)) (*Plan, error) {
	return c.plan(ctx, dir, lookupEnv, true)
}

func (c *Client) plan(ctx context.Context, dir string, lookupEnv func(string) (string, bool), ownedOnly bool) (*Plan, error) {
	files, err := ReadFiles(dir)
	if err != nil {
		return nil, err
	}
	kept, err := readState(dir)
	if err != nil {
		return nil, err
	}
	l, err := c.read(ctx)
	if err != nil {
		return nil, err
	}
	p := &Plan{dir: dir, ownedOnly: ownedOnly, files: map[Address]bool{}, state: kept, live: l, resolver: &resolver{
		ids: map[Address]string{Own(): l.own}, parts: map[Address]pairs{}, lookupEnv: lookupEnv,
	}}
	for _, file := range files {
		if file.Kind == Connections && c.isManaged() {
			return nil, fmt.Errorf("%s: the managed API offers no connections", file.Address)
		}
		p.files[file.Address] = true
	}
	return p, p.fill(files)
}

func (p *Plan) fill(files []Resource) error {
	matched := make([]*Resource, len(files))
	for i, file := range files {
		found, err := p.match(file)
		if err != nil {
			return err
		}
		if found != nil {
			matched[i] = found
			p.know(file, *found)
		}
	}
	var failed []error
	for i, file := range files {
		if err := p.compare(file, matched[i]); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", file.Address, err))
		}
	}
	p.deletions()
	return errors.Join(failed...)
}

// match returns the live resource that a file means: the one that it was
// applied to before, or the only one of its name.
func (p *Plan) match(file Resource) (*Resource, error) {
	if mine := p.state.of(p.live.team)[file.String()]; mine != nil {
		if r, ok := p.live.byID(file.Kind, mine.ID); ok {
			return &r, nil
		}
	}
	if p.ownedOnly {
		return nil, nil
	}
	named := slices.DeleteFunc(p.live.named(file.Kind, file), p.hasFile)
	if len(named) > 1 {
		return nil, fmt.Errorf("%s: there are %d of this name; rename one, or export first so that the folder knows which is meant", file.Address, len(named))
	}
	if len(named) == 1 {
		return &named[0], nil
	}
	return nil, nil
}

// hasFile reports whether the folder owns the resource and has its file still.
// One that has not is free: its file was renamed, or it ends.
func (p *Plan) hasFile(r Resource) bool {
	at, ok := p.ownedAs(r)
	return ok && p.files[at]
}

// know makes the resource and its parts available to references.
func (p *Plan) know(file, found Resource) {
	p.resolver.ids[file.Address] = found.ID
	if file.Kind == Dashboards {
		p.resolver.parts[file.Address] = pairParts(file, found, p.noted(file.Address))
	}
}

// noted returns the parts that were paired when the file was last applied.
func (p *Plan) noted(at Address) map[string]string {
	if mine := p.state.of(p.live.team)[at.String()]; mine != nil {
		return mine.Parts
	}
	return nil
}

func (p *Plan) compare(file Resource, found *Resource) error {
	if found == nil {
		return p.creation(file)
	}
	body, err := p.body(file)
	var later *unresolved
	if errors.As(err, &later) {
		// It refers to what the plan creates, so it changes.
		p.Steps = append(p.Steps, Step{Action: Update, Address: file.Address, resource: file, live: *found,
			Differences: []Difference{{Field: "(references)", Old: "-", New: later.to.String()}}})
		return p.isPlanned(later.to)
	}
	if err != nil {
		return err
	}
	differ, err := compare(file.Kind, found.Body, body)
	if err != nil {
		return err
	}
	if p.secretsChanged(file, body) {
		differ = append(differ, Difference{Field: "(secrets)", Old: "…", New: "…"})
	}
	if len(differ) == 0 {
		p.Unchanged++
		return nil
	}
	p.Steps = append(p.Steps, Step{Action: Update, Address: file.Address, Differences: differ, resource: file, live: *found})
	return nil
}

// isPlanned returns an error unless the plan makes what is referred to.
func (p *Plan) isPlanned(at Address) error {
	if slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Action == Create && s.Address == at }) {
		return nil
	}
	return &unresolved{at}
}

func (p *Plan) creation(file Resource) error {
	body, err := p.body(file)
	var later *unresolved
	switch {
	case errors.As(err, &later):
		// Whether it is there when its turn comes is seen then.
	case err != nil:
		return err
	default:
		if err := check(file.Kind, body); err != nil {
			return err
		}
	}
	p.Steps = append(p.Steps, Step{Action: Create, Address: file.Address, resource: file})
	return nil
}

// body returns what is sent for a file: ids in place of references, and live
// ids of the parts of a dashboard.
func (p *Plan) body(file Resource) (map[string]any, error) {
	body, err := p.resolver.resolve(file.Body)
	if err == nil && file.Kind == Dashboards {
		p.resolver.parts[file.Address].put(body)
	}
	return body, err
}

func (p *Plan) secretsChanged(file Resource, body map[string]any) bool {
	secret, err := secrets(body)
	if err != nil || secret == "" {
		return false
	}
	mine := p.state.of(p.live.team)[file.String()]
	return mine == nil || !matchesSeal(mine.Seal, secret)
}

// deletions plans the end of what the folder owns and has no file for any
// more.
func (p *Plan) deletions() {
	kinds := Kinds()
	slices.Reverse(kinds)
	meant := slices.Collect(maps.Values(p.resolver.ids))
	for _, kind := range kinds {
		for _, r := range p.live.resources[kind] {
			at, isOwned := p.ownedAs(r)
			if isOwned && !slices.Contains(meant, r.ID) {
				p.Steps = append(p.Steps, Step{Action: Delete, Address: at, live: r})
			}
		}
	}
}

func (p *Plan) ownedAs(r Resource) (Address, bool) {
	for text, o := range p.state.of(p.live.team) {
		if at, ok := parseAddress(text); ok && o.ID == r.ID && at.Kind == r.Kind {
			return at, true
		}
	}
	return Address{}, false
}
