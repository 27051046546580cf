package org

import (
	"regexp"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	emailCharsMax     = 254
	emailUserCharsMax = 64
)

var emailUserPattern = regexp.MustCompile(`^[a-z0-9!#$%&'*+/=?^_{|}~` + "`" + `-]+(\.[a-z0-9!#$%&'*+/=?^_{|}~` + "`" + `-]+)*$`)

// NormalizeEmail returns the address in lower case and without surrounding
// white space. It returns an Invalid fault unless it has the form
// name@domain.
func NormalizeEmail(email string) (string, error) {
	var rules fault.Rules
	normal := normalEmail(&rules, "email", email)
	return normal, rules.Err()
}

func normalEmail(rules *fault.Rules, path, email string) string {
	email = strings.ToLower(strings.TrimSpace(email))
	if len(email) > emailCharsMax {
		rules.Break(path, "max_length", "must be at most %d characters", emailCharsMax)
		return ""
	}
	user, domain, ok := strings.Cut(email, "@")
	if !ok || len(user) > emailUserCharsMax || !emailUserPattern.MatchString(user) || !validDomain(domain) {
		rules.Break(path, "format", "must be an e-mail address of the form name@domain")
		return ""
	}
	return email
}

// validDomain also takes a single label, which addresses of a private
// network have.
func validDomain(domain string) bool {
	for _, label := range strings.Split(domain, ".") {
		if len(label) > dnsLabelCharsMax || !dnsLabelPattern.MatchString(label) {
			return false
		}
	}
	return true
}
