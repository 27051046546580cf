package org

import (
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// normalEmail returns the address in lower case and without surrounding white
// space, or breaks a rule unless it has the form name@domain.
func normalEmail(rules *fault.Rules, path, email string) string {
	email = stack.NormalEmail(email)
	if code, message := stack.EmailRule(email); code != "" {
		rules.Break(path, code, "%s", message)
		return ""
	}
	return email
}
