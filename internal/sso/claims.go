package sso

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// claims are what a provider says about somebody.
type claims map[string]any

// text returns a claim that is a text; empty when it is not.
func (c claims) text(name string) string {
	text, _ := c[name].(string)
	return text
}

// isTrue reports whether a claim is true; some providers write it as a text.
func (c claims) isTrue(name string) bool { return c[name] == true || c[name] == "true" }

// find returns the claim with the name, or the one that its dots lead to.
func (c claims) find(name string) (any, bool) {
	if value, ok := c[name]; ok {
		return value, true
	}
	first, rest, ok := strings.Cut(name, ".")
	inner, isObject := c[first].(map[string]any)
	if !ok || !isObject {
		return nil, false
	}
	return claims(inner).find(rest)
}

// has reports whether the claim is the value, or a list with it.
func (c claims) has(name, value string) bool {
	found, ok := c.find(name)
	if !ok {
		return false
	}
	list, isList := found.([]any)
	if !isList {
		list = []any{found}
	}
	return slices.ContainsFunc(list, func(item any) bool { return textOf(item) == value })
}

// textOf returns a value as a rule writes it; empty for what no rule can name.
func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case bool, json.Number:
		return fmt.Sprint(v)
	}
	return ""
}

// grants returns what the rules that match give, or the default.
func (p Provider) grants(c claims) []access.Grant {
	var found []access.Grant
	for _, rule := range p.Rules {
		if c.has(rule.Claim, rule.Value) {
			found = append(found, access.Grant{Role: cmp.Or(rule.Role, org.RoleMember), Team: rule.Team, TeamRole: rule.TeamRole})
		}
	}
	if len(found) == 0 && p.DefaultRole != "" {
		found = []access.Grant{{Role: p.DefaultRole}}
	}
	return found
}

// lacks reports whether something is missing that userinfo may know.
func (p Provider) lacks(c claims) bool {
	if c.text("email") == "" || c["email_verified"] == nil && !p.TrustsEmail {
		return true
	}
	return slices.ContainsFunc(p.Rules, func(r Rule) bool { _, ok := c.find(r.Claim); return !ok })
}
