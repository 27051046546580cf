package org

import "time"

// The schedule of attempts at a state's work.
const (
	ServiceAttemptsMax      = 10
	ServiceRetryDelayMin    = time.Second
	ServiceRetryDelayMax    = 5 * time.Minute
	StateReasonCharsMax     = 512
	retryDelayDoublingsMost = 9 // beyond it the delay is at its maximum
)

// Work is what has to be done for a service to leave its present state. All
// work may be repeated: a crash between work and transition does no harm.
type Work string

// The kinds of work.
const (
	WorkNone      Work = ""          // the state lasts
	WorkProvision Work = "provision" // make team and database where they are missing
	WorkQuiesce   Work = "quiesce"   // let what is under way end, take nothing new
	WorkRelease   Work = "release"   // drop database and team
)

// Work returns what the state of the service asks for.
func (s Service) Work() Work {
	switch s.State {
	case ServiceProvisioning, ServiceStarting, ServiceAwaking:
		return WorkProvision
	case ServiceStopping:
		return WorkQuiesce
	case ServiceTerminating:
		return WorkRelease
	case ServiceRunning, ServiceStopped, ServiceIdle, ServiceDegraded, ServiceFailed, ServiceTerminated:
	}
	return WorkNone
}

// Restores reports whether the service waits for the data of a backup.
func (s Service) Restores() bool { return s.RestoreFrom != "" && s.Work() == WorkProvision }

// WorkDue reports whether there is work and its time has come.
func (s Service) WorkDue(now time.Time) bool {
	return s.Work() != WorkNone && !now.Before(s.RetryAt)
}

// Outcome is what an attempt at a service's work came to.
type Outcome string

// The outcomes.
const (
	OutcomeNone   Outcome = "" // not attempted, or not finished
	OutcomeDone   Outcome = "done"
	OutcomeFailed Outcome = "failed"
)

// Observation is what the reconciler saw of a service.
type Observation struct {
	Outcome   Outcome
	Reason    string    // why the attempt failed; owners see it
	Final     bool      // another attempt would fail too
	Unhealthy bool      // the service's database does not answer
	ActiveAt  time.Time // last ingest or query; zero: none seen
}

// Transition is one step in the life of a service. From and To are equal
// when an attempt failed and will be repeated.
type Transition struct {
	From, To ServiceState
	At       time.Time
	Reason   string
	Attempts int
	RetryAt  time.Time
}

// NextState decides what the observation means for the service, and returns
// false when it means nothing. It is a function of its arguments alone, so
// that a step which was not stored is simply decided again.
func NextState(s Service, o Observation, now time.Time) (Transition, bool) {
	if s.Work() != WorkNone {
		return nextAfterWork(s, o, now)
	}
	to := restingState(s, o, now)
	if to == s.State {
		return Transition{}, false
	}
	return Transition{From: s.State, To: to, At: now}, true
}

func nextAfterWork(s Service, o Observation, now time.Time) (Transition, bool) {
	switch o.Outcome {
	case OutcomeDone:
		return Transition{From: s.State, To: doneState(s.State), At: now}, true
	case OutcomeFailed:
		return nextAfterFailure(s, o, now), true
	case OutcomeNone:
	}
	return Transition{}, false
}

func doneState(state ServiceState) ServiceState {
	switch state {
	case ServiceStopping:
		return ServiceStopped
	case ServiceTerminating:
		return ServiceTerminated
	case ServiceProvisioning, ServiceRunning, ServiceStopped, ServiceStarting, ServiceIdle, ServiceAwaking,
		ServiceDegraded, ServiceFailed, ServiceTerminated:
	}
	return ServiceRunning
}

// nextAfterFailure repeats stopping and terminating for ever, since giving
// up would leave the service stuck and its database behind.
func nextAfterFailure(s Service, o Observation, now time.Time) Transition {
	t := Transition{
		From: s.State, To: s.State, At: now, Reason: clip(o.Reason, StateReasonCharsMax),
		Attempts: s.Attempts + 1, RetryAt: now.Add(retryDelay(s.Attempts)),
	}
	if s.Work() == WorkProvision && (o.Final || t.Attempts >= ServiceAttemptsMax) {
		t.To, t.RetryAt = ServiceFailed, time.Time{}
	}
	return t
}

func retryDelay(failedBefore int) time.Duration {
	if failedBefore >= retryDelayDoublingsMost {
		return ServiceRetryDelayMax
	}
	return min(ServiceRetryDelayMin<<failedBefore, ServiceRetryDelayMax)
}

// restingState returns where a service without work belongs.
func restingState(s Service, o Observation, now time.Time) ServiceState {
	switch {
	case s.State == ServiceRunning && o.Unhealthy:
		return ServiceDegraded
	case s.State == ServiceDegraded && !o.Unhealthy:
		return ServiceRunning
	case s.State == ServiceRunning && s.idles(o.ActiveAt, now):
		return ServiceIdle
	case s.State == ServiceIdle && o.ActiveAt.After(s.StateAt):
		return ServiceAwaking
	default:
		return s.State
	}
}

func (s Service) idles(activeAt, now time.Time) bool {
	timeout, on := s.Scaling.idleTimeout()
	if !on {
		return false
	}
	if activeAt.Before(s.StateAt) {
		activeAt = s.StateAt
	}
	return now.Sub(activeAt) >= timeout
}

// Advance returns the service after the transition.
func (s Service) Advance(t Transition) Service {
	if t.From != t.To {
		s.StateAt = t.At
	}
	s.State, s.StateReason, s.Attempts, s.RetryAt = t.To, t.Reason, t.Attempts, t.RetryAt
	return s
}
