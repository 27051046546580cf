package stack

import (
	"fmt"
	"regexp"
	"strings"
)

const (
	// EmailCharsMax bounds an e-mail address.
	EmailCharsMax = 254
	// emailUserCharsMax bounds what stands before the @.
	emailUserCharsMax = 64
)

// The two sides of an address in its normal form. A single label, which
// addresses of a private network have, is a domain.
var (
	emailUserPattern   = regexp.MustCompile(`^[a-z0-9!#$%&'*+/=?^_{|}~` + "`" + `-]+(\.[a-z0-9!#$%&'*+/=?^_{|}~` + "`" + `-]+)*$`)
	emailDomainPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$`)
)

// NormalEmail returns the form in which addresses are stored and compared: in
// lower case and without surrounding white space.
func NormalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// EmailRule returns the rule that an address in its normal form breaks; empty
// when it has the form name@domain. Every door that takes addresses asks it.
func EmailRule(email string) (code, message string) {
	if len(email) > EmailCharsMax {
		return "max_length", fmt.Sprintf("must be at most %d characters", EmailCharsMax)
	}
	user, domain, ok := strings.Cut(email, "@")
	if !ok || len(user) > emailUserCharsMax || !emailUserPattern.MatchString(user) || !emailDomainPattern.MatchString(domain) {
		return "format", "must be an e-mail address of the form name@domain"
	}
	return "", ""
}
