package files

import (
	"context"
	"fmt"
	"os"
	"strconv"
)

// Export writes what the target's team has to the folder, one file a
// resource, and notes in the state file that the folder owns it. It returns
// what it wrote. Secrets are not exported: the API never returns them.
func (c *Client) Export(ctx context.Context, dir, format string) ([]Address, error) {
	l, err := c.read(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	kept, err := readState(dir)
	if err != nil {
		return nil, err
	}
	mine := kept.of(l.team)
	resources := l.address(mine)
	names := l.namer(resources)
	written := make([]Address, 0, len(resources))
	for _, r := range resources {
		if r.Body, err = names.file(r); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Address, err)
		}
		if err := writeFile(dir, format, r); err != nil {
			return nil, err
		}
		if mine[r.String()] == nil {
			mine[r.String()] = &owned{}
		}
		mine[r.String()].ID = r.ID
		mine[r.String()].Parts = nil // the file has the live ids now
		written = append(written, r.Address)
	}
	return written, kept.write(dir)
}

// address gives every resource its name in the files: the one that it had, or
// one made of what people call it.
func (l *live) address(mine map[string]*owned) []Resource {
	known, taken := map[string]Address{}, map[Address]bool{Own(): true}
	for text, o := range mine {
		if at, ok := parseAddress(text); ok {
			known[o.ID], taken[at] = at, true
		}
	}
	var all []Resource
	for _, kind := range Kinds() {
		for _, r := range l.resources[kind] {
			at, ok := known[r.ID]
			if !ok {
				at = freeAddress(kind, r, taken)
			}
			taken[at], r.Address = true, at
			all = append(all, r)
		}
	}
	return all
}

func freeAddress(kind Kind, r Resource, taken map[Address]bool) Address {
	name := slug(r.text("name"))
	if name == "" {
		name = string(kind[0]) + "-" + r.ID
	}
	at := Address{kind, name}
	for n := 2; taken[at]; n++ {
		at.Name = name + "-" + strconv.Itoa(n)
	}
	return at
}

// namer returns the references of all ids.
func (l *live) namer(resources []Resource) *namer {
	n := &namer{names: map[string]string{}}
	if l.own != "" {
		n.names[l.own] = Own().String()
	}
	for _, r := range resources {
		n.names[r.ID] = r.String()
	}
	return n
}

// file returns the body of a resource as it stands in a file.
func (n *namer) file(r Resource) (map[string]any, error) {
	body, err := n.name(r.Body)
	if err != nil || r.Kind != Alerts {
		return body, err
	}
	if dashboard, ok := n.names[r.text("dashboardId")]; ok {
		body["tileId"] = reference(dashboard + tilesPart + r.text("tileId"))
	}
	for _, name := range []string{"dashboardId", "tileId", "savedSearchId"} {
		if body[name] == nil {
			delete(body, name)
		}
	}
	delete(body, "channel") // the first of channels
	return body, nil
}
