package audit

import (
	"encoding/json"
	"net/url"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// The functions below are what the log may know of each noun. Nouns that have
// secrets are shown field by field, so that a new field stays out until it is
// shown on purpose.

func showSource(v stack.Source) (seen, error) {
	facts, err := org.FactsOf(v.SourceSpec)
	return seen{v.Name, facts}, err
}

func showSavedSearch(v stack.SavedSearch) (seen, error) {
	facts, err := org.FactsOf(v.SavedSearchSpec)
	return seen{v.Name, facts}, err
}

func showDashboard(v stack.Dashboard) (seen, error) {
	facts, err := org.FactsOf(v.DashboardSpec)
	return seen{v.Name, facts}, err
}

func showAlert(v stack.Alert) (seen, error) {
	facts, err := org.FactsOf(v.Input())
	delete(facts, "channel") // the first of channels
	if v.Silence != nil && err == nil {
		facts["silence"] = org.Facts{"until": stamp(v.Silence.Until), "reason": v.Silence.Reason, "at": stamp(v.Silence.At)}
	}
	return seen{v.Name, facts}, err
}

func showConnection(v stack.Connection) (seen, error) {
	return seen{v.Name, org.Facts{
		"name": v.Name, "host": v.Host, "username": v.Username, "password": org.Masked(v.Password),
		"hyperdxSettingPrefix": v.SettingPrefix, "isPrometheusEndpoint": v.IsPrometheusEndpoint, "prometheusEndpoint": v.PrometheusEndpoint,
	}}, nil
}

func showWebhook(v stack.Webhook) (seen, error) {
	facts := org.Facts{
		"name": v.Name, "service": v.Service, "url": maskedURL(v.URL), "description": v.Description, "body": v.Body,
		"headers": org.MaskedEach(v.Secrets.Headers), "queryParams": org.MaskedEach(v.Secrets.QueryParams),
		"signingSecret": org.Masked(v.Secrets.Signing),
	}
	if !v.DisabledAt.IsZero() {
		facts["disabledAt"] = stamp(v.DisabledAt)
	}
	return seen{v.Name, facts}, nil
}

func showDelivery(m alerting.Message) (seen, error) {
	return seen{m.AlertID, org.Facts{"status": m.Status, "attempts": m.Attempts, "nextAt": stamp(m.NextAt), "webhookId": m.WebhookID}}, nil
}

func showAccessKey(k access.AccessKey, owner access.User) seen {
	return seen{k.Name, org.Facts{"name": k.Name, "owner": owner.Email, "roleId": k.RoleID, "expireAt": stamp(k.ExpireAt)}}
}

func showIngestionKey(k access.IngestionKey) seen { return seen{k.Name, org.Facts{"name": k.Name}} }

func showShareLink(l access.ShareLink, board stack.Dashboard) seen {
	return seen{board.Name, org.Facts{
		"dashboardId": l.DashboardID, "dashboard": board.Name, "expireAt": stamp(l.ExpireAt), "revokedAt": stamp(l.RevokedAt),
	}}
}

func showInvitation(i org.TeamInvitation) seen {
	return seen{i.Email, org.Facts{"email": i.Email, "name": i.Name, "role": i.Role, "teamRoleId": i.StackRoleID, "createdAt": stamp(i.CreatedAt)}}
}

func showRole(v stack.Role) (seen, error) {
	facts, err := org.FactsOf(v.RoleSpec)
	return seen{v.Name, facts}, err
}

func showTeam(t stack.Team) (seen, error) {
	return seen{t.Name, org.Facts{"name": t.Name, "defaultRoleId": t.DefaultRoleID}}, nil
}

// showService is what a service says about its stack: from where it may be
// reached. The rest is in the activities of the organization.
func showService(v org.Service) (seen, error) {
	rules := make(org.Facts, len(v.IPAccessList))
	for _, rule := range v.IPAccessList {
		rules[rule.Source] = org.Facts{"source": rule.Source, "description": rule.Description}
	}
	return seen{v.Name, org.Facts{"ipAccessList": rules, "privateEndpointIds": v.PrivateEndpointIDs}}, nil
}

// maskedURL is an address whose path is a secret, as those of chat services
// are: the log has its host alone, and that the rest changed.
type maskedURL string

// MarshalJSON returns the address without its path and query.
func (m maskedURL) MarshalJSON() ([]byte, error) {
	address, err := url.Parse(string(m))
	if err != nil {
		return json.Marshal(org.AuditMask)
	}
	shown := address.Scheme + "://" + address.Host
	if address.Path != "" && address.Path != "/" || address.RawQuery != "" {
		shown += "/" + org.AuditMask
	}
	return json.Marshal(shown)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}
