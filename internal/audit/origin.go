package audit

import (
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// OriginOf returns how a request came in, by the name of the API that took it.
// What no API took is Cairn's own doing.
func OriginOf(api, operationID, userAgent string) access.Origin {
	return access.Origin{Door: doorOf(api, userAgent), Operation: operationID, UserAgent: userAgent}
}

func doorOf(api, userAgent string) org.AuditDoor {
	if api != "ui" && strings.HasPrefix(userAgent, org.FilesUserAgent) {
		return org.DoorApply
	}
	switch api {
	case "stack":
		return org.DoorStackAPI
	case "cloud":
		return org.DoorManaged
	case "ui":
		return org.DoorWeb
	default:
		return org.DoorSystem
	}
}
