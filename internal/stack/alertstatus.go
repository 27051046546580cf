package stack

import "time"

// AlertState is where an alert stands.
type AlertState string

// The states. A new alert is inactive.
const (
	StateInactive AlertState = "inactive" // not breaching
	StatePending  AlertState = "pending"  // breaching, not yet for enough windows
	StateFiring   AlertState = "firing"
	StateError    AlertState = "error" // the last evaluations failed
)

// AlertStates lists the states.
func AlertStates() []AlertState {
	return []AlertState{StateInactive, StatePending, StateFiring, StateError}
}

// AlertStatus is what evaluation and operators decide about an alert; no
// update touches it.
type AlertStatus struct {
	State            AlertState
	StateBeforeError AlertState // set while State is StateError
	Silence          *Silence
	Failures         []AlertFailure // of the last evaluation
	Progress         AlertProgress
}

// AlertProgress is how far an alert is evaluated.
type AlertProgress struct {
	Through   time.Time // end of the last window that is evaluated; zero: none is
	OpenSince time.Time // when the next window could have been evaluated; zero: not known
}

// Lag returns how long the next window has been waiting to be evaluated.
func (p AlertProgress) Lag(now time.Time) time.Duration {
	if p.OpenSince.IsZero() {
		return 0
	}
	return max(0, now.Sub(p.OpenSince))
}

// AlertFailure is something that went wrong in an evaluation or delivery.
type AlertFailure struct {
	At      time.Time
	Type    string
	Message string
}

// NewAlertStatus returns the status of an alert that was never evaluated.
func NewAlertStatus() AlertStatus { return AlertStatus{State: StateInactive} }

const (
	// SilenceMax bounds how long an alert can be silenced.
	SilenceMax = 366 * 24 * time.Hour
	// SilenceReasonCharsMax bounds the reason for a silence.
	SilenceReasonCharsMax = 1024
)

// Silence keeps an alert's notifications back. Evaluation, state and history
// go on.
type Silence struct {
	By     string // user id
	At     time.Time
	Until  time.Time
	Reason string
}

// SilenceInput is the body that silences an alert.
type SilenceInput struct {
	Until  time.Time `json:"until" doc:"In the future, at most 1 year ahead."`
	Reason string    `json:"reason,omitempty" maxLength:"1024"`
}

// DecodeSilence reads the body strictly.
func DecodeSilence(body []byte) (SilenceInput, error) {
	return decodeBody[SilenceInput](body, computedFields.silence...)
}

// NewSilence returns the silence that by asks for, or an Invalid fault unless
// it ends in the future and within SilenceMax.
func NewSilence(in SilenceInput, by string, now time.Time) (Silence, error) {
	p := root()
	p.at("until").check(in.Until.After(now) && in.Until.Sub(now) <= SilenceMax, "range",
		"must be in the future and at most 1 year ahead")
	p.at("reason").chars(in.Reason, 0, SilenceReasonCharsMax)
	return Silence{By: by, At: now, Until: in.Until, Reason: in.Reason}, p.log.err()
}

// Silenced reports whether notifications are kept back now.
func (s AlertStatus) Silenced(now time.Time) bool {
	return s.Silence != nil && now.Before(s.Silence.Until)
}
