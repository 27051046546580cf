package grafana

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/stack"
)

// The versions of the model that are known.
const (
	schemaMin = 14
	schemaMax = 42
)

// translation is one dashboard on its way.
type translation struct {
	spec      stack.DashboardSpec
	tag       string
	notes     []Note
	nodes     []*node
	dropped   []string // paths of objects that are left out whole
	variables map[string]variable
	sources   map[string]string // plugin of a data source, by its name, uid or variable
	elements  map[string]any    // library panels of the file
	asked     []string          // expressions and selectors
	several   []string          // titles of number tiles that may have several series
}

func newTranslation() *translation {
	return &translation{variables: map[string]variable{}, sources: map[string]string{}}
}

func (t *translation) board(n *node) {
	title := n.text("title")
	t.tag = tagOf(n.text("uid"), title)
	t.spec = stack.DashboardSpec{
		Name: n.cut("title", cmp.Or(strings.TrimSpace(title), "Untitled"), stack.NameCharsMax), Tiles: []stack.Tile{}, Filters: []stack.Filter{},
		SavedFilterValues: []stack.SavedFilterValue{},
	}
	t.spec.Tags = t.tags(n)
	t.aside(n)
	t.inputs(n)
	list := slices.DeleteFunc(n.child("templating").children("list"), t.setting)
	for _, v := range list {
		t.variable(v)
	}
	t.panels(n.children("panels"))
	for _, row := range n.children("rows") {
		t.oldRow(row)
	}
	for _, v := range list {
		t.literal(v)
		t.standing(v)
	}
	if len(t.spec.Tiles) == 0 && len(t.notes) == 0 {
		t.note(Changed, "", n.at("panels"), "The dashboard has no panels, so there is nothing to show. Check that the right file was exported.")
	}
	if len(t.several) > 0 {
		t.note(Changed, "", n.at("panels"), "A number tile shows one series, the first by its labels. Aggregate with sum() or avg() where a query returns several, as it may in: %s.", strings.Join(t.several, ", "))
	}
}

// aside reads what is about the page and not about its panels.
func (t *translation) aside(n *node) {
	n.know("id", "version", "iteration", "gnetId", "editable", "schemaVersion", "__requires", "style", "revision", "preload", "originalTitle", "hideControls", "sharedCrosshair", "created", "updated", "isNew")
	if version, ok := n.number("schemaVersion"); ok && (version < schemaMin || version > schemaMax) {
		t.note(Changed, "", n.at("schemaVersion"), "The file has schema version %g, which is not known here. Compare the tiles with the panels after the import.", version)
	}
	n.leaveOut("description", "The description of the dashboard is not imported. Put it into a Markdown tile to keep it.")
	n.leaveOut("links", "The links of the dashboard are not imported. Put them into a Markdown tile to keep them.")
	n.say(Changed, "time", "The time range of the dashboard is not imported. Choose one on the page; links to the page keep it.")
	n.expect("refresh", false)
	n.say(Changed, "refresh", "The refresh interval is not imported. Choose one on the page.")
	n.know("timepicker")
	n.expect("timezone", "browser", "")
	n.say(Look, "timezone", "The time zone of the dashboard is not imported. Times are shown in the one that you choose on the page.")
	n.expect("graphTooltip", 0)
	n.say(Look, "graphTooltip", "Charts share no crosshair and no tooltip.")
	n.expect("weekStart", "", "browser")
	n.expect("fiscalYearStartMonth", 0)
	n.expect("liveNow", false)
	n.expect("snapshot", false)
	for _, a := range n.child("annotations").children("list") {
		if builtIn, _ := a.number("builtIn"); builtIn == 1 {
			t.dropped = append(t.dropped, a.path)
			continue
		}
		a.drop("The annotation %q is not imported, because dashboards have none here. Add a tile that shows the same events.", a.text("name"))
	}
}

// tags returns those of the dashboard that fit, after those of the import.
func (t *translation) tags(n *node) []string {
	tags := []string{Tag, t.tag}
	items, _ := read[[]any](n, "tags")
	for _, item := range items {
		tag, _ := item.(string)
		tag = strings.TrimSpace(tag)
		switch {
		case tag == "" || slices.Contains(tags, tag):
		case utf8.RuneCountInString(tag) > stack.TagCharsMax || len(tags) == stack.TagsMax:
			t.note(LeftOut, "", n.at("tags"), "The tag %q is not imported: a dashboard has at most %d tags of %d characters each. Add a shorter one after the import.", tag, stack.TagsMax, stack.TagCharsMax)
		default:
			tags = append(tags, tag)
		}
	}
	return tags
}

// inputs reads what an export says about the place that it comes from.
func (t *translation) inputs(n *node) {
	for _, in := range n.children("__inputs") {
		in.know("description", "pluginName", "label")
		switch in.text("type") {
		case "datasource":
			t.sources[in.text("name")] = in.text("pluginId")
		case "constant":
			t.variables[in.text("name")] = variable{isConstant: true, value: in.text("value")}
		}
	}
	t.elements, _ = read[map[string]any](n, "__elements")
}
