package receive

import (
	"encoding/base64"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// Headers that carry the ingestion key, in lower case as gRPC has them.
const (
	headerAuthorization = "authorization"
	headerKey           = "x-cairn-ingestion-key"
	bearerScheme        = "bearer "
	basicScheme         = "basic "
)

// errNoKey says how to send a key.
var errNoKey = fault.New(fault.Unauthenticated,
	"no ingestion key was given; send authorization: Bearer <ingestion key>, or x-cairn-ingestion-key: <ingestion key>")

// KeyOf returns the key that a request's headers carry: in a header of
// its own, as authorization with and without the scheme, or as the password of
// basic authentication, whose user name is not looked at.
func KeyOf(header func(name string) string) (string, error) {
	if key := strings.TrimSpace(header(headerKey)); key != "" {
		return key, nil
	}
	key := strings.TrimSpace(header(headerAuthorization))
	if bearer, ok := afterScheme(key, bearerScheme); ok {
		key = bearer
	} else if basic, ok := afterScheme(key, basicScheme); ok {
		key = passwordOf(basic)
	}
	if key == "" {
		return "", errNoKey
	}
	return key, nil
}

// afterScheme returns what follows a scheme, which may be written in any case.
func afterScheme(authorization, scheme string) (string, bool) {
	if len(authorization) < len(scheme) || !strings.EqualFold(authorization[:len(scheme)], scheme) {
		return "", false
	}
	return strings.TrimSpace(authorization[len(scheme):]), true
}

// passwordOf returns the password of basic credentials, or nothing.
func passwordOf(credentials string) string {
	plain, err := base64.StdEncoding.DecodeString(credentials)
	if err != nil {
		return ""
	}
	_, password, _ := strings.Cut(string(plain), ":")
	return password
}
