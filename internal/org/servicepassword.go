package org

import (
	"regexp"

	"github.com/cairnstack/cairn/internal/fault"
)

var doubleSHA1Pattern = regexp.MustCompile(`^[0-9a-fA-F]{40}$`)

// PasswordHashes are a new password of a service that the client keeps to
// itself. The zero value asks the server to make one.
type PasswordHashes struct {
	SHA256     string // base64
	DoubleSHA1 string // hex; for the MySQL protocol
}

// Check returns an Invalid fault that names every broken rule.
func (p PasswordHashes) Check() error {
	var rules fault.Rules
	if p.SHA256 != "" {
		decodeHash(&rules, "newPasswordHash", p.SHA256)
	}
	if p.DoubleSHA1 != "" {
		rules.Check(p.SHA256 != "", "newPasswordHash", "required", "is required with newDoubleSha1Hash")
		rules.Check(doubleSHA1Pattern.MatchString(p.DoubleSHA1), "newDoubleSha1Hash", "format",
			"must be 40 hexadecimal digits")
	}
	return rules.Err()
}
