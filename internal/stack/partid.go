package stack

import "encoding/json"

// part is a tile or a filter of a dashboard, as far as its id goes.
type part struct {
	id      *string
	content string // everything but the id
	label   string // what people tell it by; empty: nothing
}

func tileParts(tiles []Tile) ([]part, error) {
	parts := make([]part, len(tiles))
	for i, t := range tiles {
		label := t.Name
		if label != "" {
			label += "\x00" + string(t.Config.Display())
		}
		t.ID = ""
		content, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		parts[i] = part{id: &tiles[i].ID, content: string(content), label: label}
	}
	return parts, nil
}

func filterParts(filters []Filter) ([]part, error) {
	parts := make([]part, len(filters))
	for i, f := range filters {
		f.ID = ""
		content, err := json.Marshal(f)
		if err != nil {
			return nil, err
		}
		parts[i] = part{id: &filters[i].ID, content: string(content), label: f.Name}
	}
	return parts, nil
}

// identify gives each part an id. One with an id that is stored keeps it. The
// others take the id of a stored part that is left over: of one with the same
// content, or else with the same label. Clients that keep dashboards in files
// write tiles without ids; without this, each of their writes would remove the
// alerts on the tiles. What is left gets a new id.
func identify(parts, stored []part, mint Minter) error {
	free := make(map[string]bool, len(stored))
	for _, s := range stored {
		free[*s.id] = true
	}
	for _, p := range parts {
		if !free[*p.id] {
			*p.id = ""
		}
		delete(free, *p.id)
	}
	claim(parts, stored, free, func(p part) string { return p.content })
	claim(parts, stored, free, func(p part) string { return p.label })
	for _, p := range parts {
		if err := mintID(p.id, mint); err != nil {
			return err
		}
	}
	return nil
}

// claim gives parts without an id the free ids of stored parts with the same
// key, in their order.
func claim(parts, stored []part, free map[string]bool, key func(part) string) {
	ids := map[string][]string{}
	for _, s := range stored {
		if k := key(s); k != "" && free[*s.id] {
			ids[k] = append(ids[k], *s.id)
		}
	}
	for _, p := range parts {
		k := key(p)
		if *p.id != "" || len(ids[k]) == 0 {
			continue
		}
		*p.id, ids[k] = ids[k][0], ids[k][1:]
		delete(free, *p.id)
	}
}

func mintID(id *string, mint Minter) error {
	if *id != "" {
		return nil
	}
	made, err := mint()
	*id = made
	return err
}
