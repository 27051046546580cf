package stackwire

import (
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
)

// Source is the record of a source.
type Source struct {
	Owned
	stack.SourceSpec
}

// ShowSource answers the record of a source.
func ShowSource(s stack.Source) Source {
	return Source{Owned: owned(s.Record), SourceSpec: s.SourceSpec}
}

// ReplySource answers one source.
func ReplySource(s stack.Source) httpx.Reply[Source] {
	return httpx.Reply[Source]{Value: ShowSource(s), Version: s.Version}
}

// SavedSearch is the record of a saved search.
type SavedSearch struct {
	Owned
	stack.SavedSearchSpec
}

// ShowSavedSearch answers the record of a saved search.
func ShowSavedSearch(s stack.SavedSearch) SavedSearch {
	return SavedSearch{Owned: owned(s.Record), SavedSearchSpec: s.SavedSearchSpec}
}

// ReplySavedSearch answers one saved search.
func ReplySavedSearch(s stack.SavedSearch) httpx.Reply[SavedSearch] {
	return httpx.Reply[SavedSearch]{Value: ShowSavedSearch(s), Version: s.Version}
}

// PageSavedSearches answers a page of saved searches.
func PageSavedSearches(list []stack.SavedSearch, total int, p httpx.Paging) httpx.Page[SavedSearch] {
	return paged(list, total, p, ShowSavedSearch)
}

// SavedSearchBody describes the body that creates or replaces a saved search.
type SavedSearchBody struct {
	Name          string               `json:"name" minLength:"1" maxLength:"1024"`
	SourceID      string               `json:"sourceId"`
	Select        string               `json:"select,omitempty" maxLength:"4096" doc:"Columns; empty for the source's own."`
	Where         string               `json:"where,omitempty" maxLength:"8192"`
	WhereLanguage stack.Language       `json:"whereLanguage,omitempty"`
	OrderBy       string               `json:"orderBy,omitempty" maxLength:"1024"`
	Tags          []string             `json:"tags,omitempty" maxItems:"50" doc:"Each at most 32 characters."`
	Filters       []stack.SearchFilter `json:"filters,omitempty" maxItems:"100" doc:"Each one facet: <column> IN (…), <column> NOT IN (…) or <column> BETWEEN a AND b."`
}

// Connection is the record of a connection. Its password is never answered.
type Connection struct {
	Owned
	Name                 string  `json:"name"`
	Own                  bool    `json:"own" doc:"The team's own tables; can't be changed."`
	Host                 string  `json:"host"`
	Username             string  `json:"username"`
	SettingPrefix        *string `json:"hyperdxSettingPrefix"`
	IsPrometheusEndpoint bool    `json:"isPrometheusEndpoint"`
}

// ShowConnection answers the record of a connection.
func ShowConnection(c stack.Connection) Connection {
	return Connection{
		Owned: owned(c.Record), Name: c.Name, Own: c.Own, Host: c.Host, Username: c.Username,
		SettingPrefix: orNil(c.SettingPrefix), IsPrometheusEndpoint: c.IsPrometheusEndpoint,
	}
}

// ReplyConnection answers one connection.
func ReplyConnection(c stack.Connection) httpx.Reply[Connection] {
	return httpx.Reply[Connection]{Value: ShowConnection(c), Version: c.Version}
}

// ConnectionBody describes the body that creates or replaces a connection.
type ConnectionBody struct {
	Name                 string                 `json:"name" minLength:"1" maxLength:"1024"`
	Host                 string                 `json:"host" minLength:"1" maxLength:"2048" doc:"HTTP or HTTPS address of a ClickHouse, or of a Prometheus-compatible API."`
	Username             string                 `json:"username" maxLength:"1024"`
	Password             string                 `json:"password,omitempty" maxLength:"1024" writeOnly:"true" doc:"Empty or absent keeps the stored one; it must be sent again when host changes."`
	SettingPrefix        httpx.Optional[string] `json:"hyperdxSettingPrefix,omitzero" doc:"Letters, digits and _; null clears it."`
	IsPrometheusEndpoint bool                   `json:"isPrometheusEndpoint,omitempty"`
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
	Secret      string               `json:"secret,omitempty" doc:"The signing secret, after it was made and never again."`
	DisabledAt  *string              `json:"disabledAt" format:"date-time" doc:"Since when nothing is delivered because the receiver answered 410; an update enables the webhook again."`
}

// ShowWebhook answers the record of a webhook without its secrets.
func ShowWebhook(w stack.Webhook) Webhook {
	record := Webhook{
		Owned: owned(w.Record), Name: w.Name, Service: w.Service, URL: w.URL, Description: w.Description, Body: w.Body,
	}
	if !w.DisabledAt.IsZero() {
		record.DisabledAt = stampOrNil(&w.DisabledAt)
	}
	return record
}

// ReplyWebhook answers one webhook.
func ReplyWebhook(w stack.Webhook) httpx.Reply[Webhook] {
	return httpx.Reply[Webhook]{Value: ShowWebhook(w), Version: w.Version}
}

// ReplySecret answers a webhook whose signing secret was just made, with it.
func ReplySecret(w stack.Webhook) httpx.Reply[Webhook] {
	reply := ReplyWebhook(w)
	reply.Value.Secret = w.Secrets.Signing
	return reply
}

// PageWebhooks answers a page of webhooks.
func PageWebhooks(list []stack.Webhook, total int, p httpx.Paging) httpx.Page[Webhook] {
	return paged(list, total, p, ShowWebhook)
}

// WebhookBody describes the body that creates or replaces a webhook.
type WebhookBody struct {
	Name        string               `json:"name" minLength:"1" maxLength:"1024" doc:"Unique among the webhooks of the service."`
	Service     stack.WebhookService `json:"service"`
	URL         string               `json:"url" minLength:"1" maxLength:"2048" doc:"HTTP or HTTPS; not a private address."`
	Description string               `json:"description,omitempty" maxLength:"2048"`
	Body        string               `json:"body,omitempty" maxLength:"16384" doc:"Template of the body; not for slack and pagerduty."`
	Headers     map[string]string    `json:"headers,omitempty" maxProperties:"100" writeOnly:"true" doc:"Absent keeps the stored ones, unless url or service changes."`
	QueryParams map[string]string    `json:"queryParams,omitempty" maxProperties:"100" writeOnly:"true" doc:"Absent keeps the stored ones, unless url or service changes."`
}
