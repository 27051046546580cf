package webhook

type incidentIOEvent struct {
	Title            string            `json:"title"`
	Description      string            `json:"description"`
	DeduplicationKey string            `json:"deduplication_key"`
	Status           string            `json:"status"`
	SourceURL        string            `json:"source_url"`
	Metadata         map[string]string `json:"metadata"`
}

// incidentIO writes an alert event of incident.io.
func (t telling) incidentIO() incidentIOEvent {
	status := "resolved"
	if t.isOpen() {
		status = "firing"
	}
	return incidentIOEvent{
		Title: t.title, Description: t.text, DeduplicationKey: t.Notice.EventID(), Status: status, SourceURL: t.link, Metadata: t.details(),
	}
}
