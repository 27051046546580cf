package grafana

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/stack"
)

// everyValue is what Grafana chooses for all values of a variable.
const everyValue = "$__all"

var (
	notOfName  = regexp.MustCompile(`\W`)
	startsName = regexp.MustCompile(`^[a-zA-Z]`)
	listItem   = regexp.MustCompile(`"[^"]*"|(?:\\,|[^,])+`)
)

// takenWords is said of a variable whose name another one has.
const takenWords = "The variable $%s is not imported, because another one has its name. Rename it in Grafana, and import the dashboard again."

// setting reads variables whose values are known beforehand, so that others may
// mention them.
func (t *translation) setting(n *node) bool {
	name := n.text("name")
	switch n.text("type") {
	case "datasource":
		t.sources[name] = n.text("query")
		t.variables[name] = variable{isDropped: true}
		t.dropped = append(t.dropped, n.path)
		t.note(Changed, "", n.path, "$%s is not imported, because there is no data source to choose: all tiles read the metrics of the team.", name)
	case "constant":
		t.constant(n, cmp.Or(n.text("query"), currentOf(n, 0)))
	case "custom":
		value, is := onlyPattern(n)
		if is {
			t.constant(n, value)
			n.know("query", "multi", "includeAll", "allValue", "queryValue", "id", "index", "state", "rootStateKey", "global", "allFormat")
			t.note(Look, "", n.at("query"), "$%s has one value, which is written into the queries. There is no filter for it.", name)
		}
		return is
	default:
		return false
	}
	return true
}

// constant reads a variable whose value stands in the expressions.
func (t *translation) constant(n *node, value string) {
	n.know("hide", "label", "current", "options", "skipUrlSync", "refresh", "definition", "error")
	t.variables[n.text("name")] = variable{isConstant: true, value: value}
	n.say(Look, "description", "The descriptions of variables are not imported.")
}

// variable makes a filter of a variable, if it can be one.
func (t *translation) variable(n *node) {
	name := n.text("name")
	kind := n.text("type")
	n.know("current", "options", "refresh", "sort", "skipUrlSync", "definition", "error", "state", "index", "id", "rootStateKey", "global",
		"useTags", "tags", "tagsQuery", "tagValuesQuery", "tagKeysQuery", "queryValue", "multi", "initLock", "usedInRepeat", "allFormat")
	switch {
	case name == "":
		n.drop("A variable is not imported, because it has no name. Name it in Grafana, and import the dashboard again.")
		return
	case t.variables[name].name != "":
		n.drop(takenWords, name)
		return
	case len(t.spec.Filters) == stack.FiltersMax:
		n.drop("The variable $%s is not imported: a dashboard can't have more than %d filters. Write its value into the queries.", name, stack.FiltersMax)
		return
	}
	switch kind {
	case "query", "custom", "interval", "textbox":
		t.filter(n, kind)
	default:
		t.variables[name] = variable{isDropped: true}
		n.drop("The variable $%s is not imported: its type %q has no counterpart here. Write conditions into the queries instead.", name, kind)
	}
}

// filter makes the filter of a variable that something can be chosen for.
func (t *translation) filter(n *node, kind string) {
	name := n.text("name")
	called := name
	if called = notOfName.ReplaceAllString(called, "_"); !startsName.MatchString(called) {
		called = "v" + called
	}
	called = called[:min(len(called), stack.VariableNameCharsMax)]
	no, yes := false, true
	f := stack.Filter{
		Name:               n.cut("label", cmp.Or(strings.TrimSpace(n.text("label")), name), stack.NameCharsMax),
		IsBroadcastEnabled: &no, IsVariableEnabled: &yes, VariableName: called,
	}
	n.say(Look, "description", "The descriptions of variables are not imported.")
	n.expect("hide", 0, 1, "dontHide", "hideLabel")
	n.say(Look, "hide", "A hidden variable is shown as a filter.")
	switch kind {
	case "query":
		t.queryFilter(n, &f)
	case "custom":
		t.listFilter(n, &f, customValues(n.text("query")))
	case "interval":
		t.listFilter(n, &f, splitList(n.text("query")))
		t.automatic(n)
	case "textbox":
		f.Type = stack.FilterText
		f.DefaultValues = short([]string{cmp.Or(currentOf(n, 0), n.text("query"))})
		n.know("query")
	}
	if slices.ContainsFunc(t.spec.Filters, func(other stack.Filter) bool { return other.VariableName == called }) {
		n.drop(takenWords, name)
		return
	}
	t.all(n, f)
	t.variables[name] = variable{name: called, current: currentOf(n, 0), isRaw: isRaw(n)}
	t.spec.Filters = append(t.spec.Filters, f)
}

// all reads what it means that all values are chosen, which is here what it means
// that none is.
func (t *translation) all(n *node, f stack.Filter) {
	hasAll := n.flag("includeAll")
	allValue := n.text("allValue")
	if f.Type != stack.FilterPromQL && f.Type != stack.FilterList {
		return
	}
	switch {
	case hasAll && !slices.Contains([]string{"", ".*", ".+", "*", "null"}, allValue):
		t.note(Changed, "", n.at("allValue"), "While nothing is chosen for $%s, it stands for all values, not for %q. Choose values to narrow it.", n.text("name"), allValue)
	case !hasAll && len(f.DefaultValues) == 0:
		t.note(Changed, "", n.at("includeAll"), "While nothing is chosen for $%s, it stands for all values. Choose one to narrow it.", n.text("name"))
	}
}

// current has a filter whose values are asked for stand for what is chosen in the
// file, while nothing else is.
func (t *translation) current(n *node, f *stack.Filter) {
	f.DefaultValues = chosen(n)
	if !flagOf(n, "multi") {
		f.DefaultValues = f.DefaultValues[:min(len(f.DefaultValues), 1)]
	}
}

// standing says what a variable stands for that could have another value here.
func (t *translation) standing(n *node) {
	name := n.text("name")
	at := slices.IndexFunc(t.spec.Filters, func(f stack.Filter) bool { return f.VariableName == t.variables[name].name })
	if at < 0 || t.spec.Filters[at].Type != stack.FilterPromQL || len(t.spec.Filters[at].DefaultValues) == 0 {
		return
	}
	var values []string
	for _, value := range t.spec.Filters[at].DefaultValues {
		values = append(values, quoted(value))
	}
	t.note(Changed, "", n.at("current"), "While nothing is chosen for $%s, it stands for %s, as in the file. Choose another value if the metrics here do not have it.", name, strings.Join(values, ", "))
	if !flagOf(n, "multi") {
		t.note(Changed, "", n.at("multi"), "Several values can be chosen for $%s, not only one. Tiles of one number then show the first of several series.", name)
	}
}

// automatic reads the choice of an interval by Grafana.
func (t *translation) automatic(n *node) {
	n.know("auto_count", "auto_min")
	if n.flag("auto") {
		t.note(LeftOut, "", n.at("auto"), "$%s has no automatic value here. Use $__interval or $__rate_interval in the queries instead.", n.text("name"))
	}
}

// currentOf returns the value that is chosen in the file, if it is one.
func currentOf(n *node, at int) string {
	current, _ := n.fields["current"].(map[string]any)
	value := current["value"]
	if list, ok := value.([]any); ok {
		if value = nil; at < len(list) {
			value = list[at]
		}
	}
	text, _ := value.(string)
	if text == everyValue || strings.HasPrefix(text, "$__auto_interval") {
		return ""
	}
	return text
}

// chosen returns all values that are chosen in the file.
func chosen(n *node) []string {
	var values []string
	for i := range stack.FilterValuesMax {
		value := currentOf(n, i)
		if value == "" || slices.Contains(values, value) {
			break
		}
		values = append(values, value)
	}
	return short(values)
}

// short returns the values that a filter may have.
func short(values []string) []string {
	var kept []string
	for _, value := range values {
		if value != "" && utf8.RuneCountInString(value) <= stack.FilterValueCharsMax && !slices.Contains(kept, value) {
			kept = append(kept, value)
		}
	}
	return kept
}

// splitList returns the items of a list with commas, of which some are quoted.
func splitList(text string) []string {
	var items []string
	for _, item := range listItem.FindAllString(text, -1) {
		item = strings.ReplaceAll(strings.Trim(strings.TrimSpace(item), `"`), `\,`, ",")
		if item != "" && item != "auto" {
			items = append(items, item)
		}
	}
	return items
}

// customValues returns the values of a list whose items may be "text : value".
func customValues(text string) []string {
	items := splitList(text)
	for i, item := range items {
		if _, value, ok := strings.Cut(item, " : "); ok {
			items[i] = strings.TrimSpace(value)
		}
	}
	return items
}

// listFilter makes a filter with a fixed list.
func (t *translation) listFilter(n *node, f *stack.Filter, items []string) {
	name := n.text("name")
	n.know("query")
	if strings.Contains(n.text("query"), " : ") {
		t.note(Look, "", n.at("query"), "The values of $%s are offered as they are, without their display names.", name)
	}
	f.Type, f.Values = stack.FilterList, short(items)
	if len(f.Values) > stack.FilterValuesMax || len(f.Values) < len(items) {
		t.note(LeftOut, "", n.at("query"), "Some values of $%s are not imported: a list has at most %d different ones of %d characters each. Make its filter a text to type any value.", name, stack.FilterValuesMax, stack.FilterValueCharsMax)
		f.Values = f.Values[:min(len(f.Values), stack.FilterValuesMax)]
	}
	f.DefaultValues = chosen(n)
	if len(f.Values) == 0 {
		f.Type, f.Values = stack.FilterText, nil
		f.DefaultValues = f.DefaultValues[:min(len(f.DefaultValues), 1)]
		return
	}
	if len(f.DefaultValues) == 0 && !flagOf(n, "includeAll") {
		f.DefaultValues = f.Values[:1]
	}
}

func flagOf(n *node, key string) bool {
	flag, _ := n.fields[key].(bool)
	return flag
}

// selectorError returns what is wrong with a selector, which may be absent.
func selectorError(selector string) error {
	if selector == "" {
		return nil
	}
	return promtext.CheckSelector(selector)
}
