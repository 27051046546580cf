package receive

import (
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// Headers that carry the ingestion key, in lower case as gRPC has them.
const (
	headerAuthorization = "authorization"
	headerKey           = "x-cairn-ingestion-key"
	bearerScheme        = "bearer "
)

// errNoKey says how to send a key.
var errNoKey = fault.New(fault.Unauthenticated,
	"no ingestion key was given; send authorization: Bearer <ingestion key>, or x-cairn-ingestion-key: <ingestion key>")

// KeyOf returns the key that a request's headers carry: in a header of
// its own, or as authorization with and without the scheme.
func KeyOf(header func(name string) string) (string, error) {
	if key := strings.TrimSpace(header(headerKey)); key != "" {
		return key, nil
	}
	key := strings.TrimSpace(header(headerAuthorization))
	if len(key) >= len(bearerScheme) && strings.EqualFold(key[:len(bearerScheme)], bearerScheme) {
		key = strings.TrimSpace(key[len(bearerScheme):])
	}
	if key == "" {
		return "", errNoKey
	}
	return key, nil
}
