package stackapi

import (
	"context"
	"time"
)

// caller is the answer to "whose key is this", without an envelope, as
// existing clients of the family read it.
type caller struct {
	Version string     `json:"version"`
	User    callerUser `json:"user"`
}

type callerUser struct {
	ID        string `json:"id"`
	Email     string `json:"email"`
	Name      string `json:"name"`
	Team      string `json:"team"`
	TeamName  string `json:"teamName"`
	CreatedAt string `json:"createdAt"`
}

func (a *API) getCaller(ctx context.Context, _ *struct{}) (caller, error) {
	user, team, err := a.accounts.Whoami(ctx)
	return caller{Version: "v2", User: callerUser{
		ID: user.ID, Email: user.Email, Name: user.Name, Team: team.TeamID, TeamName: team.TeamName,
		CreatedAt: stamp(user.CreatedAt),
	}}, err
}

// stamp writes a time as the stack family does: UTC with milliseconds.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
