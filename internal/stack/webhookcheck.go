package stack

import (
	"maps"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

const (
	// WebhookDescriptionCharsMax bounds the description of a webhook.
	WebhookDescriptionCharsMax = 2048
	// WebhookBodyCharsMax bounds the body template of a webhook.
	WebhookBodyCharsMax = 16384
	// WebhookHeadersMax bounds the headers of a webhook.
	WebhookHeadersMax = 100
	// WebhookHeaderNameCharsMax bounds the name of a header.
	WebhookHeaderNameCharsMax = 256
	// WebhookParamsMax bounds the query parameters of a webhook.
	WebhookParamsMax = 100
	// WebhookParamNameCharsMax bounds the name of a query parameter.
	WebhookParamNameCharsMax = 1024
	// WebhookValueCharsMax bounds the value of a header or query parameter.
	WebhookValueCharsMax = 4096
)

var headerForm = regexp.MustCompile("^[A-Za-z!#$%&'*+.^_`|~-][A-Za-z0-9!#$%&'*+.^_`|~-]*$")

// senderHeaders lists the headers that a delivery sets itself.
func senderHeaders() []string {
	return []string{"host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer",
		"idempotency-key", "webhook-id", "webhook-timestamp", "webhook-signature"}
}

func (in WebhookInput) trimmed() WebhookInput {
	in.Name = strings.TrimSpace(in.Name)
	return in
}

func (in WebhookInput) check(p place, allowed []netip.Prefix) {
	p.at("name").chars(in.Name, 1, NameCharsMax)
	oneOf(p.at("service"), in.Service, WebhookServices())
	u := p.at("url").destination(in.URL, allowed)
	if host := in.Service.Rules().Host; host != "" && u != nil {
		p.at("url").check(isOn(u, host), "format", "must be on %s for the %s webhook service", host, in.Service)
	}
	p.at("description").chars(in.Description, 0, WebhookDescriptionCharsMax)
	p.at("body").chars(in.Body, 0, WebhookBodyCharsMax)
	p.at("body").template(in.Body, WebhookVariableNames())
	checkHeaders(p.at("headers"), in.Headers)
	checkParams(p.at("queryParams"), in.QueryParams)
}

func isOn(u *url.URL, host string) bool {
	name := strings.ToLower(u.Hostname())
	return name == host || strings.HasSuffix(name, "."+host)
}

// checkHeaders and checkParams name the map and not the entry: a name may
// hold anything.
func checkHeaders(p place, headers map[string]string) {
	p.check(len(headers) <= WebhookHeadersMax, "max_items", "must have at most %d entries", WebhookHeadersMax)
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		lower := strings.ToLower(name)
		if problem := headerProblem(lower, headers[name], seen); problem != "" {
			p.breach("format", "%s", problem)
			return
		}
		seen[lower] = true
	}
}

func headerProblem(name, v string, seen map[string]bool) string {
	switch {
	case len(name) > WebhookHeaderNameCharsMax || !headerForm.MatchString(name):
		return "names must be HTTP tokens of 1 to 256 characters that do not start with a digit"
	case seen[name]:
		return "names must be unique whatever their case"
	case slices.Contains(senderHeaders(), name):
		return "must not hold a header that the sender sets itself"
	default:
		return valueProblem(v)
	}
}

func valueProblem(v string) string {
	if len(v) > WebhookValueCharsMax || strings.ContainsFunc(v, unicode.IsControl) {
		return "values must be at most 4096 characters without control characters"
	}
	return ""
}

func checkParams(p place, params map[string]string) {
	p.check(len(params) <= WebhookParamsMax, "max_items", "must have at most %d entries", WebhookParamsMax)
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if name == "" || len(name) > WebhookParamNameCharsMax || strings.ContainsFunc(name, unicode.IsControl) {
			p.breach("format", "names must be 1 to 1024 characters without control characters")
			return
		}
		if problem := valueProblem(params[name]); problem != "" {
			p.breach("format", "%s", problem)
			return
		}
	}
}

// checkService checks which parts the service has.
func (w Webhook) checkService(p place) {
	rules := w.Service.Rules()
	if rules.OwnForm {
		return
	}
	const rule = "is not supported for the %s webhook service"
	p.at("body").check(w.Body == "", "conflict", rule, w.Service)
	p.at("headers").check(len(w.Secrets.Headers) == 0, "conflict", rule, w.Service)
	params := w.Secrets.QueryParams
	if rules.Key == "" {
		p.at("queryParams").check(len(params) == 0, "conflict", rule, w.Service)
		return
	}
	p.at("queryParams").check(params[rules.Key] != "" && len(params) == 1, "required",
		"must hold %s and nothing else for the %s webhook service", rules.Key, w.Service)
}
