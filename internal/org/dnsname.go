package org

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	dnsNameCharsMax  = 253
	dnsLabelCharsMax = 63
	dnsLabelsMin     = 2
)

var (
	dnsLabelPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)
	digitsPattern   = regexp.MustCompile(`^[0-9]+$`)
)

// reservedSuffixes are the top labels that belong to a network and not to
// its customers.
func reservedSuffixes() []string {
	return []string{"local", "localhost", "internal", "corp", "private"}
}

// checkDNSName breaks a rule unless name is a host name of two or more labels,
// the first of which may be preceded by a wildcard label, and does not end in a
// reserved suffix.
func checkDNSName(rules *fault.Rules, path, name string) {
	if len(name) > dnsNameCharsMax {
		rules.Break(path, "max_length", "must be at most %d characters", dnsNameCharsMax)
		return
	}
	labels := strings.Split(strings.TrimPrefix(strings.ToLower(name), "*."), ".")
	if !validLabels(labels) {
		rules.Break(path, "format",
			"must be a DNS name such as db.example.com or *.example.com, of labels with at most %d of a-z 0-9 -", dnsLabelCharsMax)
		return
	}
	rules.Check(!slices.Contains(reservedSuffixes(), labels[len(labels)-1]), path, "reserved",
		"must not end in one of %s", strings.Join(reservedSuffixes(), ", "))
}

// validLabels refuses a top label of digits alone, which would make an IPv4
// address a name.
func validLabels(labels []string) bool {
	if len(labels) < dnsLabelsMin || digitsPattern.MatchString(labels[len(labels)-1]) {
		return false
	}
	for _, label := range labels {
		if len(label) > dnsLabelCharsMax || !dnsLabelPattern.MatchString(label) {
			return false
		}
	}
	return true
}

// DNSNamesOverlap reports whether some host is covered by both names. A
// wildcard stands for exactly one label.
func DNSNamesOverlap(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if a == b {
		return true
	}
	return wildcardCovers(a, b) || wildcardCovers(b, a)
}

func wildcardCovers(wildcard, name string) bool {
	zone, ok := strings.CutPrefix(wildcard, "*.")
	if !ok {
		return false
	}
	_, parent, ok := strings.Cut(name, ".")
	return ok && parent == zone
}
