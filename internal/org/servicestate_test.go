package org_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/org"
)

func TestCommand(t *testing.T) {
	t.Parallel()
	f := func(command org.Command, from, want org.ServiceState) {
		t.Helper()
		s := service()
		s.State, s.Attempts, s.StateReason = from, 3, "before"
		got, changed, err := s.Command(command, start())
		if want == "" {
			wantConflict(t, string(command)+" from "+string(from), err, "Only instance in one of the following states: ")
			return
		}
		if err != nil || got.State != want || changed != (from != want) {
			t.Errorf("%s from %s = %s, %t, %v, want %s", command, from, got.State, changed, err, want)
		}
		if changed && (got.Attempts != 0 || got.StateReason != "") {
			t.Errorf("%s from %s keeps the attempts of the state before", command, from)
		}
	}
	f("start", "provisioning", "provisioning")
	f("start", "starting", "starting")
	f("start", "awaking", "awaking")
	f("start", "running", "running")
	f("start", "stopping", "starting")
	f("start", "stopped", "starting")
	f("start", "degraded", "starting")
	f("start", "failed", "starting")
	f("start", "idle", "awaking")
	f("start", "terminating", "")
	f("start", "terminated", "")
	f("stop", "provisioning", "stopping")
	f("stop", "starting", "stopping")
	f("stop", "awaking", "stopping")
	f("stop", "running", "stopping")
	f("stop", "stopping", "stopping")
	f("stop", "stopped", "stopped")
	f("stop", "degraded", "stopping")
	f("stop", "failed", "stopping")
	f("stop", "idle", "stopping")
	f("stop", "terminating", "")
	f("stop", "terminated", "")
	f("awake", "provisioning", "provisioning")
	f("awake", "starting", "starting")
	f("awake", "awaking", "awaking")
	f("awake", "running", "running")
	f("awake", "degraded", "degraded")
	f("awake", "idle", "awaking")
	f("awake", "stopping", "")
	f("awake", "stopped", "")
	f("awake", "failed", "")
	f("awake", "terminating", "")
	f("awake", "terminated", "")
	_, _, err := service().Command("explode", start())
	wantPaths(t, "unknown command", err, "command")
}

func TestDelete(t *testing.T) {
	t.Parallel()
	f := func(from org.ServiceState, changed bool) {
		t.Helper()
		s := service()
		s.State = from
		got, did, err := s.Delete(start())
		if err != nil || did != changed || got.State != org.ServiceTerminating {
			t.Errorf("Delete() from %s = %s, %t, %v", from, got.State, did, err)
		}
	}
	for _, state := range []org.ServiceState{"provisioning", "starting", "awaking", "idle", "stopped", "degraded", "failed"} {
		f(state, true)
	}
	f("terminating", false)
}

func TestDeleteConflictNamesTheStates(t *testing.T) {
	t.Parallel()
	for _, state := range []org.ServiceState{"running", "stopping", "terminated"} {
		wantConflict(t, string(state), org.CanDelete(state),
			"Only instance in one of the following states: provisioning, starting, awaking, idle, stopped, degraded, failed"+
				" can be deleted. Current state: "+string(state))
	}
	if _, _, err := service().Delete(start()); err == nil {
		t.Error("a running service was deleted")
	}
}

func TestNextState(t *testing.T) {
	t.Parallel()
	timeout := 15 * time.Minute
	f := func(name string, from org.ServiceState, o org.Observation, after time.Duration, want org.ServiceState) {
		t.Helper()
		s := service()
		s.State = from
		now := start().Add(after)
		tr, ok := org.NextState(s, o, now)
		if want == "" {
			if ok {
				t.Errorf("%s: transition %+v, want none", name, tr)
			}
			return
		}
		got := s.Advance(tr)
		if !ok || tr.From != from || got.State != want || (from != want && !got.StateAt.Equal(now)) {
			t.Errorf("%s: %+v, %t, want %s", name, tr, ok, want)
		}
	}
	done, failed := org.Observation{Outcome: org.OutcomeDone}, org.Observation{Outcome: org.OutcomeFailed}
	f("provisioned", "provisioning", done, 0, "running")
	f("provisioning goes on", "provisioning", org.Observation{}, time.Hour, "")
	f("provisioning is repeated", "provisioning", failed, 0, "provisioning")
	f("started", "starting", done, 0, "running")
	f("awake", "awaking", done, 0, "running")
	f("stopped", "stopping", done, 0, "stopped")
	f("stop is repeated", "stopping", failed, 0, "stopping")
	f("gone", "terminating", done, 0, "terminated")
	f("termination is repeated", "terminating", failed, 0, "terminating")
	f("running", "running", org.Observation{}, timeout-1, "")
	f("idles", "running", org.Observation{}, timeout, "idle")
	f("active", "running", org.Observation{ActiveAt: start().Add(time.Minute)}, timeout, "")
	f("active long ago", "running", org.Observation{ActiveAt: start().Add(time.Minute)}, timeout+time.Minute, "idle")
	f("active before it ran", "running", org.Observation{ActiveAt: start().Add(-time.Hour)}, timeout-1, "")
	f("clock went back", "running", org.Observation{ActiveAt: start()}, -time.Hour, "")
	f("degrades", "running", org.Observation{Unhealthy: true}, timeout, "degraded")
	f("stays degraded", "degraded", org.Observation{Unhealthy: true}, timeout, "")
	f("recovers", "degraded", org.Observation{}, timeout, "running")
	f("sleeps", "idle", org.Observation{ActiveAt: start()}, timeout, "")
	f("wakes", "idle", org.Observation{ActiveAt: start().Add(1)}, timeout, "awaking")
	f("stays stopped", "stopped", done, timeout, "")
	f("stays failed", "failed", done, timeout, "")
	f("stays gone", "terminated", done, timeout, "")
}

func TestServiceWithoutIdleScalingNeverIdles(t *testing.T) {
	t.Parallel()
	s, _, err := service().Scale(org.ScalingPatch{IdleScaling: ptr(false)})
	if err != nil {
		t.Fatal(err)
	}
	if tr, ok := org.NextState(s, org.Observation{}, start().AddDate(1, 0, 0)); ok {
		t.Errorf("transition %+v", tr)
	}
}

func TestFailedAttemptsBackOffAndEnd(t *testing.T) {
	t.Parallel()
	s := service()
	s.State = org.ServiceProvisioning
	o := org.Observation{Outcome: org.OutcomeFailed, Reason: strings.Repeat("x", org.StateReasonCharsMax) + "tail"}
	now := start()
	delays := []time.Duration{}
	for s.State == org.ServiceProvisioning {
		tr, ok := org.NextState(s, o, now)
		if !ok {
			t.Fatal("a failure means nothing")
		}
		if s = s.Advance(tr); s.State != org.ServiceProvisioning {
			break
		}
		if s.WorkDue(s.RetryAt.Add(-1)) || !s.WorkDue(s.RetryAt) {
			t.Fatal("work is not due at its time")
		}
		delays = append(delays, s.RetryAt.Sub(now))
		now = s.RetryAt
	}
	want := []time.Duration{}
	for _, seconds := range []int{1, 2, 4, 8, 16, 32, 64, 128, 256} {
		want = append(want, time.Duration(seconds)*time.Second)
	}
	if diff := cmp.Diff(want, delays); diff != "" {
		t.Errorf("delays (-want +got):\n%s", diff)
	}
	if s.State != org.ServiceFailed || s.Attempts != org.ServiceAttemptsMax || len(s.StateReason) != org.StateReasonCharsMax {
		t.Errorf("in the end: %s after %d attempts, reason of %d", s.State, s.Attempts, len(s.StateReason))
	}
}

func TestTerminationNeverGivesUp(t *testing.T) {
	t.Parallel()
	s := service()
	s.State = org.ServiceTerminating
	for range 200 {
		tr, ok := org.NextState(s, org.Observation{Outcome: org.OutcomeFailed}, start())
		if !ok || tr.RetryAt.Sub(start()) > org.ServiceRetryDelayMax {
			t.Fatalf("transition %+v, %t", tr, ok)
		}
		s = s.Advance(tr)
	}
	if s.State != org.ServiceTerminating || s.Attempts != 200 {
		t.Errorf("%s after %d attempts", s.State, s.Attempts)
	}
}

// Whatever a caller does and the reconciler sees, a service can be deleted.
func TestEveryStateLeadsToTheEnd(t *testing.T) {
	t.Parallel()
	for _, state := range org.ServiceStates() {
		if state == org.ServiceTerminated {
			continue
		}
		s := service()
		s.State = state
		for range 5 {
			if gone, _, err := s.Delete(start()); err == nil {
				s = gone
			} else if stopped, _, err := s.Command(org.CommandStop, start()); err == nil {
				s = stopped
			}
			if tr, ok := org.NextState(s, org.Observation{Outcome: org.OutcomeDone}, start()); ok {
				s = s.Advance(tr)
			}
		}
		if s.State != org.ServiceTerminated {
			t.Errorf("from %s the service got stuck in %s", state, s.State)
		}
	}
}
