package org

import (
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// ServiceState is where a service stands in its life.
type ServiceState string

// The states of a service.
const (
	ServiceProvisioning ServiceState = "provisioning"
	ServiceRunning      ServiceState = "running"
	ServiceStopping     ServiceState = "stopping"
	ServiceStopped      ServiceState = "stopped"
	ServiceStarting     ServiceState = "starting"
	ServiceIdle         ServiceState = "idle"
	ServiceAwaking      ServiceState = "awaking"
	ServiceDegraded     ServiceState = "degraded"
	ServiceFailed       ServiceState = "failed"
	ServiceTerminating  ServiceState = "terminating"
	ServiceTerminated   ServiceState = "terminated" // gone: the record is to be removed
)

// ServiceStates returns every state of a service.
func ServiceStates() []ServiceState {
	return []ServiceState{
		ServiceProvisioning, ServiceRunning, ServiceStopping, ServiceStopped, ServiceStarting, ServiceIdle,
		ServiceAwaking, ServiceDegraded, ServiceFailed, ServiceTerminating, ServiceTerminated,
	}
}

// Serves reports whether a service in this state takes telemetry and returns
// questions about it. One that is idle wakes up by that.
func (s ServiceState) Serves() bool {
	switch s {
	case ServiceStopping, ServiceStopped, ServiceFailed, ServiceTerminating, ServiceTerminated:
		return false
	case ServiceProvisioning, ServiceRunning, ServiceStarting, ServiceIdle, ServiceAwaking, ServiceDegraded:
	}
	return true
}

// Serves reports whether the service takes telemetry and questions: not
// before it has the data of its backup, which would get mixed up with it.
func (s Service) Serves() bool { return s.State.Serves() && s.RestoreFrom == "" }

// Command is what an owner may tell a service to do.
type Command string

// The commands.
const (
	CommandStart Command = "start"
	CommandStop  Command = "stop"
	CommandAwake Command = "awake"
)

// Commands returns every command.
func Commands() []Command { return []Command{CommandStart, CommandStop, CommandAwake} }

// target returns the state that the command leads to from state, which is
// state itself for a repeat, and false where it is not allowed.
func (c Command) target(state ServiceState) (ServiceState, bool) {
	switch c {
	case CommandStart:
		return startTarget(state)
	case CommandStop:
		return stopTarget(state)
	case CommandAwake:
		return awakeTarget(state)
	}
	return "", false
}

func startTarget(state ServiceState) (ServiceState, bool) {
	switch state {
	case ServiceProvisioning, ServiceStarting, ServiceAwaking, ServiceRunning:
		return state, true
	case ServiceStopping, ServiceStopped, ServiceDegraded, ServiceFailed:
		return ServiceStarting, true
	case ServiceIdle:
		return ServiceAwaking, true
	case ServiceTerminating, ServiceTerminated:
	}
	return "", false
}

func stopTarget(state ServiceState) (ServiceState, bool) {
	switch state {
	case ServiceStopping, ServiceStopped:
		return state, true
	case ServiceTerminating, ServiceTerminated:
		return "", false
	case ServiceProvisioning, ServiceRunning, ServiceStarting, ServiceIdle, ServiceAwaking, ServiceDegraded,
		ServiceFailed:
	}
	return ServiceStopping, true
}

func awakeTarget(state ServiceState) (ServiceState, bool) {
	switch state {
	case ServiceProvisioning, ServiceStarting, ServiceAwaking, ServiceRunning, ServiceDegraded:
		return state, true
	case ServiceIdle:
		return ServiceAwaking, true
	case ServiceStopping, ServiceStopped, ServiceFailed, ServiceTerminating, ServiceTerminated:
	}
	return "", false
}

// Command returns the service after the command and whether that changed
// it. A repeat changes nothing. It returns an Invalid fault for an unknown
// command and a Conflict, which names the allowed states, for one that the
// present state does not allow.
func (s Service) Command(c Command, now time.Time) (Service, bool, error) {
	var rules fault.Rules
	checkWord(&rules, "command", c, Commands())
	if err := rules.Err(); err != nil {
		return Service{}, false, err
	}
	target, ok := c.target(s.State)
	if !ok {
		return Service{}, false, stateConflict(commandStates(c), c.participle(), s.State)
	}
	if target == s.State {
		return s, false, nil
	}
	return s.entered(target, now), true, nil
}

func commandStates(c Command) []ServiceState {
	return slices.DeleteFunc(ServiceStates(), func(state ServiceState) bool {
		_, ok := c.target(state)
		return !ok
	})
}

// CanDelete returns a Conflict fault, which names the allowed states, unless
// a service in state may be deleted. One that is being deleted may be: the
// repeat has no effect.
func CanDelete(state ServiceState) error {
	allowed := []ServiceState{
		ServiceProvisioning, ServiceStarting, ServiceAwaking, ServiceIdle, ServiceStopped, ServiceDegraded, ServiceFailed,
	}
	if state == ServiceTerminating || slices.Contains(allowed, state) {
		return nil
	}
	return stateConflict(allowed, "deleted", state)
}

// Delete returns the service on its way out and whether that changed it. It
// returns what CanDelete returns.
func (s Service) Delete(now time.Time) (Service, bool, error) {
	if err := CanDelete(s.State); err != nil {
		return Service{}, false, err
	}
	if s.State == ServiceTerminating {
		return s, false, nil
	}
	return s.entered(ServiceTerminating, now), true, nil
}

// End returns the service on its way out, whatever its state: its team is
// deleted, so that nobody can stop it before.
func (s Service) End(now time.Time) Service { return s.entered(ServiceTerminating, now) }

// CheckTeamEnd returns a Conflict fault unless the team of s, one of all the
// services of its organization, can be deleted.
func CheckTeamEnd(s Service, services []Service) error {
	if err := s.checkAlive(); err != nil {
		return err
	}
	isOther := func(o Service) bool { return o.ID != s.ID && o.checkAlive() == nil }
	if !slices.ContainsFunc(services, isOther) {
		return fault.New(fault.Conflict, "the last team can't be deleted")
	}
	isReader := func(o Service) bool { return o.ID != s.ID && o.WarehouseID == s.WarehouseID }
	if s.IsPrimary && slices.ContainsFunc(services, isReader) {
		return fault.New(fault.Conflict, "other services read the data of this team's service; delete them in the cloud console first")
	}
	return nil
}

func stateConflict(allowed []ServiceState, participle string, present ServiceState) error {
	return fault.New(fault.Conflict, "Only instance in one of the following states: %s can be %s. Current state: %s",
		joinWords(allowed), participle, present)
}

func (c Command) participle() string {
	switch c {
	case CommandStart:
		return "started"
	case CommandStop:
		return "stopped"
	case CommandAwake:
		return "awakened"
	}
	return string(c)
}

// checkAlive returns a Conflict fault for a service on its way out.
func (s Service) checkAlive() error {
	if s.State != ServiceTerminating && s.State != ServiceTerminated {
		return nil
	}
	return fault.New(fault.Conflict, "the service is being deleted. Current state: %s", s.State)
}

// entered returns the service at the beginning of a state.
func (s Service) entered(state ServiceState, now time.Time) Service {
	s.State, s.StateAt = state, now
	s.StateReason, s.Attempts, s.RetryAt = "", 0, time.Time{}
	return s
}
