package app

import (
	"context"
	"net/http"
	"strings"

	"github.com/cairnstack/cairn/internal/cloudapi"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/promapi"
)

// promAPI makes the Prometheus API for callers who prove themselves in one way.
func (a *App) promAPI(options httpx.Options, caller httpx.Authenticator) *httpx.API {
	options.Authenticator = cloudapi.Witness{Of: caller}
	_, started := a.progress.at() // the start is through when somebody asks
	return a.streaming(promapi.New(options, promapi.Uses{
		Questions: a.promql, Cardinality: a.counting, Alerts: a.resources, Past: a.review, Writer: a.writer, Reach: a.cloud.Reachable, Ready: a.isReady,
		Now: a.Now, Revision: Version(), Started: started,
	}))
}

// besideProm serves the Prometheus API at its paths and something else at all
// others.
func besideProm(metrics, others http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, promapi.Root+"/") {
			metrics.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}

func (a *App) isReady(ctx context.Context) bool {
	_, ready := a.Readiness(ctx)
	return ready
}
