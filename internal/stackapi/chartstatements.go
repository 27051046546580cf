package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
)

// chartStatements is what the engine would be asked for a chart.
type chartStatements struct {
	Statements []chartStatement `json:"statements" doc:"In the order of the series. Series that are read together share statements; counts of whole minutes and of the ends of the time range are asked for separately and added up."`
}

type chartStatement struct {
	Series []int  `json:"series" doc:"Indices of the series whose numbers the statement returns."`
	SQL    string `json:"sql" doc:"One SELECT over the tables of the team's own database, with its values written out."`
}

func (a *API) showChartSQL(ctx context.Context, in *seriesRequest) (httpx.Reply[chartStatements], error) {
	if err := in.checkGroupBy(); err != nil {
		return httpx.Reply[chartStatements]{}, err
	}
	statements, err := a.queries.SeriesSQL(ctx, in.query())
	if err != nil {
		return httpx.Reply[chartStatements]{}, err
	}
	shown := make([]chartStatement, len(statements))
	for i, s := range statements {
		shown[i] = chartStatement(s)
	}
	return httpx.Reply[chartStatements]{Value: chartStatements{Statements: shown}}, nil
}
