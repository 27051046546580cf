package app

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// recordedStore returns the store with an audit log. Origin knows how what is
// written came in.
func recordedStore(store *sqlstore.Store, now func() time.Time, origin func(context.Context) access.Origin) *audit.Store {
	return &audit.Store{Store: store, Trail: &access.Trail{Store: store, Now: now, Random: rand.Reader, Origin: origin}}
}

// cameBy returns how a request came in.
func cameBy(ctx context.Context) access.Origin {
	came := httpx.CameBy(ctx)
	return audit.OriginOf(came.API, came.OperationID, came.Path, came.UserAgent)
}

// commanded returns that a command of the operator is what happens.
func (o Options) commanded(context.Context) access.Origin {
	return access.Origin{Door: org.DoorCLI, Operation: "cairn " + o.Command}
}
