package grafana

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/stack"
)

// shape is how panels of a type are shown here.
type shape struct {
	display stack.DisplayType
	other   string // what it is shown as, if that is not the same
}

// shapes returns how panels are shown, by their type.
func shapes() map[string]shape {
	const lines = "lines over time"
	return map[string]shape{
		"timeseries": {stack.DisplayLine, ""}, "graph": {stack.DisplayLine, ""},
		"stat": {stack.DisplayNumber, ""}, "singlestat": {stack.DisplayNumber, ""}, "grafana-singlestat-panel": {stack.DisplayNumber, ""},
		"gauge": {stack.DisplayNumber, "a number"}, "bargauge": {stack.DisplayBar, "bars"},
		"table": {stack.DisplayTable, ""}, "table-old": {stack.DisplayTable, ""},
		"heatmap": {stack.DisplayHeatmap, ""}, "piechart": {stack.DisplayPie, ""}, "grafana-piechart-panel": {stack.DisplayPie, ""},
		"barchart": {stack.DisplayBar, ""}, "text": {stack.DisplayMarkdown, ""},
		"trend": {stack.DisplayLine, lines}, "state-timeline": {stack.DisplayLine, lines}, "status-history": {stack.DisplayLine, lines},
		"candlestick": {stack.DisplayLine, lines}, "histogram": {stack.DisplayLine, lines}, "xychart": {stack.DisplayLine, lines},
	}
}

// panel makes a tile of a panel that is not a row. Its height counts from the top of
// its section.
func (t *translation) panel(n *node, section string, top float64) {
	n = t.library(n)
	if n == nil {
		return
	}
	title := strings.TrimSpace(n.text("title"))
	n.panel = cmp.Or(title, fmt.Sprintf("panel %v", n.fields["id"]))
	kind := n.text("type")
	as, known := shapes()[kind]
	if !known {
		n.drop("The panel is not imported: its type %q has no counterpart here. Add a tile of another type in its place.", kind)
		return
	}
	if len(t.spec.Tiles) == stack.TilesMax {
		n.drop("The panel is not imported: a dashboard has at most %d tiles. Split the dashboard in Grafana, and import its parts.", stack.TilesMax)
		return
	}
	config := t.config(n, as)
	if config == nil {
		return
	}
	t.around(n)
	if as.other != "" {
		t.note(Look, n.panel, n.at("type"), "A panel of type %q is shown as %s.", kind, as.other)
	}
	t.spec.Tiles = append(t.spec.Tiles, stack.Tile{
		Placement: t.place(n, n.cut("title", t.words(title), stack.NameCharsMax), section, top), Config: config,
	})
}

// library returns the panel that a library panel of the file is; nil for one that
// the file does not have.
func (t *translation) library(n *node) *node {
	link, ok := n.fields["libraryPanel"].(map[string]any)
	if !ok {
		return n
	}
	n.know("libraryPanel")
	uid, _ := link["uid"].(string)
	element, _ := t.elements[uid].(map[string]any)
	model, ok := element["model"].(map[string]any)
	if !ok {
		n.panel = n.text("title")
		n.drop("The panel is not imported: the library panel %q is not in the file. Export the dashboard for sharing externally, and import it again.", link["name"])
		return nil
	}
	n.know("id", "title", "type", "collapsed", "targets")
	whole := t.node("__elements."+uid+".model", "", model)
	for _, key := range []string{"gridPos", "id"} {
		whole.fields[key] = n.fields[key]
		n.know(key)
	}
	if title := n.text("title"); title != "" {
		whole.fields["title"] = title
	}
	return whole
}

// around reads what panels of all types have.
func (t *translation) around(n *node) {
	n.know("id", "pluginVersion", "editable", "error", "isNew", "renderer", "height", "span", "minSpan", "scopedVars", "cacheTimeout", "queryCachingTTL",
		"hideTimeOverride", "transparent", "targets", "fieldConfig", "options", "repeatDirection", "maxPerRow", "repeatIteration", "repeatPanelId", "repeatedByRow", "pageSize", "maxDataPoints", "collapsed")
	n.leaveOut("description", "The description of the panel is not imported. Put it into a Markdown tile to keep it.")
	n.leaveOut("links", "The links of the panel are not imported. Put them into a Markdown tile to keep them.")
	n.leaveOut("transformations", "Transformations are not imported: the tile shows what its queries return. Write them in PromQL.")
	n.leaveOut("alert", "The alert of the panel is not imported. Create an alert on the tile, or import it as a rule.")
	n.leaveOut("timeFrom", "The time range of the panel is not imported: tiles show that of the page. Write a window such as [1d] into the query to look further back.")
	n.say(Changed, "interval", stepWords)
	n.repeat("The panel", "tile")
}

// config returns what a panel shows; nil where it is left out, which is noted then.
func (t *translation) config(n *node, as shape) stack.Config {
	if as.display == stack.DisplayMarkdown {
		return t.markdown(n)
	}
	before := len(t.notes)
	queries := t.targets(n)
	if len(queries) == 0 {
		why := "it has no queries"
		if len(t.notes) > before {
			why = "none of its queries can be imported"
		}
		n.drop("The panel is not imported: %s. Add a tile with a query of your own in its place.", why)
		return nil
	}
	base := stack.PromQLQuery{ConfigType: stack.ConfigPromQL, DisplayType: as.display, Queries: queries}
	base.TimeShift = t.shift(n)
	return t.drawn(n, base)
}

// shift returns how much earlier than the page the panel shows.
func (t *translation) shift(n *node) string {
	shift := n.text("timeShift")
	if shift == "" || timeShift.MatchString(shift) {
		return shift
	}
	t.note(LeftOut, n.panel, n.at("timeShift"), "The time shift %q is not imported: it has to be a duration such as 1h, 1d or 1w. Choose one in the tile.", shift)
	return ""
}

// markdown returns the text of a panel.
func (t *translation) markdown(n *node) stack.Config {
	n.know("datasource")
	options := n.child("options")
	options.isLook = true
	options.know("code")
	mode := cmp.Or(options.text("mode"), n.text("mode"))
	text := cmp.Or(options.text("content"), n.text("content"))
	if mode == "html" {
		t.note(Changed, n.panel, n.at("type"), "The text is HTML, of which only what Markdown has is shown. Write it as Markdown in the tile.")
	}
	return stack.MarkdownConfig{DisplayType: stack.DisplayMarkdown, Markdown: n.cut("options.content", t.words(text), stack.MarkdownCharsMax)}
}
