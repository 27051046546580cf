package stackwire

import (
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
)

// Role is the record of a role.
type Role struct {
	ID           string                 `json:"id"`
	Name         string                 `json:"name"`
	Description  string                 `json:"description"`
	Permissions  []stack.RolePermission `json:"permissions"`
	IsPredefined bool                   `json:"isPredefined" doc:"The same in every team; can't be changed."`
	IsHidden     bool                   `json:"isHidden" doc:"Description and permissions are left out: the caller neither has the role nor manages roles."`
	CreatedAt    *string                `json:"createdAt" format:"date-time" doc:"Null for a predefined role."`
	UpdatedAt    *string                `json:"updatedAt" format:"date-time" doc:"Null for a predefined role."`
}

// ShowRole returns the record of a role.
func ShowRole(r stack.Role) Role {
	shown := Role{ID: r.ID, Name: r.Name, Description: r.Description, Permissions: r.Permissions, IsPredefined: r.Predefined, IsHidden: r.IsHidden}
	if !r.Predefined {
		shown.CreatedAt, shown.UpdatedAt = stampOrNil(&r.CreatedAt), stampOrNil(&r.UpdatedAt)
	}
	return shown
}

// ReplyRole returns one role.
func ReplyRole(r stack.Role) httpx.Reply[Role] {
	return httpx.Reply[Role]{Value: ShowRole(r), Version: r.Version}
}

// RoleBody is the body that creates or changes a role.
type RoleBody stack.RoleInput
