package httpx

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// tagged returns the tag of a reply and the value to send. What has no
// version is tagged by its content, and then it is encoded already.
func tagged[T any](reply Reply[T]) (tag string, value any, err error) {
	if reply.Version > 0 {
		return versionTag(reply.Version, reply.Mark), reply.Value, nil
	}
	encoded, err := marshal(reply.Value)
	if err != nil {
		return "", nil, err
	}
	return contentTag(encoded), json.RawMessage(encoded), nil
}

// markSign stands between the version and the mark of a tag.
const markSign = "-"

func versionTag(version int64, mark string) string {
	text := strconv.FormatInt(version, 10)
	if mark != "" {
		text += markSign + mark
	}
	return `"` + text + `"`
}

// contentTag makes a tag that no version has.
func contentTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"h` + hex.EncodeToString(sum[:8]) + `"`
}

// tagListed reports whether the lines of an If-None-Match header name tag, by
// the weak comparison.
func tagListed(lines []string, tag string) bool {
	for _, line := range lines {
		for element := range strings.SplitSeq(line, ",") {
			element = strings.TrimSpace(element)
			if element == "*" || strings.TrimPrefix(element, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// noVersion is a version that no object has.
const noVersion = -1

// Conditional is embedded in the input of an operation that changes or
// deletes an object, and lets the client make it conditional.
type Conditional struct {
	IfMatch string `header:"If-Match" doc:"The ETag of the version to be changed. If the object has changed since, the response is 412."`

	version *int64
}

// IfVersion returns the version that the object must have: nil when the
// client does not care. Hand it to the use case, which returns fault.Stale
// when it does not hold.
func (c *Conditional) IfVersion() *int64 { return c.version }

// readCondition makes a version of the header. A tag that is none of ours
// matches nothing, so it becomes a version that no object has.
func (c *Conditional) readCondition() error {
	if c.IfMatch == "" || c.IfMatch == "*" {
		return nil
	}
	// Proxies that compress make our tags weak; the version is still the one.
	tag := strings.TrimPrefix(c.IfMatch, "W/")
	if len(tag) < 2 || tag[0] != '"' || strings.IndexByte(tag[1:], '"') != len(tag)-2 {
		return fault.InvalidDetails([]fault.Detail{{Path: "If-Match", Code: "format", Message: "must be one entity tag in double quotes, or *"}})
	}
	// What stands behind the version is about what was shown, not about what
	// is written.
	text, _, _ := strings.Cut(tag[1:len(tag)-1], markSign)
	version, err := strconv.ParseInt(text, 10, 64)
	if err != nil || version <= 0 {
		version = noVersion
	}
	c.version = &version
	return nil
}

// conditional is an input that embeds Conditional.
type conditional interface{ readCondition() error }
