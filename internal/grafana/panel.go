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
	note    string // what is different; empty: nothing
}

// shapes returns how panels are shown, by their type.
func shapes() map[string]shape {
	const lines = "It is shown as lines over time."
	return map[string]shape{
		"timeseries": {stack.DisplayLine, ""}, "graph": {stack.DisplayLine, ""},
		"stat": {stack.DisplayNumber, ""}, "singlestat": {stack.DisplayNumber, ""}, "grafana-singlestat-panel": {stack.DisplayNumber, ""},
		"gauge": {stack.DisplayNumber, "The gauge is shown as a number."}, "bargauge": {stack.DisplayBar, "The gauges are shown as bars."},
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
		n.drop("There are no panels of type %q.", kind)
		return
	}
	if len(t.spec.Tiles) == stack.TilesMax {
		n.drop("A dashboard has at most %d tiles.", stack.TilesMax)
		return
	}
	config := t.config(n, as)
	if config == nil {
		return
	}
	t.around(n)
	if as.note != "" {
		t.note(Look, n.panel, n.at("type"), "%s", as.note)
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
		n.drop("The library panel %q is not in the file; export the dashboard for sharing externally.", link["name"])
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
	n.leaveOut("description", "Tiles have no description.")
	n.leaveOut("links", "Tiles have no links.")
	n.leaveOut("transformations", "Transformations of results: write them in PromQL.")
	n.leaveOut("alert", "The alert of the panel; import it as a rule, or create an alert on the tile.")
	n.leaveOut("timeFrom", "Tiles have the time range of the page.")
	n.say(Changed, "interval", "The step of queries follows the time range.")
	if name := n.text("repeat"); name != "" {
		t.note(Changed, n.panel, n.at("repeat"), "It is not repeated: one tile shows all values of $%s.", name)
	}
}

// config returns what a panel shows; nil where it is left out, which is noted then.
func (t *translation) config(n *node, as shape) stack.Config {
	if as.display == stack.DisplayMarkdown {
		return t.markdown(n)
	}
	before := len(t.notes)
	queries := t.targets(n)
	if len(queries) == 0 {
		why := "it has no queries."
		if len(t.notes) > before {
			why = "none of its queries can be asked here."
		}
		n.drop("The panel is left out: %s", why)
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
	t.note(LeftOut, n.panel, n.at("timeShift"), "The shift %q: it has to be a duration such as 1h, 1d or 1w.", shift)
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
		t.note(Changed, n.panel, n.at("type"), "The text is HTML, of which only what Markdown has is shown.")
	}
	return stack.MarkdownConfig{DisplayType: stack.DisplayMarkdown, Markdown: n.cut("options.content", t.words(text), stack.MarkdownCharsMax)}
}
