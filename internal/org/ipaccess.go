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
	first := map[netip.Prefix]int{}
	for i, rule := range list {
		network, err := ParseIPSource(rule.Source)
		if err != nil {
			rules.Break(item(path, i)+".source", "format", "%s", fault.From(err).Message)
		} else if earlier, taken := first[network]; taken {
			rules.Break(item(path, i)+".source", "unique", "must not repeat the network of item %d", earlier)
		} else {
			first[network] = i
		}
		checkText(rules, item(path, i)+".description", rule.Description, DescriptionCharsMax)
	}
	return true
}

// IPRulesChange takes rules away and then adds some; both may be repeated
// without effect. A network has one rule. The zero value changes nothing.
type IPRulesChange struct {
	Remove []IPRule // by their networks, whatever the description
	Add    []IPRule // in place of the rule that the network has
}

func (c IPRulesChange) apply(rules *fault.Rules, path string, present []IPRule) []IPRule {
	removes := checkCount(rules, path+".remove", len(c.Remove), IPRulesMax)
	if adds := checkIPRules(rules, path+".add", c.Add); !removes || !adds {
		return present
	}
	after := slices.Clone(present)
	for _, gone := range c.Remove {
		after = slices.DeleteFunc(after, gone.sameNetwork)
	}
	for _, rule := range c.Add {
		after = rule.putIn(after)
	}
	checkCount(rules, path, len(after), IPRulesMax)
	return after
}

// putIn returns the list with r in the place of the rules of its network, at
// the end where there is none.
func (r IPRule) putIn(list []IPRule) []IPRule {
	place := slices.IndexFunc(list, r.sameNetwork)
	if place < 0 {
		return append(list, r)
	}
	list[place] = r
	return append(list[:place+1], slices.DeleteFunc(list[place+1:], r.sameNetwork)...)
}

// sameNetwork reports whether two rules allow the same network, however they
// spell it.
func (r IPRule) sameNetwork(other IPRule) bool {
	if r.Source == other.Source {
		return true
	}
	left, errLeft := ParseIPSource(r.Source)
	right, errRight := ParseIPSource(other.Source)
	return errLeft == nil && errRight == nil && left == right
}
