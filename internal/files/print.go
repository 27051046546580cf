package files

import (
	"fmt"
	"io"
	"strings"
)

// differencesShown is how many fields of one update a plan shows.
const differencesShown = 20

// Print writes the plan for people.
func (p *Plan) Print(w io.Writer) error {
	for _, s := range p.Steps {
		if err := s.print(w, s.String()); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d to create, %d to update, %d to delete, %d unchanged\n",
		p.Count(Create), p.Count(Update), p.Count(Delete), p.Unchanged)
	return err
}

// PrintNamed writes the steps by the names of the resources, for those who have not
// seen the files.
func (p *Plan) PrintNamed(w io.Writer) error {
	for _, s := range p.Steps {
		if err := s.print(w, fmt.Sprintf("%s %q", strings.TrimSuffix(string(s.Kind), "s"), s.resource.text("name"))); err != nil {
			return err
		}
	}
	return nil
}

// Count returns how many steps do that.
func (p *Plan) Count(a Action) int {
	n := 0
	for _, s := range p.Steps {
		if s.Action == a {
			n++
		}
	}
	return n
}

func (s Step) print(w io.Writer, name string) error {
	sign := map[Action]string{Create: "+", Update: "~", Delete: "-"}[s.Action]
	if _, err := fmt.Fprintf(w, "%s %s\n", sign, name); err != nil {
		return err
	}
	for i, d := range s.Differences {
		if i == differencesShown {
			_, err := fmt.Fprintf(w, "    … and %d more fields\n", len(s.Differences)-i)
			return err
		}
		if _, err := fmt.Fprintf(w, "    %s: %s → %s\n", d.Field, d.Old, d.New); err != nil {
			return err
		}
	}
	return nil
}
