package cloud_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func (p *plant) endpoint(t *testing.T) org.ReverseEndpoint {
	t.Helper()
	e, err := p.CreateReverseEndpoint(p.admin(t), p.made.OrganizationID, p.made.ServiceID, org.ReverseInput{Target: org.ReverseTarget{
		Type: org.ReverseVPCEndpointService, VPCEndpointServiceName: "com.amazonaws.vpce.us-east-1.vpce-svc-12345678901234567",
	}})
	ok(t, err)
	return e
}

// status returns the endpoint's status, and Gone when it is gone.
func (p *plant) status(t *testing.T, e org.ReverseEndpoint) org.ReverseStatus {
	t.Helper()
	e, err := p.store.ReverseEndpointByID(t.Context(), e.OrganizationID, e.ServiceID, e.ID)
	if fault.KindOf(err) == fault.NotFound {
		return org.ReverseGone
	}
	ok(t, err)
	return e.Status
}

func (p *plant) untilStatus(t *testing.T, e org.ReverseEndpoint, want org.ReverseStatus) {
	t.Helper()
	p.until(t, string(want), func() bool { return p.status(t, e) == want })
}

func TestOperatorAccepts(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		e := p.endpoint(t)
		if _, err := p.keeper.Accept(t.Context(), e.ID); fault.KindOf(err) != fault.Conflict {
			t.Errorf("accepting while it is provisioning: %v", err)
		}
		p.untilStatus(t, e, org.ReversePendingAcceptance)
		accepted, err := p.keeper.Accept(t.Context(), e.ID)
		ok(t, err)
		if accepted.Status != org.ReverseReady || accepted.EndpointID == "" {
			t.Errorf("accepted: %+v", accepted)
		}
		again, err := p.keeper.Accept(t.Context(), e.ID)
		if err != nil || again.Version != accepted.Version {
			t.Errorf("accepting again: %+v, %v", again, err)
		}
		log := p.log(t)
		if last := log[len(log)-1]; last.Actor.Type != org.ActorSupport || last.Actor.Details != "cairn link" {
			t.Errorf("the log names %+v", last.Actor)
		}
		_, err = p.keeper.Accept(t.Context(), "nothing")
		wantKind(t, err, fault.NotFound)
	})
}

func TestRejectedEndpointIsCleanedUpAfterADay(t *testing.T) {
	t.Parallel()
	p := newPlant(t, false)
	e := p.endpoint(t)
	p.untilStatus(t, e, org.ReversePendingAcceptance)
	rejected, err := p.keeper.Reject(t.Context(), e.ID, "not ours")
	ok(t, err)
	if rejected.Status != org.ReverseRejected || rejected.StatusReason != "not ours" {
		t.Errorf("rejected: %+v", rejected)
	}
	p.clock.Advance(org.ReverseRejectedKept - time.Minute)
	p.tick(t)
	if got := p.status(t, e); got != org.ReverseRejected {
		t.Errorf("within the day it is %s", got)
	}
	p.clock.Advance(time.Minute)
	p.untilStatus(t, e, org.ReverseGone)
}

func TestEndpointThatNobodyAcceptsExpires(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		e := p.endpoint(t)
		p.untilStatus(t, e, org.ReversePendingAcceptance)
		p.clock.Advance(org.ReversePendingKept)
		p.tick(t)
		if got := p.status(t, e); got != org.ReverseExpired {
			t.Errorf("after a day it is %s", got)
		}
		p.untilStatus(t, e, org.ReverseGone)
	})
}

// moodyLinker fails, or returns what it is told to.
type moodyLinker struct {
	event org.ReverseEvent
	err   error
}

func (l *moodyLinker) Advance(_ context.Context, e org.ReverseEndpoint) (org.ReverseEvent, bool, error) {
	if e.Status == org.ReverseDeleting {
		return org.ReverseEvent{Kind: org.EventDeleted}, true, nil
	}
	return l.event, l.event.Kind != "", l.err
}

func TestProviderThatDoesNotAnswerMakesTheStatusUnknown(t *testing.T) {
	t.Parallel()
	p := newPlant(t, false)
	linker := &moodyLinker{err: errors.New("away")}
	p.linker = linker
	p.restart()
	e := p.endpoint(t)
	p.untilStatus(t, e, org.ReverseUnknown)
	linker.err, linker.event = nil, org.ReverseEvent{Kind: org.EventFailed, Reason: "The subnet has no free block."}
	p.untilStatus(t, e, org.ReverseFailed)
	p.clock.Advance(org.ReverseFailedKept)
	p.untilStatus(t, e, org.ReverseGone)
}

func TestWaitersAreBounded(t *testing.T) {
	t.Parallel()
	p := newPlant(t, false)
	e := p.endpoint(t)
	ctx, cancel := context.WithCancel(p.admin(t))
	ref := cloud.ReverseRef{OrganizationID: e.OrganizationID, ServiceID: e.ServiceID, ID: e.ID}
	wait := cloud.Wait{Status: org.ReverseReady, Timeout: cloud.WaitMax}
	done, refused := make(chan error, cloud.WaitersMax+1), make(chan struct{})
	for range cloud.WaitersMax + 1 {
		go func() {
			_, err := p.AwaitReverseEndpoint(ctx, ref, wait)
			if fault.KindOf(err) == fault.Limited {
				close(refused)
			}
			done <- err
		}()
	}
	select {
	case <-refused:
	case <-time.After(10 * time.Second):
		t.Error("nobody was refused")
	}
	cancel()
	for range cloud.WaitersMax + 1 {
		<-done
	}
}
