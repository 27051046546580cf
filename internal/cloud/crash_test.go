package cloud_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// live takes a service with an endpoint through its whole life and holds that
// nothing of them is left.
func (p *plant) live(t *testing.T) {
	t.Helper()
	ref := p.create(t)
	p.untilState(t, ref, org.ServiceRunning)
	s, _ := p.service(t, ref)
	if !p.hasDatabase(t, s.TeamID) {
		t.Error("a running service has no database")
	}
	e, err := p.CreateReverseEndpoint(p.admin(t), ref.OrganizationID, ref.ID, org.ReverseInput{Target: org.ReverseTarget{
		Type: org.ReverseVPCResource, VPCResourceConfigurationID: "rcfg-12345678901234567",
		VPCResourceShareARN: "arn:aws:ram:us-east-1:123456789012:resource-share/one",
	}})
	ok(t, err)
	p.until(t, "ready", func() bool {
		e, err := p.store.ReverseEndpointByID(t.Context(), ref.OrganizationID, ref.ID, e.ID)
		return err == nil && e.Status == org.ReverseReady
	})
	p.command(t, ref, org.CommandStop)
	p.untilState(t, ref, org.ServiceStopped)
	p.command(t, ref, org.CommandStart)
	p.untilState(t, ref, org.ServiceRunning)
	p.command(t, ref, org.CommandStop)
	p.untilState(t, ref, org.ServiceStopped)
	ok(t, p.DeleteService(p.admin(t), ref))
	p.untilGone(t, ref)
	p.wantNothingLeft(t, s)
}

func (p *plant) wantNothingLeft(t *testing.T, s org.Service) {
	t.Helper()
	if p.hasDatabase(t, s.TeamID) {
		t.Error("the database is still there")
	}
	_, err := p.store.TeamByID(t.Context(), s.TeamID)
	wantKind(t, err, fault.NotFound)
	_, err = p.store.ServicePassword(t.Context(), s.ID)
	wantKind(t, err, fault.NotFound)
	if endpoints, err := p.store.ReverseEndpointsOfService(t.Context(), s.OrganizationID, s.ID); err != nil || len(endpoints) != 0 {
		t.Errorf("endpoints are left: %v, %v", endpoints, err)
	}
	p.log(t)
}

// stepsOfALife returns how many fail points a life without a crash passes.
func stepsOfALife(t *testing.T) int {
	t.Helper()
	p, steps := newPlant(t, false), 0
	p.fail = func(string) error { steps++; return nil }
	p.live(t)
	return steps
}

func TestLifeResumesAfterACrashAtEveryStep(t *testing.T) {
	t.Parallel()
	steps := stepsOfALife(t)
	if steps < 20 {
		t.Fatalf("a life passes only %d steps", steps)
	}
	for n := range steps {
		t.Run(fmt.Sprintf("step=%d", n), func(t *testing.T) {
			t.Parallel()
			p, seen := newPlant(t, false), 0
			p.fail = func(step string) error {
				seen++
				if seen-1 != n {
					return nil
				}
				t.Log("crash at", step)
				return errCrash
			}
			p.live(t)
			if seen <= n {
				t.Errorf("the life had only %d steps", seen)
			}
		})
	}
}

// crashOnceEach makes every kind of step crash once in one life.
func (p *plant) crashOnceEach() (crashed map[string]bool) {
	crashed = map[string]bool{}
	p.fail = func(step string) error {
		if crashed[step] {
			return nil
		}
		crashed[step] = true
		return errCrash
	}
	return crashed
}

func TestLifeResumesAfterManyCrashes(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		crashed := p.crashOnceEach()
		p.live(t)
		t.Logf("crashed at %d kinds of steps", len(crashed))
	})
}

// teamOnly is the engine without the default team, which this test is not
// about and which other tests share.
type teamOnly struct {
	cloud.Engine
	not string
}

// EnsureTeam makes the database of every other team.
func (e teamOnly) EnsureTeam(ctx context.Context, teamID string) error {
	if teamID == e.not {
		return nil
	}
	return e.Engine.EnsureTeam(ctx, teamID)
}

// TestLifeOnTheRealEngineLeaksNothing crashes at every kind of step in one
// life, with real databases.
func TestLifeOnTheRealEngineLeaksNothing(t *testing.T) {
	t.Parallel()
	p := newPlant(t, false)
	p.engine = teamOnly{tables.NewTeams(enginetest.Client(t)), p.made.TeamID}
	p.restart()
	crashed := p.crashOnceEach()
	p.live(t)
	t.Logf("crashed at %d kinds of steps", len(crashed))
}

// brokenLog is a store whose audit log can't be written.
type brokenLog struct{ *sqlstore.Store }

func (brokenLog) AppendActivity(context.Context, org.Activity) error {
	return errors.New("disk on fire")
}

func TestChangeWithoutItsEntryIsNoChange(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		p.Store = brokenLog{p.store}
		teams, err := p.store.Teams(t.Context())
		ok(t, err)
		_, err = p.CreateService(p.admin(t), p.made.OrganizationID, cloud.ServiceInput{
			ServiceInput: org.ServiceInput{Name: "logs", Provider: org.ProviderAWS, Region: "us-east-1"},
		})
		wantKind(t, err, fault.Internal)
		name := "renamed"
		_, err = p.UpdateOrganization(p.admin(t), p.made.OrganizationID, nil, org.Change{Name: &name})
		wantKind(t, err, fault.Internal)
		services, err := p.store.ServicesOf(t.Context(), p.made.OrganizationID)
		ok(t, err)
		after, err := p.store.Teams(t.Context())
		ok(t, err)
		o, err := p.store.OrganizationByID(t.Context(), p.made.OrganizationID)
		ok(t, err)
		if len(services) != 1 || len(after) != len(teams) || o.Name == name {
			t.Errorf("%d services, %d teams, organization %q", len(services), len(after), o.Name)
		}
	})
}
