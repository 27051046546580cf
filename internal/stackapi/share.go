package stackapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// sharedValuesMax bounds the values of a filter that a visitor is offered.
const sharedValuesMax = 100

type shareLink struct {
	ID        string  `json:"id"`
	CreatedAt string  `json:"createdAt" format:"date-time"`
	CreatedBy string  `json:"createdBy" doc:"The user who made it; it ends with their access."`
	ExpireAt  string  `json:"expireAt" format:"date-time"`
	RevokedAt *string `json:"revokedAt" format:"date-time" doc:"Null for not revoked."`
	Token     string  `json:"token,omitempty" doc:"The credential; returned only when the link is created."`
	URL       string  `json:"url,omitempty" doc:"The page that shows the dashboard; returned only when the link is created."`
}

func showShareLink(l access.ShareLink) shareLink {
	return shareLink{ID: l.ID, CreatedAt: stamp(l.CreatedAt), CreatedBy: l.CreatedBy, ExpireAt: stamp(l.ExpireAt), RevokedAt: stampOrNil(l.RevokedAt)}
}

func (a *API) listShareLinks(ctx context.Context, in *stackroutes.One) ([]shareLink, error) {
	list, err := a.resources.ShareLinks(ctx, in.ID)
	return stackwire.Shown(list, showShareLink), err
}

type createShareLinkInput struct {
	stackroutes.One
	Body struct {
		ExpiresIn stack.ShareLifetime `json:"expiresIn" enum:"1h,1d,7d,30d" doc:"How long the link works."`
	}
}

func (a *API) createShareLink(ctx context.Context, in *createShareLinkInput) (httpx.Reply[shareLink], error) {
	made, token, err := a.resources.ShareDashboard(ctx, in.ID, in.Body.ExpiresIn.Duration())
	if err != nil {
		return httpx.Reply[shareLink]{}, err
	}
	reply := httpx.Reply[shareLink]{Value: showShareLink(made)}
	reply.Value.Token, reply.Value.URL = token, a.resources.ShareURL(token)
	return reply, nil
}

func (a *API) revokeShareLink(ctx context.Context, in *stackroutes.One) error {
	return a.resources.RevokeShareLink(ctx, in.ID)
}

// VisitToken is the credential in the body of a visitor's request.
type VisitToken struct {
	Token string `json:"token" minLength:"1" maxLength:"128" doc:"The last part of the link's address."`
}

// VisitRange is the time range of a visitor's request.
type VisitRange struct {
	StartTime int64 `json:"startTime" doc:"First instant, in epoch milliseconds."`
	EndTime   int64 `json:"endTime" doc:"Last instant, in epoch milliseconds; it is included. The range is at most 31 days."`
}

func (r VisitRange) read() (query.TimeRange, error) {
	asked := query.TimeRange{From: time.UnixMilli(r.StartTime).UTC(), To: time.UnixMilli(r.EndTime).UTC()}
	if err := asked.Check("startTime", "endTime"); err != nil {
		return asked, err
	}
	if asked.Duration() > stack.SharedRangeMax {
		return asked, fault.InvalidAt("endTime", "range", "must be at most 31 days after startTime")
	}
	return asked, nil
}

// sharedFilter is a filter that a visitor may choose values of.
type sharedFilter struct {
	ID           string           `json:"id"`
	Name         string           `json:"name"`
	Type         stack.FilterType `json:"type" enum:"QUERY_EXPRESSION,LIST,TEXT,PROMQL"`
	Values       []string         `json:"values,omitempty" doc:"What is offered, with type LIST."`
	VariableName string           `json:"variableName,omitempty" doc:"What names and texts of tiles call it by, after a dollar sign; absent for a filter that is no variable."`
}

func showSharedFilter(f stack.Filter) sharedFilter {
	return sharedFilter{ID: f.ID, Name: f.Name, Type: f.Type, Values: f.Values, VariableName: f.Variable()}
}

// sharedDashboard is what a visitor gets of a dashboard.
type sharedDashboard struct {
	Name       string             `json:"name"`
	Tiles      []stack.SharedTile `json:"tiles"`
	Filters    []sharedFilter     `json:"filters"`
	Containers []stack.Container  `json:"containers"`
	ExpireAt   string             `json:"expireAt" format:"date-time" doc:"When the link ends."`
}

func showShared(s resources.Shared) (sharedDashboard, error) {
	d := s.Dashboard
	shown := sharedDashboard{Name: d.Name, Containers: append([]stack.Container{}, d.Containers...), ExpireAt: stamp(s.Link.ExpireAt)}
	shown.Filters = stackwire.Shown(d.Filters, showSharedFilter)
	shown.Tiles = make([]stack.SharedTile, len(d.Tiles))
	for i, tile := range d.Tiles {
		var err error
		if shown.Tiles[i], err = tile.Shared(); err != nil {
			return sharedDashboard{}, err
		}
	}
	return shown, nil
}

// visit returns what is behind a token, and the context in which its visitor
// reads. The list of addresses that may reach the team holds for visitors too.
func (a *API) visit(ctx context.Context, token string) (context.Context, resources.Shared, error) {
	shared, err := a.resources.Shared(ctx, token)
	if err != nil {
		return ctx, shared, err
	}
	if a.reach != nil {
		if err := a.reach(ctx, shared.Link.TeamID); err != nil {
			return ctx, shared, err
		}
	}
	return access.WithPrincipal(ctx, shared.Visitor), shared, nil
}

func (a *API) getShared(ctx context.Context, in *struct{ Body VisitToken }) (httpx.Reply[sharedDashboard], error) {
	_, shared, err := a.visit(ctx, in.Body.Token)
	if err != nil {
		return httpx.Reply[sharedDashboard]{}, err
	}
	shown, err := showShared(shared)
	return httpx.Reply[sharedDashboard]{Value: shown}, err
}

type drawSharedInput struct {
	httpx.Wholeness
	Body struct {
		VisitToken
		VisitRange
		TileID      string               `json:"tileId" maxLength:"36"`
		Granularity string               `json:"granularity,omitempty" enum:"30s,1m,5m,10m,15m,30m,1h,2h,6h,12h,1d,2d,7d,30d,auto" doc:"Width of a bucket, for tiles over time. auto makes at most 60."`
		Choices     []stack.FilterChoice `json:"choices,omitempty" maxItems:"100" doc:"What is chosen of the dashboard's filters."`
	}
}

type sharedTileReply = httpx.WithMeta[stackwire.TileContent, stackwire.TileMeta]

func (a *API) drawSharedTile(ctx context.Context, in *drawSharedInput) (sharedTileReply, error) {
	ctx, shared, err := a.visit(ctx, in.Body.Token)
	if err != nil {
		return sharedTileReply{}, err
	}
	asked, err := shared.Dashboard.Ask(in.Body.TileID, in.Body.Choices)
	if err != nil {
		return sharedTileReply{}, err
	}
	question := stackwire.AskTile(asked)
	question.Granularity = query.Granularity(in.Body.Granularity)
	if question.Range, err = in.Body.read(); err != nil {
		return sharedTileReply{}, err
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	answer, err := a.tiles.Draw(ctx, question)
	answer.Warnings, answer.Message = nil, "" // they name fields
	return sharedTileReply{Value: stackwire.ShowTile(answer), Meta: stackwire.ShowTileMeta(answer, missing())}, err
}

type sharedValuesInput struct {
	httpx.Wholeness
	Body struct {
		VisitToken
		VisitRange
		FilterID string `json:"filterId" maxLength:"36"`
	}
}

type sharedValuesReply = httpx.WithMeta[[]valueCount, stackwire.Missing]

func (a *API) listSharedValues(ctx context.Context, in *sharedValuesInput) (sharedValuesReply, error) {
	ctx, shared, err := a.visit(ctx, in.Body.Token)
	if err != nil {
		return sharedValuesReply{}, err
	}
	filter, err := shared.Dashboard.FilterByID(in.Body.FilterID)
	if err != nil {
		return sharedValuesReply{}, err
	}
	span, err := in.Body.read()
	if err != nil {
		return sharedValuesReply{}, err
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	values, err := a.sharedFilterValues(ctx, shared.Dashboard.DashboardSpec, filter, span)
	return sharedValuesReply{Value: values, Meta: missing()}, err
}

// sharedFilterValues returns what a visitor may choose for a filter.
func (a *API) sharedFilterValues(ctx context.Context, of stack.DashboardSpec, filter stack.Filter, span query.TimeRange) ([]valueCount, error) {
	if filter.Type == stack.FilterPromQL {
		return a.sharedLabelValues(ctx, of, filter, span)
	}
	if !filter.HasSource() {
		return nil, fault.InvalidAt("filterId", "reference", "must be a filter of type "+string(stack.FilterQueryExpression)+" or "+string(stack.FilterPromQL))
	}
	where, language := of.ValuesOf(filter)
	found, err := a.queries.Values(ctx, query.ValuesQuery{
		Selection: query.Selection{SourceID: filter.SourceID, Range: span, Where: where, Language: language},
		Fields:    []string{filter.Expression}, Limit: sharedValuesMax,
	})
	values := []valueCount{}
	for _, field := range fieldValuesOf(found.Fields) {
		values = append(values, field.Values...)
	}
	return values, err
}
