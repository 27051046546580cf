package prom

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/otlptranslator"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// Metrics of OpenTelemetry have two names here: the one that Prometheus would
// give them, with the unit and the type behind it, and their own. The labels of
// the first are translated, too; those of the second are as they were sent.
type form uint8

const (
	translated form = iota
	verbatim
)

// output is a family of series that a metric is seen as.
type output struct {
	name  string
	field Field
	label string // of the keys of FieldKeys
}

// The names of what a histogram or a summary is seen as.
const (
	bucketSuffix = "_bucket"
	countSuffix  = "_count"
	sumSuffix    = "_sum"
	totalSuffix  = "_total"
)

// outputs returns what a metric is seen as in a form.
func (m Metric) outputs(f form) []output {
	base := m.baseName(f)
	counted := []output{{name: base + countSuffix, field: FieldCount}, {name: base + sumSuffix, field: FieldSum}}
	switch m.Kind {
	case telemetry.Gauge, telemetry.Sum:
		return []output{{name: base, field: FieldValue}}
	case telemetry.Histogram:
		return append(counted, output{name: base + bucketSuffix, field: FieldKeys, label: model.BucketLabel})
	case telemetry.Summary:
		return append(counted, output{name: base, field: FieldKeys, label: model.QuantileLabel})
	case telemetry.ExponentialHistogram:
		return []output{{name: base, field: FieldNative}}
	case telemetry.PointKinds:
	}
	return nil
}

func (m Metric) baseName(f form) string {
	if m.Exact || f == verbatim {
		return m.Name
	}
	namer := otlptranslator.NewMetricNamer("", otlptranslator.UnderscoreEscapingWithSuffixes)
	name, err := namer.Build(otlptranslator.Metric{Name: m.Name, Unit: m.Unit, Type: m.translatorType()})
	if err != nil { // nothing of the name is left
		return m.Name
	}
	return name
}

func (m Metric) translatorType() otlptranslator.MetricType {
	switch m.Kind {
	case telemetry.Gauge:
		return otlptranslator.MetricTypeGauge
	case telemetry.Sum:
		if m.Monotonic {
			return otlptranslator.MetricTypeMonotonicCounter
		}
		return otlptranslator.MetricTypeNonMonotonicCounter
	case telemetry.Histogram:
		return otlptranslator.MetricTypeHistogram
	case telemetry.ExponentialHistogram:
		return otlptranslator.MetricTypeExponentialHistogram
	case telemetry.Summary:
		return otlptranslator.MetricTypeSummary
	case telemetry.PointKinds:
	}
	return otlptranslator.MetricTypeUnknown
}

// metricType is what Prometheus calls the type.
func (m Metric) metricType() string {
	switch m.Kind {
	case telemetry.Gauge:
		return string(model.MetricTypeGauge)
	case telemetry.Sum:
		if m.Monotonic {
			return string(model.MetricTypeCounter)
		}
		return string(model.MetricTypeGauge)
	case telemetry.Histogram, telemetry.ExponentialHistogram:
		return string(model.MetricTypeHistogram)
	case telemetry.Summary:
		return string(model.MetricTypeSummary)
	case telemetry.PointKinds:
	}
	return string(model.MetricTypeUnknown)
}

// The attributes of resources that have a meaning of their own.
const (
	serviceName      = "service.name"
	serviceNamespace = "service.namespace"
	serviceInstance  = "service.instance.id"
	instanceLabel    = model.InstanceLabel
	jobLabel         = model.JobLabel
)

// scopePrefix stands before the attributes of scopes in labels.
const scopePrefix = "otel_scope_"

// unlabelled reports whether an attribute of a resource is no label: it has a
// label of another name, or there is one for every process and nobody asks.
func unlabelled(key string) bool {
	switch key {
	case serviceName, serviceNamespace, serviceInstance:
		return true
	}
	return strings.HasPrefix(key, "telemetry.") || strings.HasPrefix(key, "process.")
}

// labeller makes labels of stored series. It is for one goroutine.
type labeller struct {
	builder *labels.Builder
	names   map[string]string // of labels, by attribute
}

func newLabeller() *labeller {
	return &labeller{builder: labels.NewBuilder(labels.EmptyLabels()), names: map[string]string{}}
}

// labelsOf returns the labels of a series but its name.
func (l *labeller) labelsOf(s *StoredSeries, f form) labels.Labels {
	l.builder.Reset(labels.EmptyLabels())
	if s.Exact {
		eachMember(s.Attributes, func(key, value string) { l.builder.Set(key, value) })
		return l.builder.Labels()
	}
	var namespace, service, instance string
	eachMember(s.Resource, func(key, value string) {
		switch key {
		case serviceNamespace:
			namespace = value
		case serviceName:
			service = value
		case serviceInstance:
			instance = value
		}
		if !unlabelled(key) {
			l.add(f, key, value)
		}
	})
	if s.ScopeName != "" {
		l.builder.Set(scopePrefix+"name", s.ScopeName)
		l.builder.Set(scopePrefix+"version", s.ScopeVersion)
	}
	eachMember(s.Scope, func(key, value string) { l.add(f, scopePrefix+key, value) })
	eachMember(s.Attributes, func(key, value string) { l.add(f, key, value) })
	if namespace != "" && service != "" {
		service = namespace + "/" + service
	}
	l.builder.Set(jobLabel, service)
	l.builder.Set(instanceLabel, instance)
	return l.builder.Labels()
}

// add adds an attribute. Those that come later win.
func (l *labeller) add(f form, key, value string) {
	if f == translated {
		key = l.nameOf(key)
	}
	if key != "" && key != model.MetricNameLabel {
		l.builder.Set(key, value)
	}
}

// nameOf returns the label of an attribute, empty where it has none.
func (l *labeller) nameOf(key string) string {
	if name, known := l.names[key]; known {
		return name
	}
	namer := otlptranslator.LabelNamer{}
	name, err := namer.Build(key)
	if err != nil {
		name = ""
	}
	l.names[key] = name
	return name
}

// withName returns labels with a name, and a key if there is one.
func (l *labeller) withName(base labels.Labels, name, label, key string) labels.Labels {
	l.builder.Reset(base)
	l.builder.Set(model.MetricNameLabel, name)
	if label != "" {
		l.builder.Set(label, key)
	}
	return l.builder.Labels()
}

// keyText returns a bound or a quantile as a label has it.
func keyText(key float64) string {
	if key > 0 && key*2 == key {
		return "+Inf"
	}
	return strconv.FormatFloat(key, 'f', -1, 64)
}

// eachMember calls f for the members of a JSON object with text values, which is
// in the form that it is stored in: without spaces.
func eachMember(object string, f func(key, value string)) {
	rest, ok := strings.CutPrefix(object, "{")
	for ok && rest != "" && rest[0] == '"' {
		var key, value string
		if key, rest, ok = cutText(rest); !ok {
			return
		}
		rest = strings.TrimPrefix(rest, ":")
		if value, rest, ok = cutText(rest); !ok {
			return
		}
		f(key, value)
		rest, ok = strings.CutPrefix(rest, ",")
	}
}

// cutText returns the JSON text at the beginning, and what follows it.
func cutText(from string) (text, rest string, ok bool) {
	if from == "" || from[0] != '"' {
		return "", "", false
	}
	for i := 1; i < len(from); i++ {
		switch from[i] {
		case '\\':
			return cutEscaped(from)
		case '"':
			return from[1:i], from[i+1:], true
		}
	}
	return "", "", false
}

// cutEscaped is cutText for a text with escapes.
func cutEscaped(from string) (text, rest string, ok bool) {
	for i := 1; i < len(from); i++ {
		switch from[i] {
		case '\\':
			i++
		case '"':
			err := json.Unmarshal([]byte(from[:i+1]), &text)
			return text, from[i+1:], err == nil
		}
	}
	return "", "", false
}

// isName reports whether a matcher is about the metric's name.
func isName(m *labels.Matcher) bool { return m.Name == model.MetricNameLabel }

// namesMatch reports whether a name meets all conditions on it.
func namesMatch(name string, matchers []*labels.Matcher) bool {
	return !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return isName(m) && !m.Matches(name) })
}
