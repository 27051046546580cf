package grafana

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/stack"
)

// timeShift is a shift that tiles can have.
var timeShift = regexp.MustCompile(`^([1-9][0-9]{0,2}[smhd]|[1-9]w|[1-4][0-9]w)$`)

// The size of a panel that says nothing about it.
const (
	widthDefault  = 12
	heightDefault = 8
)

// panels makes tiles of panels, and sections of the rows between them.
func (t *translation) panels(list []*node) {
	section, top, folded := "", 0.0, ""
	slices.SortStableFunc(list, func(a, b *node) int {
		return cmp.Or(cmp.Compare(spot(a, "y"), spot(b, "y")), cmp.Compare(spot(a, "x"), spot(b, "x")))
	})
	for _, n := range list {
		if kind, _ := n.fields["type"].(string); kind == "row" {
			top = spot(n, "y") + 1
			section, folded = t.row(n, top)
			continue
		}
		if folded != "" {
			section, folded = t.below(n, folded), ""
		}
		t.panel(n, section, top)
	}
}

// below makes a section of the panels that follow a folded row without being part
// of it: tiles outside of sections stand above all of them.
func (t *translation) below(n *node, folded string) string {
	section := t.section(n, "Below "+folded, false)
	if section != "" {
		t.note(Changed, n.text("title"), n.at("gridPos"), "The panels below the folded row %q are in a section of their own, because tiles outside of sections stand above all rows. Rename it, or move them.", folded)
	}
	return section
}

// row makes a section of a row, with the panels that are folded away in it. It
// returns the section that what follows is part of, or else the title of the row.
func (t *translation) row(n *node, top float64) (section, folded string) {
	title := t.words(strings.TrimSpace(n.text("title")))
	n.panel = title
	n.know("id", "gridPos", "type", "datasource", "editable", "error", "isNew", "repeatIteration", "scopedVars", "repeatPanelId", "targets", "height", "span", "pluginVersion")
	n.repeat("The row", "section")
	isCollapsed := n.flag("collapsed")
	section = t.section(n, title, isCollapsed)
	for _, inner := range n.children("panels") {
		t.panel(inner, section, top)
	}
	if isCollapsed {
		return "", cmp.Or(title, "Row")
	}
	return section, ""
}

// repeat notes that what is repeated for each value of a variable is there once.
func (n *node) repeat(what, once string) {
	if name := n.text("repeat"); name != "" {
		n.t.note(Changed, n.panel, n.at("repeat"), "%s is not repeated: one %s shows all values of $%s. Group by its label in the queries to tell them apart.", what, once, name)
	}
}

// section returns the id of a new section; empty where there are too many.
func (t *translation) section(n *node, title string, isCollapsed bool) string {
	if len(t.spec.Containers) == stack.ContainersMax {
		t.note(Changed, n.panel, n.path, "The panels of the row are in no section: a dashboard has at most %d. Move them into another one.", stack.ContainersMax)
		return ""
	}
	id := fmt.Sprintf("row%d", len(t.spec.Containers)+1)
	t.spec.Containers = append(t.spec.Containers, stack.Container{
		ID: id, Title: n.cut("title", cmp.Or(title, "Row"), stack.ContainerIDCharsMax), Collapsed: isCollapsed,
	})
	return id
}

// oldRow makes a section of a row of older files, in which panels follow each other
// without places.
func (t *translation) oldRow(n *node) {
	n.know("height", "editable", "titleSize", "showTitle", "repeatIteration", "repeatRowId", "isNew")
	isCollapsed := n.flag("collapse")
	title := t.words(strings.TrimSpace(n.text("title")))
	n.panel = title
	n.repeat("The row", "section")
	section := t.section(n, title, isCollapsed)
	x, y := 0.0, 0.0
	for _, panel := range n.children("panels") {
		width, ok := panel.number("span")
		if width *= 2; !ok || width < 1 || width > stack.GridColumns {
			width = widthDefault
		}
		if x+width > stack.GridColumns {
			x, y = 0, y+heightDefault
		}
		panel.fields["gridPos"] = map[string]any{"x": x, "y": y, "w": width, "h": float64(heightDefault)}
		x += width
		t.panel(panel, section, 0)
	}
}

// spot returns one number of the place of a panel.
func spot(n *node, key string) float64 {
	place, _ := n.fields["gridPos"].(map[string]any)
	number, _ := place[key].(float64)
	return number
}

// place returns where a tile stands. Both grids have 24 columns.
func (t *translation) place(n *node, name, section string, top float64) stack.Placement {
	grid := n.child("gridPos")
	grid.know("x", "y", "w", "h", "static")
	within := func(v, least, most float64) float64 { return math.Round(min(max(v, least), most)) }
	p := stack.Placement{Name: name, ContainerID: section}
	p.X = within(spot(n, "x"), 0, stack.GridColumns-1)
	p.W = within(cmp.Or(spot(n, "w"), widthDefault), 1, stack.GridColumns-p.X)
	p.Y = within(spot(n, "y")-top, 0, stack.GridRowsMax)
	p.H = within(cmp.Or(spot(n, "h"), heightDefault), 1, stack.GridRowsMax)
	return p
}
