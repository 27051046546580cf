package audit

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// deletedWith is the field of a record that says what its subject went with.
const deletedWith = "deletedWith"

// along returns the subject as one that the database removes with another: its
// record says with which.
func (sub subject) along(with string) subject {
	read := sub.read
	sub.read = func(ctx context.Context) (seen, error) {
		state, err := read(ctx)
		if err == nil {
			state.facts[deletedWith] = with
		}
		return state, err
	}
	return sub
}

// removing makes a change that takes other things of a team along. What they
// are is found once nobody else can change the team.
func (s *Store) removing(ctx context.Context, sub subject, others func(ctx context.Context) ([]subject, error), write func(ctx context.Context) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.LockTeam(ctx, sub.teamID); err != nil {
			return err
		}
		along, err := others(ctx)
		if err != nil {
			return err
		}
		return s.changeAll(ctx, append([]subject{sub}, along...), write)
	})
}

// withSearch returns what goes with a saved search.
func (s *Store) withSearch(ctx context.Context, search stack.Record) ([]subject, error) {
	found, err := s.savedSearch(search).look(ctx)
	if err != nil {
		return nil, err
	}
	all, _, err := s.AlertsOf(ctx, search.TeamID, resources.Part{Limit: resources.AlertsMax})
	return s.alertsAlong(slices.DeleteFunc(all, func(a stack.Alert) bool { return a.SavedSearchID != search.ID }), "saved search "+found.name), err
}

// withDashboard returns what goes with a dashboard.
func (s *Store) withDashboard(ctx context.Context, dashboard stack.Record) ([]subject, error) {
	found, err := s.dashboard(dashboard).look(ctx)
	if err != nil {
		return nil, err
	}
	alerts, err := s.AlertsOnDashboard(ctx, dashboard.TeamID, dashboard.ID)
	if err != nil {
		return nil, err
	}
	links, err := s.ShareLinksOf(ctx, dashboard.TeamID, dashboard.ID)
	with := "dashboard " + found.name
	return append(s.alertsAlong(alerts, with), s.linksAlong(links, with)...), err
}

// withSeat returns what goes with somebody's seat in a team.
func (s *Store) withSeat(ctx context.Context, teamID, userID string) ([]subject, error) {
	found, err := s.member(teamID, userID).look(ctx)
	if err != nil || found.facts == nil {
		return nil, err
	}
	with := "member " + found.name
	keys, err := s.AccessKeysOf(ctx, userID)
	if err != nil {
		return nil, err
	}
	var along []subject
	for _, key := range keys {
		if key.TeamID == teamID {
			along = append(along, s.accessKey(key).along(with))
		}
	}
	links, err := s.ShareLinksBy(ctx, teamID, userID)
	return append(along, s.linksAlong(links, with)...), err
}

func (s *Store) alertsAlong(alerts []stack.Alert, with string) []subject {
	along := make([]subject, len(alerts))
	for i, a := range alerts {
		along[i] = s.alert(a.Record).along(with)
	}
	return along
}

func (s *Store) linksAlong(links []access.ShareLink, with string) []subject {
	along := make([]subject, len(links))
	for i, l := range links {
		along[i] = s.shareLink(l.TeamID, l.ID).along(with)
	}
	return along
}
