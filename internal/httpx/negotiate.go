package httpx

import (
	"strconv"
	"strings"
)

const (
	mediaJSON  = "application/json"
	mediaHTML  = "text/html; charset=utf-8"
	mediaEvent = "text/event-stream"
)

// acceptable reports whether an Accept header allows one of the offered media
// types. No header allows all.
func acceptable(header string, offered []string) bool {
	if header == "" || header == "*/*" || header == mediaJSON && offered[0] == mediaJSON {
		return true
	}
	for _, media := range offered {
		if quality(header, mediaName(media), mediaMatches) > 0 {
			return true
		}
	}
	return false
}

// mediaName returns a media type without its parameters.
func mediaName(media string) string {
	name, _, _ := strings.Cut(media, ";")
	return name
}

// wantsGzip reports whether an Accept-Encoding header asks for gzip.
func wantsGzip(header string) bool {
	return header != "" && quality(header, "gzip", codingMatches) > 0
}

// quality returns the weight that the most specific matching element of a
// list gives to name, 0 when none matches.
func quality(list, name string, matches func(pattern, name string) int) float64 {
	best, weight := 0, 0.0
	for element := range strings.SplitSeq(list, ",") {
		pattern, params, _ := strings.Cut(element, ";")
		if rank := matches(strings.ToLower(strings.TrimSpace(pattern)), name); rank > best {
			best, weight = rank, weightIn(params)
		}
	}
	return weight
}

// weightIn reads the q parameter; a broken one counts as 1, because a client
// that sends it does want something.
func weightIn(params string) float64 {
	for param := range strings.SplitSeq(params, ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if key != "q" && key != "Q" {
			continue
		}
		if q, err := strconv.ParseFloat(value, 64); err == nil {
			return q
		}
	}
	return 1
}

// mediaMatches ranks a media range: exact before type/* before */*.
func mediaMatches(pattern, name string) int {
	if pattern == name {
		return 3
	}
	kind, found := strings.CutSuffix(pattern, "/*")
	switch {
	case !found:
		return 0
	case kind == "*":
		return 1
	case strings.HasPrefix(name, kind+"/"):
		return 2
	default:
		return 0
	}
}

func codingMatches(pattern, name string) int {
	switch pattern {
	case name:
		return 2
	case "*":
		return 1
	default:
		return 0
	}
}
