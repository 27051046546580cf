package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// labelValuesRequest asks for the values of a label.
type labelValuesRequest struct {
	httpx.Wholeness
	Body struct {
		StartTime string                       `json:"startTime,omitempty" maxLength:"64" doc:"First instant, RFC 3339; as far as telemetry is kept when absent."`
		EndTime   string                       `json:"endTime,omitempty" maxLength:"64" doc:"Last instant, RFC 3339; now when absent."`
		Label     string                       `json:"label" minLength:"1" maxLength:"1024" doc:"Name of the label; __name__ for the names of metrics."`
		Where     string                       `json:"where,omitempty" maxLength:"10000" doc:"A series selector, such as up{job=\"$job\"}; all series when absent."`
		Variables []stackwire.TileVariableBody `json:"variables,omitempty" maxItems:"100" doc:"What the variables in where stand for; one without values stands for all."`
		Limit     int                          `json:"limit,omitempty" minimum:"1" maximum:"1000" doc:"How many values to return at most; 100 when absent."`
	}
}

func (a *API) listLabelValues(ctx context.Context, in *labelValuesRequest) (httpx.WithMeta[[]string, stackwire.Missing], error) {
	from, to, err := readRange(in.Body.StartTime, in.Body.EndTime)
	if err != nil {
		return httpx.WithMeta[[]string, stackwire.Missing]{}, err
	}
	asked := explore.LabelQuestion{Label: in.Body.Label, Selector: in.Body.Where, Range: query.TimeRange{From: from, To: to}, Limit: in.Body.Limit}
	for _, v := range in.Body.Variables {
		asked.Variables = append(asked.Variables, explore.SQLVariable(v))
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	values, err := a.tiles.LabelValues(ctx, asked)
	return httpx.WithMeta[[]string, stackwire.Missing]{Value: append([]string{}, values...), Meta: missing()}, err
}

// sharedLabelValues returns what a visitor may choose for a filter over a label, before
// anything is chosen for others.
func (a *API) sharedLabelValues(ctx context.Context, of stack.DashboardSpec, f stack.Filter, span query.TimeRange) ([]valueCount, error) {
	asked := explore.LabelQuestion{Label: f.Expression, Selector: f.Where, Range: span, Limit: sharedValuesMax}
	for _, v := range of.Variables(nil) {
		asked.Variables = append(asked.Variables, explore.SQLVariable(v))
	}
	found, err := a.tiles.LabelValues(ctx, asked)
	values := make([]valueCount, len(found))
	for i, value := range found {
		values[i].Value = value
	}
	return values, err
}
