package files

import (
	"fmt"
	"io"
)

// differencesShown is how many fields of one update a plan shows.
const differencesShown = 20

// Print writes the plan for people.
func (p *Plan) Print(w io.Writer) error {
	counts := map[Action]int{}
	for _, s := range p.Steps {
		counts[s.Action]++
		if err := s.print(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d to create, %d to update, %d to delete, %d unchanged\n",
		counts[Create], counts[Update], counts[Delete], p.Unchanged)
	return err
}

func (s Step) print(w io.Writer) error {
	sign := map[Action]string{Create: "+", Update: "~", Delete: "-"}[s.Action]
	if _, err := fmt.Fprintf(w, "%s %s\n", sign, s.Address); err != nil {
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
