package cli

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// The kinds of keys on the command line.
const (
	kindAccess    = "access"
	kindIngestion = "ingestion"
	kindCloud     = "cloud"
)

type keyCmd struct {
	Create keyCreateCmd `cmd:"" help:"Create a key and print it once."`
	List   keyListCmd   `cmd:"" help:"List keys without their secrets."`
	Revoke keyRevokeCmd `cmd:"" help:"Revoke a key at once."`
}

// keyOwner says whose keys are meant.
type keyOwner struct {
	Kind         string `required:"" enum:"access,ingestion,cloud" help:"access (stack API), ingestion (collector) or cloud (cloud API)."`
	User         string `help:"Owner of an access key, by e-mail address; required if there are several users." placeholder:"EMAIL"`
	Team         string `help:"Team of an access or ingestion key; required if there are several." placeholder:"ID"`
	Organization string `help:"Organization of a cloud key; required if there are several." placeholder:"ID"`
	JSON         bool   `name:"json" help:"Print JSON."`
}

type keyCreateCmd struct {
	keyOwner    `embed:""`
	Name        string        `default:"cli" help:"Name of the key."`
	Role        []org.Role    `default:"admin" help:"Roles of a cloud key: admin, developer, billing."`
	ExpireAfter time.Duration `help:"Lifetime of an access or cloud key, such as 720h; 0 for no expiry." placeholder:"DURATION"`
}

type keyListCmd struct {
	keyOwner `embed:""`
}

type keyRevokeCmd struct {
	keyOwner `embed:""`
	ID       string `arg:"" help:"Id of the key, as listed."`
}

// keyOutput is a key on the command line; the texts are there at creation only.
type keyOutput struct {
	ID        string     `json:"id"`
	Kind      string     `json:"kind"`
	Name      string     `json:"name"`
	Key       string     `json:"key,omitempty"`
	KeyID     string     `json:"keyId,omitempty"`
	KeySecret string     `json:"keySecret,omitempty"`
	KeySuffix string     `json:"keySuffix,omitempty"`
	CreatedAt time.Time  `json:"createdAt"`
	ExpireAt  *time.Time `json:"expireAt,omitempty"`
	UsedAt    *time.Time `json:"usedAt,omitempty"`
}

// Run makes the key.
func (c keyCreateCmd) Run(ctx context.Context, env *environment) error {
	return app.WithAccess(ctx, env.options(), func(accounts *access.Service, store *sqlstore.Store) error {
		ring, err := c.ring(ctx, accounts, store)
		if err != nil {
			return err
		}
		out, err := ring.create(ctx, newKey{name: c.Name, roles: c.Role, expireAt: expiry(time.Now(), c.ExpireAfter)})
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(env, out)
		}
		return printNewKey(env, out)
	})
}

// Run lists the keys of the owner.
func (c keyListCmd) Run(ctx context.Context, env *environment) error {
	return app.WithAccess(ctx, env.options(), func(accounts *access.Service, store *sqlstore.Store) error {
		ring, err := c.ring(ctx, accounts, store)
		if err != nil {
			return err
		}
		keys, err := ring.list(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(env, keys)
		}
		return printKeys(env, keys)
	})
}

// Run ends the key. The server notices at its next use.
func (c keyRevokeCmd) Run(ctx context.Context, env *environment) error {
	return app.WithAccess(ctx, env.options(), func(accounts *access.Service, store *sqlstore.Store) error {
		ring, err := c.ring(ctx, accounts, store)
		if err != nil {
			return err
		}
		if err := ring.revoke(ctx, c.ID); err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.Stdout, "key %s is revoked\n", c.ID)
		return err
	})
}

func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func printNewKey(env *environment, out keyOutput) error {
	text := out.Key
	if out.Kind == kindCloud {
		text = fmt.Sprintf("key id     %s\nkey secret %s", out.KeyID, out.KeySecret)
	}
	_, err := fmt.Fprintf(env.Stdout, "%s\n(key %s; shown only once)\n", text, out.ID)
	return err
}

func printKeys(env *environment, keys []keyOutput) error {
	table := tabwriter.NewWriter(env.Stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "ID\tNAME\tCREATED\tEXPIRES\tLAST USED")
	for _, k := range keys {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", k.ID, k.Name, stamp(&k.CreatedAt), stamp(k.ExpireAt), stamp(k.UsedAt))
	}
	return table.Flush()
}

func stamp(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}
