package cli

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

type auditCmd struct {
	Verify auditVerifyCmd `cmd:"" help:"Verify the hash chains of the audit logs of all teams."`
}

type auditVerifyCmd struct {
	Team string `help:"Only the log of this team." placeholder:"ID"`
	JSON bool   `name:"json" help:"Print JSON."`
}

// verifiedLog is what is found out about the audit log of a team.
type verifiedLog struct {
	Team       string     `json:"team"`
	Whole      bool       `json:"whole"`
	Records    int64      `json:"records"`
	WholeSince *time.Time `json:"wholeSince"`
	LastHash   string     `json:"lastHash,omitempty"`
	Problem    string     `json:"problem,omitempty"`
}

// Run walks every log from its newest record to its first. A log that is not
// whole ends the program with a failure.
func (c auditVerifyCmd) Run(ctx context.Context, env *environment) error {
	return app.WithAccess(ctx, env.options(), func(_ *access.Service, store *sqlstore.Store) error {
		logs, err := c.verify(ctx, store)
		if err != nil {
			return err
		}
		if c.JSON {
			err = printJSON(env, logs)
		} else {
			err = printLogs(env, logs)
		}
		if err != nil {
			return err
		}
		return brokenLogs(logs)
	})
}

func (c auditVerifyCmd) verify(ctx context.Context, store *sqlstore.Store) ([]verifiedLog, error) {
	teams := []string{c.Team}
	if c.Team == "" {
		var err error
		if teams, err = store.AuditedTeams(ctx); err != nil {
			return nil, err
		}
	}
	logs := make([]verifiedLog, len(teams))
	for i, team := range teams {
		chain, err := resources.WalkAudit(ctx, store, team, 0)
		if err != nil {
			return nil, err
		}
		logs[i] = verifiedLogOf(team, chain)
	}
	return logs, nil
}

func verifiedLogOf(team string, chain org.AuditChain) verifiedLog {
	log := verifiedLog{Team: team, Whole: chain.Whole(), Records: chain.Records, WholeSince: timeOrNil(chain.Since)}
	if chain.Records > 0 {
		log.LastHash = chain.Last.Hash.String()
	}
	if chain.BrokenAt != nil {
		log.Problem = chain.BrokenAt.Error()
	}
	return log
}

func printLogs(env *environment, logs []verifiedLog) error {
	table := tabwriter.NewWriter(env.Stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "TEAM\tRECORDS\tWHOLE SINCE\tLAST HASH\tPROBLEM")
	for _, l := range logs {
		problem := l.Problem
		if problem == "" {
			problem = "-"
		}
		_, _ = fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\n", l.Team, l.Records, stamp(l.WholeSince), l.LastHash, problem)
	}
	return table.Flush()
}

// brokenLogs returns a failure unless all logs are whole.
func brokenLogs(logs []verifiedLog) error {
	broken := 0
	for _, l := range logs {
		if !l.Whole {
			broken++
		}
	}
	if broken == 0 {
		return nil
	}
	return &exitError{ExitFail, fmt.Sprintf("%d of %d audit logs are not whole", broken, len(logs))}
}
