package promapi

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// Alerts reads the alerts of the caller's team and what they watch, as far as
// the caller may see them.
type Alerts interface {
	Alerts(ctx context.Context, part resources.Part) ([]stack.Alert, int, error)
	Dashboards(ctx context.Context) ([]stack.Dashboard, error)
	SavedSearches(ctx context.Context, part resources.Part) ([]stack.SavedSearch, int, error)
}

// Past reads what alerts of the caller's team did, newest first.
type Past interface {
	History(ctx context.Context, alertID string, span alerting.Span) ([]alerting.HistoryEntry, error)
	Evaluations(ctx context.Context, alertID string, span alerting.Span) ([]alerting.Evaluation, error)
}

type rulesInput struct {
	Type    string   `query:"type" enum:"alert,record" doc:"Only rules of the kind; there are none that record."`
	Names   []string `query:"rule_name[],explode" maxItems:"1000" doc:"Only rules with one of the names."`
	Groups  []string `query:"rule_group[],explode" maxItems:"1000" doc:"Only rules of one of the groups."`
	Files   []string `query:"file[],explode" maxItems:"1000" doc:"Only rules of one of the files: dashboards or saved searches."`
	Without bool     `query:"exclude_alerts" doc:"Without what is pending or firing."`
}

type ruleGroups struct {
	Groups []ruleGroup `json:"groups"`
}

type ruleGroup struct {
	Name           string    `json:"name" doc:"Name of the dashboard or saved search."`
	File           string    `json:"file" doc:"The words dashboard or saved-search, a slash and the id."`
	Rules          []rule    `json:"rules"`
	Interval       float64   `json:"interval" doc:"Seconds between evaluations; the shortest of the group."`
	Limit          int       `json:"limit"`
	EvaluationTime float64   `json:"evaluationTime"`
	LastEvaluation time.Time `json:"lastEvaluation"`
}

// rule is an alert as Prometheus shows a rule.
type rule struct {
	State          string            `json:"state" enum:"inactive,pending,firing"`
	Name           string            `json:"name"`
	Query          string            `json:"query" doc:"What is watched and its threshold: the expression of an alert on a PromQL tile, words for others."`
	Duration       float64           `json:"duration" doc:"Seconds that it must last."`
	KeepFiringFor  float64           `json:"keepFiringFor"`
	Labels         map[string]string `json:"labels"`
	Annotations    map[string]string `json:"annotations"`
	Alerts         []activeAlert     `json:"alerts"`
	Health         string            `json:"health" enum:"ok,err,unknown"`
	LastError      string            `json:"lastError,omitempty"`
	EvaluationTime float64           `json:"evaluationTime"`
	LastEvaluation time.Time         `json:"lastEvaluation"`
	Type           string            `json:"type" enum:"alerting"`
}

// activeAlert is a group of an alert that is pending or firing.
type activeAlert struct {
	Labels      map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations"`
	State       string            `json:"state" enum:"pending,firing"`
	ActiveAt    time.Time         `json:"activeAt"`
	Value       string            `json:"value"`
}

type activeAlerts struct {
	Alerts []activeAlert `json:"alerts"`
}

func (a *API) listRules(ctx context.Context, in *rulesInput) (httpx.Reply[ruleGroups], error) {
	shown := ruleGroups{Groups: []ruleGroup{}}
	if in.Type == "record" {
		return httpx.Reply[ruleGroups]{Value: shown}, nil
	}
	alerts, err := a.watched(ctx)
	if err != nil {
		return httpx.Reply[ruleGroups]{}, err
	}
	alerts = slices.DeleteFunc(alerts, func(w watched) bool {
		return !among(in.Names, w.name()) || !among(in.Groups, w.group) || !among(in.Files, w.file)
	})
	budget := expandedMax
	if in.Without {
		budget = 0
	}
	for i := range alerts {
		r, err := a.rule(ctx, alerts[i], &budget)
		if err != nil {
			return httpx.Reply[ruleGroups]{}, err
		}
		if in.Without {
			r.Alerts = []activeAlert{}
		}
		shown.add(alerts[i], r)
	}
	return httpx.Reply[ruleGroups]{Value: shown}, nil
}

func (a *API) listAlerts(ctx context.Context, _ *struct{}) (httpx.Reply[activeAlerts], error) {
	shown := activeAlerts{Alerts: []activeAlert{}}
	alerts, err := a.watched(ctx)
	budget := expandedMax
	for i := range alerts {
		r, err := a.rule(ctx, alerts[i], &budget)
		if err != nil {
			return httpx.Reply[activeAlerts]{}, err
		}
		shown.Alerts = append(shown.Alerts, r.Alerts...)
	}
	return httpx.Reply[activeAlerts]{Value: shown}, err
}

// among reports whether a text is one of those asked for; none asks for all.
func among(asked []string, text string) bool { return len(asked) == 0 || slices.Contains(asked, text) }

// add puts a rule behind those of its group.
func (g *ruleGroups) add(w watched, r rule) {
	if last := len(g.Groups) - 1; last < 0 || g.Groups[last].File != w.file {
		g.Groups = append(g.Groups, ruleGroup{Name: w.group, File: w.file, Interval: w.Interval.Duration().Seconds()})
	}
	group := &g.Groups[len(g.Groups)-1]
	group.Rules = append(group.Rules, r)
	group.Interval = min(group.Interval, w.Interval.Duration().Seconds())
	if r.LastEvaluation.After(group.LastEvaluation) {
		group.LastEvaluation = r.LastEvaluation
	}
}

// watched is an alert with the names of what it watches.
type watched struct {
	stack.Alert
	group, file, subject string
	expr                 string // that of a PromQL tile; empty for others
	names                alerting.Watched
	siblings             map[string]bool // the names of the tiles beside it
}

// watched returns the alerts by group, then by id.
func (a *API) watched(ctx context.Context) ([]watched, error) {
	alerts, _, err := a.Alerts.Alerts(ctx, resources.Part{Limit: resources.AlertsMax})
	if err != nil || len(alerts) == 0 {
		return nil, err
	}
	names, err := a.subjects(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]watched, len(alerts))
	for i, alert := range alerts {
		w := watched{Alert: alert, file: "saved-search/" + alert.SavedSearchID}
		if alert.OnTile() {
			w.file = "dashboard/" + alert.DashboardID
		}
		tile := names[w.file+"/"+alert.TileID]
		w.group, w.subject, w.expr, w.siblings = names[w.file].name, tile.name, tile.expr, names[w.file].tiles
		w.names = alerting.Watched{TileName: tile.name, Format: tile.format}
		if alert.OnTile() {
			w.names.DashboardName = w.group
		} else {
			w.names.SavedSearchName = w.group
		}
		if w.group == "" { // the caller may not see it
			w.group = w.file
		}
		if w.subject == "" {
			w.subject = w.group
		}
		all[i] = w
	}
	slices.SortStableFunc(all, func(x, y watched) int {
		return strings.Compare(x.group+"\x00"+x.file+"\x00"+x.ID, y.group+"\x00"+y.file+"\x00"+y.ID)
	})
	return all, nil
}

// subject is what alerts watch.
type subject struct {
	name, expr string
	format     *stack.NumberFormat // of a PromQL tile
	tiles      map[string]bool     // the names of those of a dashboard
}

// subjects returns what alerts watch: dashboards and saved searches by file,
// and tiles by file and id.
func (a *API) subjects(ctx context.Context) (map[string]subject, error) {
	names := map[string]subject{}
	dashboards, err := a.Alerts.Dashboards(ctx)
	if err != nil {
		return nil, err
	}
	for _, d := range dashboards {
		file := "dashboard/" + d.ID
		names[file] = subject{name: d.Name, tiles: map[string]bool{}}
		for _, tile := range d.Tiles {
			names[file].tiles[tile.Name] = true
			names[file+"/"+tile.ID] = subject{name: tile.Name, expr: exprOf(tile.Config), format: formatOf(tile.Config)}
		}
	}
	searches, _, err := a.Alerts.SavedSearches(ctx, resources.Part{Limit: resources.SavedSearchesMax})
	for _, s := range searches {
		names["saved-search/"+s.ID] = subject{name: s.Name}
	}
	return names, err
}
