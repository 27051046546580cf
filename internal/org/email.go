package org

import (
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// NormalizeEmail returns the address in lower case and without surrounding
// white space. It returns an Invalid fault unless it has the form
// name@domain.
func NormalizeEmail(email string) (string, error) {
	var rules fault.Rules
	normal := normalEmail(&rules, "email", email)
	return normal, rules.Err()
}

func normalEmail(rules *fault.Rules, path, email string) string {
	email = stack.NormalEmail(email)
	if code, message := stack.EmailRule(email); code != "" {
		rules.Break(path, code, "%s", message)
		return ""
	}
	return email
}
