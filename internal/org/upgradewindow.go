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

// WithUpgradeWindow returns the service with the window, nil for none, and what
// changed. It returns a Conflict fault for a service on its way out, and an
// Invalid one that names every broken rule.
func (s Service) WithUpgradeWindow(w *UpgradeWindow) (Service, []ActivityType, error) {
	if err := s.checkAlive(); err != nil {
		return Service{}, nil, err
	}
	if w == nil && s.UpgradeWindow == nil {
		return Service{}, nil, NoUpgradeWindow()
	}
	if w != nil {
		if err := w.Check(); err != nil {
			return Service{}, nil, err
		}
		if s.UpgradeWindow != nil && *w == *s.UpgradeWindow {
			return s, nil, nil
		}
	}
	s.UpgradeWindow = w
	return s, []ActivityType{ActivityServiceUpgradeWindow}, nil
}

// NoUpgradeWindow is the fault of a service that has no upgrade window.
func NoUpgradeWindow() error { return fault.New(fault.NotFound, "the service has no upgrade window") }

// Check returns an Invalid fault that names every broken rule.
func (w UpgradeWindow) Check() error {
	var rules fault.Rules
	checkRange(&rules, "weekday", w.Weekday, 0, weekdayMax)
	inRange := 0 <= w.StartHourUTC && w.StartHourUTC <= startHourUTCMost
	rules.Check(inRange && w.StartHourUTC%UpgradeWindowHours == 0, "startHourUtc", "enum",
		"must be one of 0, 6, 12, 18")
	return rules.Err()
}
