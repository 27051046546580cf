package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
)

// explainRequest asks what a condition means.
type explainRequest struct {
	Body struct {
		SourceID      string `json:"sourceId" doc:"The source that the condition is about."`
		Where         string `json:"where" maxLength:"8192" doc:"Condition on rows; empty for all."`
		WhereLanguage string `json:"whereLanguage,omitempty" enum:"lucene,sql" default:"lucene" doc:"Language of where."`
	}
}

// searchExplanation is a condition in words.
type searchExplanation struct {
	Words string `json:"words" doc:"What the condition matches, in English, such as: ServiceName is \"cart\" and Body has the word \"timeout\"."`
}

func (a *API) explainSearch(ctx context.Context, in *explainRequest) (httpx.Reply[searchExplanation], error) {
	b := in.Body
	words, err := a.queries.Explain(ctx, query.Selection{
		SourceID: b.SourceID, Where: b.Where, Language: query.Language(b.WhereLanguage),
	})
	return httpx.Reply[searchExplanation]{Value: searchExplanation{Words: words}}, err
}
