package prom

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/prometheus/prometheus/model/labels"
)

// labelCounter counts the values that PromQL shows of the labels of series.
type labelCounter struct {
	*labeller
	counts  map[string]map[string]int // series by label and value
	service map[string]string         // attributes of labels that have a meaning of their own
}

func newLabelCounter() *labelCounter {
	return &labelCounter{labeller: newLabeller(), counts: map[string]map[string]int{}, service: map[string]string{}}
}

func (c *labelCounter) add(s *StoredSeries) {
	c.labelsOf(s, translated).Range(func(l labels.Label) {
		values := c.counts[l.Name]
		if values == nil {
			values = map[string]int{}
			c.counts[strings.Clone(l.Name)] = values
		}
		if _, known := values[l.Value]; !known {
			l.Value = strings.Clone(l.Value) // the series' text does not stay in memory with it
		}
		values[l.Value]++
		switch {
		case s.Exact:
		case l.Name == jobLabel:
			c.service[jobLabel] = serviceName
		case l.Name == instanceLabel:
			c.service[instanceLabel] = serviceInstance
		}
	})
}

// labels returns the labels, those with most values first.
func (c *labelCounter) labels() []LabelSeries {
	attributes := c.attributes()
	all := make([]LabelSeries, 0, len(c.counts))
	for name, values := range c.counts {
		one := LabelSeries{Name: name, Attribute: attributes[name], Values: len(values), Top: topValues(values)}
		for _, n := range values {
			one.Series += n
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b LabelSeries) int {
		return cmp.Or(cmp.Compare(b.Values, a.Values), strings.Compare(a.Name, b.Name))
	})
	return all[:min(len(all), LabelsMax)]
}

// attributes returns the attributes of labels that have another name.
func (c *labelCounter) attributes() map[string]string {
	known := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(c.names)) {
		name, attribute := c.names[key], strings.TrimPrefix(key, scopePrefix)
		if known[name] == "" && attribute != name {
			known[name] = attribute
		}
	}
	delete(known, jobLabel)
	delete(known, instanceLabel)
	maps.Copy(known, c.service)
	return known
}

// topValues returns the values that most series have.
func topValues(values map[string]int) []ValueCount {
	var top []ValueCount
	for value, n := range values {
		one := ValueCount{Value: value, Series: n}
		at, _ := slices.BinarySearchFunc(top, one, func(a, b ValueCount) int {
			return cmp.Or(cmp.Compare(b.Series, a.Series), strings.Compare(a.Value, b.Value))
		})
		if at < TopValuesMax {
			top = slices.Insert(top[:min(len(top), TopValuesMax-1)], at, one)
		}
	}
	return top
}
