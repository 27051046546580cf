package grafana

import "strings"

// The kinds of data sources that matter here.
const (
	isPrometheus = "prometheus"
	isMixed      = "mixed"
	isComputed   = "__expr__"
)

// sourceOf returns the kind of data source that an object names, or that of what
// it is part of: isPrometheus, isMixed, isComputed or the name of a plugin.
func (t *translation) sourceOf(n *node, outer string) string {
	n.seen["datasource"] = true
	switch ref := n.fields["datasource"].(type) {
	case string:
		return t.namedSource(ref, outer)
	case map[string]any:
		plugin, _ := ref["type"].(string)
		uid, _ := ref["uid"].(string)
		if plugin == "" || plugin == "datasource" {
			return t.namedSource(uid, outer)
		}
		return pluginKind(plugin)
	}
	return outer
}

// namedSource returns the kind of a data source by its name, its uid or the
// variable that stands for it. One that nothing is known about has PromQL, or
// else its expressions can't be parsed.
func (t *translation) namedSource(name, outer string) string {
	switch name {
	case "", "default":
		return outer
	case "-- Mixed --":
		return isMixed
	case "__expr__", "-100":
		return isComputed
	case "-- Grafana --", "grafana", "-- Dashboard --":
		return strings.Trim(name, "- ")
	}
	if part := mention.FindStringSubmatch(name); part != nil {
		name = part[1] + part[3] + part[5]
	}
	if plugin, ok := t.sources[name]; ok {
		return pluginKind(plugin)
	}
	return isPrometheus
}

func pluginKind(plugin string) string {
	switch {
	case plugin == "" || strings.Contains(plugin, "prometheus") || strings.Contains(plugin, "victoriametrics"):
		return isPrometheus
	}
	return plugin
}
