package audit

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// OriginOf returns how a request came in, by the name of the API that took it.
// What no API took is Cairn's own doing.
func OriginOf(api, operationID, path, userAgent string) access.Origin {
	return access.Origin{Door: doorOf(api, userAgent), Operation: operationID, Target: targetOf(path), UserAgent: userAgent}
}

// idPattern is what the ids of both families look like.
var idPattern = regexp.MustCompile(`^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)

// targetOf returns the last id in a path: that of what the request is about.
func targetOf(path string) string {
	for _, part := range slices.Backward(strings.Split(path, "/")) {
		if idPattern.MatchString(part) {
			return part
		}
	}
	return ""
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
