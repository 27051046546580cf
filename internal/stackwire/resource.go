package stackwire

import (
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
)

// Source is the record of a source.
type Source struct {
	Owned
	stack.SourceSpec
	ConnectionMissing bool `json:"connectionMissing,omitempty" doc:"The connection was deleted."`
}

// ShowSource returns the record of a source.
func ShowSource(s stack.Source) Source {
	return Source{Owned: owned(s.Record), SourceSpec: s.SourceSpec, ConnectionMissing: s.ConnectionMissing}
}

// ReplySource returns one source.
func ReplySource(s stack.Source) httpx.Reply[Source] {
	reply := httpx.Reply[Source]{Value: ShowSource(s), Version: s.Version}
	if s.ConnectionMissing {
		reply.Mark = lost(s.Connection)
	}
	return reply
}

// SavedSearch is the record of a saved search.
type SavedSearch struct {
	Owned
	stack.SavedSearchSpec
	SourceMissing bool `json:"sourceMissing,omitempty" doc:"The source was deleted."`
}

// ShowSavedSearch returns the record of a saved search.
func ShowSavedSearch(s stack.SavedSearch) SavedSearch {
	return SavedSearch{Owned: owned(s.Record), SavedSearchSpec: s.SavedSearchSpec, SourceMissing: s.SourceMissing}
}

// ReplySavedSearch returns one saved search.
func ReplySavedSearch(s stack.SavedSearch) httpx.Reply[SavedSearch] {
	reply := httpx.Reply[SavedSearch]{Value: ShowSavedSearch(s), Version: s.Version}
	if s.SourceMissing {
		reply.Mark = lost(s.SourceID)
	}
	return reply
}

// PageSavedSearches returns a page of saved searches.
func PageSavedSearches(list []stack.SavedSearch, total int, p httpx.Paging) httpx.Page[SavedSearch] {
	return paged(list, total, p, ShowSavedSearch)
}

// SavedSearchBody is the body that creates or replaces a saved search.
type SavedSearchBody stack.SavedSearchInput

// Connection is the record of a connection. Its password is never answered.
type Connection struct {
	Owned
	Name                 string  `json:"name"`
	Own                  bool    `json:"own" doc:"The team's own tables; can't be changed."`
	Host                 string  `json:"host"`
	Username             string  `json:"username"`
	SettingPrefix        *string `json:"hyperdxSettingPrefix"`
	IsPrometheusEndpoint bool    `json:"isPrometheusEndpoint"`
	PrometheusEndpoint   *string `json:"prometheusEndpoint" doc:"Address of a Prometheus beside the database."`
}

// ShowConnection returns the record of a connection.
func ShowConnection(c stack.Connection) Connection {
	return Connection{
		Owned: owned(c.Record), Name: c.Name, Own: c.Own, Host: c.Host, Username: c.Username,
		SettingPrefix: orNil(c.SettingPrefix), IsPrometheusEndpoint: c.IsPrometheusEndpoint,
		PrometheusEndpoint: orNil(c.PrometheusEndpoint),
	}
}

// ReplyConnection returns one connection.
func ReplyConnection(c stack.Connection) httpx.Reply[Connection] {
	return httpx.Reply[Connection]{Value: ShowConnection(c), Version: c.Version}
}

// ConnectionBody is the body that creates or replaces a connection.
type ConnectionBody stack.ConnectionInput

// ConnectionTest is how a database answered.
type ConnectionTest struct {
	Success bool   `json:"success"`
	Field   string `json:"field,omitempty" doc:"The field of the body that is at fault, if any."`
	Message string `json:"message,omitempty" doc:"What went wrong."`
}

// ReplyConnectionTest tells what the database has against a connection; nil:
// nothing.
func ReplyConnectionTest(against error) httpx.Reply[ConnectionTest] {
	if against == nil {
		return httpx.Reply[ConnectionTest]{Value: ConnectionTest{Success: true}}
	}
	test := ConnectionTest{Message: fault.From(against).Message}
	if details := fault.From(against).Details; len(details) > 0 {
		test.Field, test.Message = details[0].Path, details[0].Message
	}
	return httpx.Reply[ConnectionTest]{Value: test}
}

// Webhook is the record of a webhook. Headers and query parameters are never
// answered.
type Webhook struct {
	Owned
	Name        string               `json:"name"`
	Service     stack.WebhookService `json:"service"`
	URL         string               `json:"url"`
	Description string               `json:"description,omitempty"`
	Body        string               `json:"body,omitempty"`
	Secret      string               `json:"secret,omitempty" doc:"The signing secret; returned only when it is created."`
	DisabledAt  *string              `json:"disabledAt" format:"date-time" doc:"When deliveries stopped because the receiver responded with 410; an update enables the webhook again."`
}

// ShowWebhook returns the record of a webhook without its secrets.
func ShowWebhook(w stack.Webhook) Webhook {
	record := Webhook{
		Owned: owned(w.Record), Name: w.Name, Service: w.Service, URL: w.URL, Description: w.Description, Body: w.Body,
	}
	if !w.DisabledAt.IsZero() {
		record.DisabledAt = stampOrNil(&w.DisabledAt)
	}
	return record
}

// ReplyWebhook returns one webhook.
func ReplyWebhook(w stack.Webhook) httpx.Reply[Webhook] {
	return httpx.Reply[Webhook]{Value: ShowWebhook(w), Version: w.Version}
}

// ReplySecret returns a webhook whose signing secret was just made, with it.
func ReplySecret(w stack.Webhook) httpx.Reply[Webhook] {
	reply := ReplyWebhook(w)
	reply.Value.Secret = w.Secrets.Signing
	return reply
}

// PageWebhooks returns a page of webhooks.
func PageWebhooks(list []stack.Webhook, total int, p httpx.Paging) httpx.Page[Webhook] {
	return paged(list, total, p, ShowWebhook)
}

// WebhookBody is the body that creates or replaces a webhook.
type WebhookBody stack.WebhookInput
