package org

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// IPRulesMax bounds the ipAccessList of a key and of a service.
const IPRulesMax = 256

// IPRule allows one address or one network.
type IPRule struct {
	Source      string `json:"source"` // an address, a CIDR, or "anywhere"
	Description string `json:"description"`
}

// AnywhereRules is the list of a key or service that may be reached from
// every address.
func AnywhereRules() []IPRule {
	return []IPRule{{Source: "0.0.0.0/0", Description: "Anywhere"}, {Source: "::/0", Description: "Anywhere"}}
}

// ParseIPSource returns the network that source names: an address, a CIDR,
// or the word "anywhere", which is 0.0.0.0/0. An IPv4 address in IPv6 clothes
// means the IPv4 address.
func ParseIPSource(source string) (netip.Prefix, error) {
	if strings.EqualFold(source, "anywhere") {
		source = "0.0.0.0/0"
	}
	if prefix, err := netip.ParsePrefix(source); err == nil {
		return unmapped(prefix).Masked(), nil
	}
	addr, err := netip.ParseAddr(source)
	if err != nil || addr.Zone() != "" {
		return netip.Prefix{}, fault.New(fault.Invalid, "must be an IP address or a CIDR such as 10.0.0.0/8")
	}
	addr = addr.Unmap()
	return netip.PrefixFrom(addr, addr.BitLen()), nil
}

func unmapped(prefix netip.Prefix) netip.Prefix {
	const mappedBits = 96
	if !prefix.Addr().Is4In6() || prefix.Bits() < mappedBits {
		return prefix
	}
	return netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()-mappedBits)
}

// AllowsAddr reports whether one of the rules covers addr. An empty list
// allows nobody; 0.0.0.0/0 allows everybody, over IPv6 too.
func AllowsAddr(rules []IPRule, addr netip.Addr) bool { return NewIPList(rules).Allows(addr) }

// IPList is a list of rules that is ready to be asked often. The zero value
// allows nobody.
type IPList struct {
	networks []netip.Prefix
	anywhere bool
}

// NewIPList reads the rules. One that is no network allows nobody.
func NewIPList(rules []IPRule) IPList {
	var l IPList
	for _, r := range rules {
		prefix, err := ParseIPSource(r.Source)
		if err != nil {
			continue
		}
		l.networks = append(l.networks, prefix)
		l.anywhere = l.anywhere || prefix.Addr().Is4() && prefix.Bits() == 0
	}
	return l
}

// Allows reports whether the list covers addr.
func (l IPList) Allows(addr netip.Addr) bool {
	addr = addr.Unmap()
	return l.anywhere || slices.ContainsFunc(l.networks, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// CheckAddr returns a Forbidden fault unless the list of the service covers
// addr.
func (l IPList) CheckAddr(addr netip.Addr) error {
	if l.Allows(addr) {
		return nil
	}
	return fault.New(fault.Forbidden, "the address %s is not in the ipAccessList of the service", addr)
}

// checkIPRules returns false when the list is too long to be looked at.
func checkIPRules(rules *fault.Rules, path string, list []IPRule) bool {
	if !checkCount(rules, path, len(list), IPRulesMax) {
		return false
	}
	for i, rule := range list {
		if _, err := ParseIPSource(rule.Source); err != nil {
			rules.Break(item(path, i)+".source", "format", "%s", fault.From(err).Message)
		}
		checkText(rules, item(path, i)+".description", rule.Description, DescriptionCharsMax)
	}
	return true
}

// IPRulesChange takes rules away and then adds some; both may be repeated
// without effect. The zero value changes nothing.
type IPRulesChange struct {
	Remove []IPRule // without a description: every rule of the source
	Add    []IPRule
}

func (c IPRulesChange) apply(rules *fault.Rules, path string, present []IPRule) []IPRule {
	removes := checkCount(rules, path+".remove", len(c.Remove), IPRulesMax)
	if adds := checkIPRules(rules, path+".add", c.Add); !removes || !adds {
		return present
	}
	after := slices.Clone(present)
	for _, gone := range c.Remove {
		after = slices.DeleteFunc(after, gone.names)
	}
	for _, rule := range c.Add {
		if !slices.Contains(after, rule) {
			after = append(after, rule)
		}
	}
	checkCount(rules, path, len(after), IPRulesMax)
	return after
}

// names reports whether r, as the item of a removal, means other.
func (r IPRule) names(other IPRule) bool {
	return sameSource(r.Source, other.Source) && (r.Description == "" || r.Description == other.Description)
}

func sameSource(a, b string) bool {
	if a == b {
		return true
	}
	left, errLeft := ParseIPSource(a)
	right, errRight := ParseIPSource(b)
	return errLeft == nil && errRight == nil && left == right
}
