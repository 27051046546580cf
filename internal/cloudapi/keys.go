package cloudapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

func (a *API) listKeys(ctx context.Context, in *InOrganization) ([]key, error) {
	keys, err := a.cloud.Keys(ctx, in.OrganizationID)
	return shown(keys, showKey), err
}

func (a *API) getKey(ctx context.Context, in *InKey) (httpx.Reply[key], error) {
	return replyKey(a.cloud.Key(ctx, in.OrganizationID, in.KeyID))
}

func replyKey(k org.Key, err error) (httpx.Reply[key], error) {
	return httpx.Reply[key]{Value: showKey(k), Version: k.Version}, err
}

type createKeyInput struct {
	InOrganization
	Body keyBody
}

func (a *API) createKey(ctx context.Context, in *createKeyInput) (httpx.Reply[newKey], error) {
	input, err := in.Body.input()
	if err != nil {
		return httpx.Reply[newKey]{}, err
	}
	made, err := a.cloud.CreateKey(ctx, in.OrganizationID, input, in.Body.AssignedRoleIDs)
	return httpx.Reply[newKey]{Value: showNewKey(made), Version: made.Version}, err
}

type updateKeyInput struct {
	ChangeKey
	Body keyPatch
}

func (a *API) updateKey(ctx context.Context, in *updateKeyInput) (httpx.Reply[key], error) {
	patch, err := in.Body.patch()
	if err != nil {
		return httpx.Reply[key]{}, err
	}
	return replyKey(a.cloud.UpdateKey(ctx, in.ref(), patch, in.Body.AssignedRoleIDs))
}

func (a *API) deleteKey(ctx context.Context, in *ChangeKey) error {
	return a.cloud.DeleteKey(ctx, in.ref())
}

// key is a cloud key on the wire: neither its id for signing in nor its
// secret, nor a hash of them.
type key struct {
	ID           string   `json:"id" format:"uuid" doc:"The id of this key in the API; not the key id that it signs in with."`
	Name         string   `json:"name"`
	State        string   `json:"state" enum:"enabled,disabled"`
	Roles        []string `json:"roles" doc:"The system roles, which are among assignedRoles."`
	KeySuffix    string   `json:"keySuffix" doc:"The last four characters of the key id."`
	CreatedAt    string   `json:"createdAt" format:"date-time"`
	ExpireAt     *string  `json:"expireAt" format:"date-time" doc:"null for never."`
	UsedAt       *string  `json:"usedAt,omitempty" nullable:"false" format:"date-time" doc:"To the minute; absent if it was never used."`
	IPAccessList []ipRule `json:"ipAccessList"`

	AssignedRoles []assignedRole `json:"assignedRoles"`
}

func showKey(k org.Key) key {
	return key{
		ID: k.ID, Name: k.Name, State: string(k.State), KeySuffix: k.KeyIDSuffix, CreatedAt: stamp(k.CreatedAt),
		Roles: shown(k.Roles, func(r org.Role) string { return string(r) }), AssignedRoles: showAssigned(k.Roles, k.CustomRoles),
		ExpireAt: stampOrNil(k.ExpireAt), UsedAt: stampOrNil(k.UsedAt), IPAccessList: shown(k.IPAccessList, showIPRule),
	}
}

// newKey is the result of creating a key.
type newKey struct {
	Key       key    `json:"key"`
	KeyID     string `json:"keyId,omitempty" doc:"The user name to sign in with; shown only once, absent if the request contained hashes."`
	KeySecret string `json:"keySecret,omitempty" doc:"The password to sign in with; shown only once, absent if the request contained hashes."`
}

func showNewKey(made cloud.NewKey) newKey {
	return newKey{Key: showKey(made.Key), KeyID: made.KeyID, KeySecret: made.KeySecret}
}

// keyBody is the body of a new key.
type keyBody struct {
	Name         string                 `json:"name" minLength:"1" maxLength:"128"`
	Roles        []string               `json:"roles,omitempty" minItems:"1" maxItems:"3" doc:"admin, developer, billing; required without assignedRoleIds."`
	State        string                 `json:"state,omitempty" enum:"enabled,disabled"`
	ExpireAt     httpx.Optional[string] `json:"expireAt,omitzero" doc:"RFC 3339; absent, null or empty for never."`
	IPAccessList *[]ipRule              `json:"ipAccessList,omitempty" nullable:"false" maxItems:"256" doc:"When absent, from anywhere; when empty, from nowhere."`
	HashData     *hashData              `json:"hashData,omitempty" doc:"For a key whose id and secret the client generated."`

	AssignedRoleIDs *[]string `json:"assignedRoleIds,omitempty" nullable:"false" minItems:"1" maxItems:"20" doc:"All roles. Not together with roles."`
}

type hashData struct {
	KeyIDHash     string `json:"keyIdHash" doc:"Base64 of the SHA-256 of the key id."`
	KeyIDSuffix   string `json:"keyIdSuffix" minLength:"4" maxLength:"4" doc:"The last four characters of the key id."`
	KeySecretHash string `json:"keySecretHash" doc:"Base64 of the SHA-256 of the key secret."`
}

func (b keyBody) input() (org.KeyInput, error) {
	expireAt, err := parseExpiry(b.ExpireAt)
	in := org.KeyInput{
		Name: b.Name, Roles: *rolesOf(&b.Roles), State: org.KeyState(b.State), IPAccessList: ipRulesOf(b.IPAccessList),
	}
	if expireAt.Value != nil {
		in.ExpireAt = *expireAt.Value
	}
	if b.HashData != nil {
		in.Hashes = &org.KeyHashes{KeyIDHash: b.HashData.KeyIDHash, KeyIDSuffix: b.HashData.KeyIDSuffix, KeySecretHash: b.HashData.KeySecretHash}
	}
	return in, err
}

// keyPatch is the body of an update of a key.
type keyPatch struct {
	Name         *string                `json:"name,omitempty" nullable:"false" minLength:"1" maxLength:"128"`
	Roles        *[]string              `json:"roles,omitempty" nullable:"false" minItems:"1" maxItems:"3" doc:"admin, developer, billing."`
	State        *string                `json:"state,omitempty" nullable:"false" enum:"enabled,disabled"`
	ExpireAt     httpx.Optional[string] `json:"expireAt,omitzero" doc:"RFC 3339; null or empty for never."`
	IPAccessList *[]ipRule              `json:"ipAccessList,omitempty" nullable:"false" maxItems:"256" doc:"Replaces the current one."`

	AssignedRoleIDs *[]string `json:"assignedRoleIds,omitempty" nullable:"false" minItems:"1" maxItems:"20" doc:"All roles, in place of the current ones. Not together with roles."`
}

func (p keyPatch) patch() (org.KeyPatch, error) {
	expireAt, err := parseExpiry(p.ExpireAt)
	return org.KeyPatch{
		Name: p.Name, Roles: rolesOf(p.Roles), State: (*org.KeyState)(p.State), ExpireAt: expireAt,
		IPAccessList: ipRulesOf(p.IPAccessList),
	}, err
}

func rolesOf(words *[]string) *[]org.Role {
	if words == nil {
		return nil
	}
	roles := shown(*words, func(word string) org.Role { return org.Role(word) })
	return &roles
}

func parseExpiry(o httpx.Optional[string]) (org.Field[time.Time], error) {
	if !o.Given {
		return org.Field[time.Time]{}, nil
	}
	if o.Null || o.Value == "" {
		return org.Null[time.Time](), nil
	}
	at, err := time.Parse(time.RFC3339, o.Value)
	if err != nil {
		return org.Field[time.Time]{}, fault.InvalidDetails([]fault.Detail{{Path: "expireAt", Code: "format", Message: "must be an RFC 3339 date-time such as 2026-01-31T08:00:00Z, null or empty"}})
	}
	return org.Given(at), nil
}
