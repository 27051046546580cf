package resources

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// ValidateDashboard judges a body as a create would and stores nothing.
func (r *Resources) ValidateDashboard(ctx context.Context, body []byte) (stack.Validation, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Validation{}, err
	}
	refs, err := r.references(ctx, teamID)
	if err != nil {
		return stack.Validation{}, err
	}
	verdict := stack.ValidateDashboard(body, refs)
	if !verdict.Valid {
		return verdict, nil
	}
	if err = checkPromQLTiles(*verdict.Normalized); err == nil {
		err = r.checkSQLTiles(ctx, teamID, *verdict.Normalized, stack.DashboardSpec{})
	}
	if fault.KindOf(err) == fault.Invalid {
		return stack.Validation{Errors: findings(err)}, nil
	}
	return verdict, err
}

func findings(err error) []stack.Finding {
	var list []stack.Finding
	for _, d := range fault.From(err).Details {
		list = append(list, stack.Finding{Path: d.Path, Message: d.Message})
	}
	return list
}

// checkDashboard returns an Invalid fault unless everything that the
// dashboard names exists and its SQL may be run.
func (r *Resources) checkDashboard(ctx context.Context, teamID string, next, stored stack.DashboardSpec) error {
	refs, err := r.references(ctx, teamID)
	if err != nil {
		return err
	}
	if err := next.CheckReferences(refs, stored); err != nil {
		return err
	}
	if err := checkPromQLTiles(next); err != nil {
		return err
	}
	return r.checkSQLTiles(ctx, teamID, next, stored)
}

// checkPromQLTiles returns an Invalid fault for an expression of a tile or filter
// that can't be parsed.
func checkPromQLTiles(next stack.DashboardSpec) error {
	for i, t := range next.Tiles {
		if tile, ok := t.Config.(stack.PromQL); ok {
			if err := explore.CheckPromQLTile(tile.PromQL(), fmt.Sprintf("tiles.%d.config", i)); err != nil {
				return err
			}
		}
	}
	for i, f := range next.Filters {
		if err := explore.CheckPromQLFilter(f, fmt.Sprintf("filters.%d", i)); err != nil {
			return err
		}
	}
	return nil
}

// references returns what the team's dashboards may refer to.
func (r *Resources) references(ctx context.Context, teamID string) (stack.References, error) {
	refs := stack.References{Sources: map[string]stack.SourceRef{}, Connections: map[string]bool{}, Dashboards: map[string]bool{}}
	sources, err := r.Store.SourcesOf(ctx, teamID)
	if err != nil {
		return refs, err
	}
	connections, err := r.Store.ConnectionsOf(ctx, teamID)
	if err != nil {
		return refs, err
	}
	dashboards, err := r.Store.DashboardIDsOf(ctx, teamID)
	for _, s := range sources {
		refs.Sources[s.ID] = s.Ref()
	}
	for _, c := range connections {
		refs.Connections[c.ID] = true
	}
	for _, id := range dashboards {
		refs.Dashboards[id] = true
	}
	return refs, err
}

// checkSQLTiles passes over templates that are stored already.
func (r *Resources) checkSQLTiles(ctx context.Context, teamID string, next, stored stack.DashboardSpec) error {
	known := map[stack.SQLQuery]bool{}
	for _, t := range stored.Tiles {
		if raw, ok := t.Config.(stack.RawSQL); ok {
			known[template(raw)] = true
		}
	}
	for i, t := range next.Tiles {
		raw, ok := t.Config.(stack.RawSQL)
		if !ok || known[template(raw)] {
			continue
		}
		if err := r.checkSQLTile(ctx, teamID, raw.Raw(), fmt.Sprintf("tiles.%d.config", i)); err != nil {
			return err
		}
	}
	return nil
}

// template returns what of a raw SQL tile is compiled.
func template(raw stack.RawSQL) stack.SQLQuery {
	q := raw.Raw()
	q.NumberFormat = nil
	return q
}

// codeOf returns the code of the rule that a statement breaks: that of its
// language where it has one.
func codeOf(err error) string {
	if details := fault.From(err).Details; len(details) > 0 {
		return details[0].Code
	}
	return "sql"
}

func (r *Resources) checkSQLTile(ctx context.Context, teamID string, q stack.SQLQuery, path string) error {
	if r.SQL == nil {
		return fault.InvalidAt(path+".configType", "forbidden", "raw SQL tiles are not allowed on this installation; its operator has to allow them")
	}
	err := r.SQL.CheckSQLTile(ctx, teamID, q)
	if fault.KindOf(err) == fault.Invalid {
		return fault.InvalidAt(path+".sqlTemplate", codeOf(err), fault.From(err).Message)
	}
	return err
}
