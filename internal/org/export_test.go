package org

import "github.com/cairnstack/cairn/internal/fault"

// CheckDNSName returns the rules that a name of a private endpoint breaks.
func CheckDNSName(name string) error {
	var rules fault.Rules
	checkDNSName(&rules, "", name)
	return rules.Err()
}

// Merge adds the bookings of other.
func (b Bookings) Merge(other Bookings) error {
	for key, metrics := range other {
		if err := b.add(key, metrics); err != nil {
			return err
		}
	}
	return nil
}
