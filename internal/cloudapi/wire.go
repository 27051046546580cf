package cloudapi

import (
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// organization is an Organization on the wire.
type organization struct {
	ID               string            `json:"id" format:"uuid"`
	Name             string            `json:"name"`
	CreatedAt        string            `json:"createdAt" format:"date-time"`
	ByocConfig       []byocConfig      `json:"byocConfig" nullable:"false"`
	PrivateEndpoints []privateEndpoint `json:"privateEndpoints" nullable:"false"`
}

type byocConfig struct {
	ID          string `json:"id"`
	AccountName string `json:"accountName"`
}

type privateEndpoint struct {
	ID            string `json:"id"`
	Description   string `json:"description"`
	CloudProvider string `json:"cloudProvider"`
	Region        string `json:"region"`
}

func showOrganization(o org.Organization) organization {
	return organization{
		ID: o.ID, Name: o.Name, CreatedAt: stamp(o.CreatedAt),
		ByocConfig: []byocConfig{}, PrivateEndpoints: []privateEndpoint{},
	}
}

// stamp writes a time as the cloud family does: UTC, whole seconds.
func stamp(t time.Time) string { return t.UTC().Truncate(time.Second).Format(time.RFC3339) }
