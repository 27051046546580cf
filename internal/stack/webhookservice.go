package stack

// WebhookService is the dialect that a webhook speaks.
type WebhookService string

// The services.
const (
	ServiceGeneric    WebhookService = "generic"
	ServiceSlack      WebhookService = "slack"
	ServiceIncidentIO WebhookService = "incidentio"
	ServicePagerDuty  WebhookService = "pagerduty"
)

// WebhookServices lists the services.
func WebhookServices() []WebhookService {
	return []WebhookService{ServiceGeneric, ServiceSlack, ServiceIncidentIO, ServicePagerDuty}
}

// ServiceRules says what the webhooks of a service have.
type ServiceRules struct {
	Host    string // their address is there or below; empty: anywhere
	OwnForm bool   // they may have a body, headers and query parameters of the user's own
	Key     string // the query parameter with the secret that goes into the body; empty: none
}

// Rules returns the rules of a service. An unknown one has none to break.
func (s WebhookService) Rules() ServiceRules {
	switch s {
	case ServiceSlack:
		return ServiceRules{Host: "slack.com"}
	case ServicePagerDuty:
		return ServiceRules{Key: "routing_key"}
	case ServiceGeneric, ServiceIncidentIO:
	}
	return ServiceRules{OwnForm: true}
}
