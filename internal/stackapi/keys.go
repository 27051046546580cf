package stackapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/stackwire"
)

type accessKey struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	CreatedAt string  `json:"createdAt" format:"date-time"`
	ExpireAt  *string `json:"expireAt" format:"date-time" doc:"Null for never."`
	UsedAt    *string `json:"usedAt" format:"date-time" doc:"Null for not yet."`
	RoleID    *string `json:"roleId" doc:"A role that the key stays within, besides that of its owner; null: none."`
	Key       string  `json:"key,omitempty" doc:"The key itself; returned only when it is created."`
}

func showAccessKey(k access.AccessKey) accessKey {
	return accessKey{ID: k.ID, Name: k.Name, CreatedAt: stamp(k.CreatedAt), ExpireAt: stampOrNil(k.ExpireAt), UsedAt: stampOrNil(k.UsedAt), RoleID: idOrNil(k.RoleID)}
}

func (a *API) listAccessKeys(ctx context.Context, _ *stackroutes.Nothing) ([]accessKey, error) {
	list, err := a.resources.AccessKeys(ctx)
	return stackwire.Shown(list, showAccessKey), err
}

type createAccessKeyInput struct {
	Body struct {
		Name     string    `json:"name" minLength:"1" maxLength:"128"`
		ExpireAt time.Time `json:"expireAt,omitzero" doc:"In the future; absent for never."`
		RoleID   string    `json:"roleId,omitempty" doc:"A role that the key stays within; a key never may more than its owner."`
	}
}

func (a *API) createAccessKey(ctx context.Context, in *createAccessKeyInput) (httpx.Reply[accessKey], error) {
	made, text, err := a.resources.CreateAccessKey(ctx, access.AccessKey{Name: in.Body.Name, ExpireAt: in.Body.ExpireAt, RoleID: in.Body.RoleID})
	reply := httpx.Reply[accessKey]{Value: showAccessKey(made)}
	reply.Value.Key = text
	return reply, err
}

func (a *API) deleteAccessKey(ctx context.Context, in *stackroutes.One) error {
	return a.resources.RevokeAccessKey(ctx, in.ID)
}

type ingestionKey struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	CreatedAt string  `json:"createdAt" format:"date-time"`
	UsedAt    *string `json:"usedAt" format:"date-time" doc:"Null for not yet."`
	Key       string  `json:"key,omitempty" doc:"The key itself; returned only when it is created."`
}

func showIngestionKey(k access.IngestionKey) ingestionKey {
	return ingestionKey{ID: k.ID, Name: k.Name, CreatedAt: stamp(k.CreatedAt), UsedAt: stampOrNil(k.UsedAt)}
}

func (a *API) listIngestionKeys(ctx context.Context, _ *stackroutes.Nothing) ([]ingestionKey, error) {
	list, err := a.resources.IngestionKeys(ctx)
	return stackwire.Shown(list, showIngestionKey), err
}

type createIngestionKeyInput struct {
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"128"`
	}
}

func (a *API) createIngestionKey(ctx context.Context, in *createIngestionKeyInput) (httpx.Reply[ingestionKey], error) {
	made, text, err := a.resources.CreateIngestionKey(ctx, in.Body.Name)
	reply := httpx.Reply[ingestionKey]{Value: showIngestionKey(made)}
	reply.Value.Key = text
	return reply, err
}

func (a *API) deleteIngestionKey(ctx context.Context, in *stackroutes.One) error {
	return a.resources.RevokeIngestionKey(ctx, in.ID)
}
