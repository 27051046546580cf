package files

import (
	"context"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/stack"
)

// live is what a team has.
type live struct {
	team      string
	own       string // id of the connection to its own tables
	resources map[Kind][]Resource
}

// read returns what the target's team has.
func (c *Client) read(ctx context.Context) (*live, error) {
	l := &live{resources: map[Kind][]Resource{}}
	for _, kind := range Kinds() {
		if kind == Connections && c.isManaged() {
			continue
		}
		records, err := c.list(ctx, kind)
		if err != nil {
			return nil, err
		}
		for _, record := range records {
			l.add(kind, record)
		}
	}
	l.findOwn()
	if l.team == "" {
		l.team = "service " + c.Service
	}
	return l, nil
}

func (l *live) add(kind Kind, record map[string]any) {
	if team, ok := record["teamId"].(string); ok {
		l.team = team
	}
	id, _ := record["id"].(string)
	created, _ := record["createdAt"].(string)
	if isOwn, _ := record["own"].(bool); isOwn {
		l.own = id
		return
	}
	computed := stack.ComputedFields()
	r := Resource{Address: Address{Kind: kind}, ID: id, created: created, Body: map[string]any{}}
	for name, value := range record {
		if !slices.Contains(computed, name) {
			r.Body[name] = value
		}
	}
	l.resources[kind] = append(l.resources[kind], r)
}

// findOwn guesses the connection to the team's own tables where connections
// are not offered: the one under the oldest source.
func (l *live) findOwn() {
	if sources := l.resources[Sources]; l.own == "" && len(sources) > 0 {
		l.own = sources[0].text("connection")
	}
}

// named returns the resources of the kind with the name that people gave
// them.
func (l *live) named(kind Kind, want Resource) []Resource {
	var found []Resource
	for _, r := range l.resources[kind] {
		same := r.text("name") == want.text("name") && r.text("service") == want.text("service")
		if same && want.text("name") != "" {
			found = append(found, r)
		}
	}
	return found
}

func (l *live) byID(kind Kind, id string) (Resource, bool) {
	i := slices.IndexFunc(l.resources[kind], func(r Resource) bool { return r.ID == id })
	if i < 0 {
		return Resource{}, false
	}
	return l.resources[kind][i], true
}

// slug makes a file name of a name: small letters, digits and dashes.
func slug(name string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			out.WriteRune(r)
		case out.Len() > 0 && !strings.HasSuffix(out.String(), "-"):
			out.WriteByte('-')
		}
	}
	return strings.Trim(out.String()[:min(out.Len(), slugCharsMax)], "-")
}

// slugCharsMax bounds a file name.
const slugCharsMax = 60
