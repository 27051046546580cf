package org

import "github.com/cairnstack/cairn/internal/fault"

const (
	// UpgradeWindowHours is how long every upgrade window lasts.
	UpgradeWindowHours = 6

	weekdayMax       = 6
	startHourUTCMost = 18
)

// UpgradeWindow is the weekly time in which a service may be upgraded.
type UpgradeWindow struct {
	Weekday      int // 0: Sunday
	StartHourUTC int // 0, 6, 12 or 18
}

// Check answers an Invalid fault that names every broken rule.
func (w UpgradeWindow) Check() error {
	var rules fault.Rules
	checkRange(&rules, "weekday", w.Weekday, 0, weekdayMax)
	inRange := 0 <= w.StartHourUTC && w.StartHourUTC <= startHourUTCMost
	rules.Check(inRange && w.StartHourUTC%UpgradeWindowHours == 0, "startHourUtc", "enum",
		"must be one of 0, 6, 12, 18")
	return rules.Err()
}
