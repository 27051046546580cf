package telemetry

// PrometheusScope is the scope of points that came as Prometheus series: their
// attributes are the labels as they were, and need no translation.
const PrometheusScope = "io.prometheus.remote_write"

// The labels that name the origin of a series, and the attributes of its
// resource that they become.
const (
	jobLabel          = "job"
	instanceLabel     = "instance"
	serviceKey        = "service.name"
	serviceInstanceID = "service.instance.id"
)

// Label is a label of a Prometheus series.
type Label struct{ Name, Value []byte }

// Labels are the labels of a series in the rows of a request.
type Labels struct {
	Origin     uint32 // number in Rows.Origins
	Attributes uint32 // number in Rows.Texts: all labels as canonical compact JSON
}

// Labels adds the labels of a series without its name: sorted, no name twice,
// none empty, all valid UTF-8. It reports false, and adds nothing, when they
// are longer than allowed: labels that were cut would be another series.
func (w *Writer) Labels(labels []Label) (Labels, bool) {
	text := w.text[:0]
	var job, instance []byte
	for i := range labels {
		text = appendLabel(text, labels[i].Name, labels[i].Value)
		switch string(labels[i].Name) {
		case jobLabel:
			job = labels[i].Value
		case instanceLabel:
			instance = labels[i].Value
		}
	}
	w.text = closeLabels(text)
	if len(w.text) > w.limits.OriginBytes {
		return Labels{}, false
	}
	attributes := w.rows.Texts.Number(w.text)
	return Labels{Origin: w.labelOrigin(job, instance), Attributes: attributes}, true
}

// labelOrigin returns the number of the origin that labels name.
func (w *Writer) labelOrigin(job, instance []byte) uint32 {
	text := w.text[:0]
	if len(instance) > 0 {
		text = appendLabel(text, []byte(serviceInstanceID), instance)
	}
	service := []byte(UnknownService)
	if len(job) > 0 {
		text, service = appendLabel(text, []byte(serviceKey), job), job
	}
	w.text = closeLabels(text)
	resource := w.rows.Texts.Number(w.text)
	if int(resource) < len(w.labelled) && w.labelled[resource] != 0 {
		return w.labelled[resource] - 1
	}
	origin := w.rows.OriginNumber(Origin{
		Service: w.name(service), Resource: resource, ScopeName: w.rows.Texts.Number([]byte(PrometheusScope)),
	})
	if missing := int(resource) + 1 - len(w.labelled); missing > 0 {
		w.labelled = append(w.labelled, make([]uint32, missing)...)
	}
	w.labelled[resource] = origin + 1
	return origin
}

func appendLabel(to, name, value []byte) []byte {
	if len(to) == 0 {
		to = append(to, '{')
	} else {
		to = append(to, ',')
	}
	return AppendJSONText(append(AppendJSONText(to, name), ':'), value)
}

func closeLabels(to []byte) []byte {
	if len(to) == 0 {
		return to
	}
	return append(to, '}')
}
