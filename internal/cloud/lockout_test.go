package cloud_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// TestEndpointsThatAreTheWayInNeedForce unregisters a private endpoint as
// everybody, from everywhere, of a service with every kind of access list.
func TestEndpointsThatAreTheWayInNeedForce(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		const endpoint = "vpce-0123456789abcdef0"
		user := access.User{ID: "0123456789abcdef0123abcd", Email: "ann@example.com", Name: "Ann", CreatedAt: p.clock.Now()}
		ok(t, p.store.CreateUser(t.Context(), user))
		ok(t, p.store.AddOrganizationMember(t.Context(), p.made.OrganizationID, user.ID, org.RoleAdmin, p.clock.Now()))
		person := func(through string) context.Context {
			ctx := access.WithPrincipal(t.Context(), access.Principal{
				KeyID: "s", Kind: access.TokenSession, UserID: user.ID, OrganizationID: p.made.OrganizationID, Roles: []org.Role{org.RoleAdmin},
			})
			return peer.WithOrigin(ctx, peer.Origin{Client: netip.MustParseAddr("127.0.0.1"), Endpoint: through})
		}
		ref := p.create(t)
		in := org.PrivateEndpointInput{ID: endpoint, Provider: org.ProviderAWS, Region: "us-east-1"}
		for _, list := range [][]org.IPRule{nil, {{Source: "127.0.0.1"}}} {
			for who, ctx := range map[string]context.Context{"a key": p.admin(t), "through it": person(endpoint), "through another": person("vpce-other"), "from an address": person("")} {
				for _, force := range []bool{false, true} {
					s, _ := p.service(t, ref)
					s.IPAccessList = list
					ok(t, p.store.UpdateService(t.Context(), s))
					_, err := p.AttachPrivateEndpoint(p.admin(t), p.made.OrganizationID, ref.ID, in)
					ok(t, err)
					_, err = p.UpdateOrganization(ctx, p.made.OrganizationID, nil, org.Change{
						PrivateEndpoints: org.PrivateEndpointsChange{Remove: []org.PrivateEndpointInput{{ID: endpoint}}}, Force: force,
					})
					isRefused := !force && who != "a key" && (who == "through it" || len(list) == 0)
					if isRefused != (fault.KindOf(err) == fault.Invalid) || isRefused && !strings.Contains(err.Error(), "unless force is true") || !isRefused && err != nil {
						t.Errorf("%s, %d addresses, force %v: %v", who, len(list), force, err)
					}
					if after, _ := p.service(t, ref); isRefused != (len(after.PrivateEndpointIDs) == 1) {
						t.Errorf("%s, %d addresses, force %v: the service has %v", who, len(list), force, after.PrivateEndpointIDs)
					}
				}
			}
		}
	})
}
