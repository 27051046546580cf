package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
)

func hidden(op httpx.Operation) httpx.Operation {
	op.Hidden = true
	return op
}

// serveDocument serves the OpenAPI document where existing clients look for
// it: at the prefix itself.
func serveDocument(api *httpx.API) {
	op := hidden(get("getDocument", Prefix, "", ""))
	op.Public, op.Produces = true, []string{"application/json"}
	httpx.RegisterRaw(api, op, func(context.Context, *struct{}) (httpx.Raw, error) {
		document, err := api.OpenAPIJSON()
		return httpx.Raw{Body: document}, err
	})
}
