package promapi

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
)

// The labels that every alert has here.
const (
	nameLabel = "alertname"
	idLabel   = "alert_id"
	tagsLabel = "tags"
)

// labelName is a name that a tag may have to be a label. Names that begin with two
// underscores are Prometheus' own.
var labelName = regexp.MustCompile(`^(_?[a-zA-Z][a-zA-Z0-9_]*|_)$`)

// numbered is the name of a tile among others of the same name, as imports of rules
// number them.
var numbered = regexp.MustCompile(`^(.+) \([0-9]+\)$`)

// name returns what the alert is called. One that a rule was imported to has the name of
// its tile with that of the dashboard behind it: the rule's is that of the tile.
func (w watched) name() string {
	if w.Name == "" || w.Name != w.subject+" ("+w.group+")" {
		return cmp.Or(w.Name, w.subject)
	}
	if parts := numbered.FindStringSubmatch(w.subject); parts != nil && w.siblings[parts[1]] {
		return parts[1]
	}
	return w.subject
}

// tagged returns the labels that tags such as severity=critical are, and the other tags.
func (w watched) tagged() (labels map[string]string, others []string) {
	labels = map[string]string{}
	for _, tag := range w.Tags {
		name, value, _ := strings.Cut(tag, "=")
		if _, taken := labels[name]; taken || value == "" || !labelName.MatchString(name) || name == nameLabel || name == idLabel {
			others = append(others, tag)
			continue
		}
		labels[name] = value
	}
	return labels, others
}

// labels returns those of the rule.
func (w watched) labels() map[string]string { return w.under(map[string]string{}) }

// groupLabels returns those of a group. As in Prometheus, the rule's come before those of
// the series.
func (w watched) groupLabels(g alerting.GroupResult) map[string]string {
	labels := map[string]string{}
	for _, v := range g.Values {
		labels[v.Name] = v.Value
	}
	labels = w.under(labels)
	labels[nameLabel] = w.name()
	return labels
}

// under puts the labels of the rule above those of a group.
func (w watched) under(labels map[string]string) map[string]string {
	own, others := w.tagged()
	if _, taken := labels[tagsLabel]; !taken {
		labels[tagsLabel] = strings.Join(others, ",")
	}
	for name, value := range own {
		labels[name] = value
	}
	labels[idLabel] = w.ID
	return filled(labels)
}
