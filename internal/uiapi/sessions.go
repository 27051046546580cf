package uiapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
)

// Sessions are the use cases of one's own signed-in browsers.
type Sessions interface {
	Sessions(ctx context.Context) ([]access.OwnSession, error)
	EndSession(ctx context.Context, id string) error
	EndOtherSessions(ctx context.Context) error
}

// stampForm is how times are written: UTC, to the millisecond.
const stampForm = "2006-01-02T15:04:05.000Z"

func stamp(at time.Time) string { return at.UTC().Format(stampForm) }

type openSession struct {
	ID        string `json:"id"`
	CreatedAt string `json:"createdAt" format:"date-time"`
	SeenAt    string `json:"seenAt" format:"date-time" doc:"When it was used last, to a few seconds."`
	Address   string `json:"address" doc:"Where it was made from; empty for one from before this was kept."`
	Browser   string `json:"browser" doc:"The browser in words, as it names itself; empty for an unknown one."`
	IsCurrent bool   `json:"isCurrent" doc:"The session that asks."`
}

func showSession(s access.OwnSession) openSession {
	return openSession{
		ID: s.ID, CreatedAt: stamp(s.CreatedAt), SeenAt: stamp(s.SeenAt),
		Address: s.Address, Browser: s.Browser, IsCurrent: s.Current,
	}
}

func (a *API) listSessions(ctx context.Context, _ *struct{}) ([]openSession, error) {
	list, err := a.accounts.Sessions(ctx)
	shown := make([]openSession, len(list))
	for i, session := range list {
		shown[i] = showSession(session)
	}
	return shown, err
}

type inSession struct {
	ID string `path:"id" pattern:"^[0-9a-f]{24}$" patternDescription:"24 lower-case hexadecimal digits" doc:"The session."`
}

func (a *API) endSession(ctx context.Context, in *inSession) error {
	return a.accounts.EndSession(ctx, in.ID)
}

func (a *API) endOtherSessions(ctx context.Context, _ *struct{}) error {
	return a.accounts.EndOtherSessions(ctx)
}
