package telemetry

// UnknownService is the service name of records whose resource has none.
const UnknownService = "unknown_service"

// serviceKeys are the resource attributes that name a service, the best first.
// Those after the first are OpenTelemetry's rule for what runs in containers.
func serviceKeys() [8]string {
	return [...]string{
		"service.name", "k8s.deployment.name", "k8s.statefulset.name", "k8s.daemonset.name",
		"k8s.cronjob.name", "k8s.job.name", "k8s.container.name", "container.name",
	}
}

// executableKey qualifies an unknown service.
const executableKey = "process.executable.name"

// service returns the service name of a resource's attributes.
func (w *Writer) service(set *Attributes) []byte {
	names := serviceKeys()
	best, executable := len(names), []byte(nil)
	var name []byte
	for i, key := range set.Key {
		text := w.rows.Keys.Text(key)
		if set.Kind[i] != TextKind || len(set.Value(i)) == 0 {
			continue
		}
		if string(text) == executableKey {
			executable = set.Value(i)
		}
		for rank := range best {
			if string(text) == names[rank] {
				best, name = rank, set.Value(i)
				break
			}
		}
	}
	if name != nil {
		return name
	}
	w.text = append(w.text[:0], UnknownService...)
	if executable != nil {
		w.text = append(append(w.text, ':'), executable...)
	}
	return w.text
}
