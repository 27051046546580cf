package cluster

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// How long a server may take for one answer, and how many are asked at once.
const (
	answerTimeMax = 5 * time.Second
	serversAtOnce = 32
	serversMax    = 4096
)

// Options say which cluster to look at.
type Options struct {
	Target clickhouse.Target
	Now    func() time.Time
	// IsBrief leaves out what only the doctor wants to know: grants, macros,
	// Keeper, and whom the servers reach.
	IsBrief bool
}

// Look asks every server of a cluster. A server that does not answer is part of
// the view. It fails with an Unavailable fault when no server says which there are.
func Look(ctx context.Context, o Options) (View, error) {
	v := View{
		Cluster: o.Target.Cluster, User: o.Target.Logins[clickhouse.Admin].User,
		DDL: o.Target.DDL, IsPlain: o.Target.IsPlain,
	}
	places, err := findPlaces(ctx, o)
	if err != nil {
		return v, err
	}
	v.Servers = make([]Server, len(places))
	each(places, func(i int, p Place) { v.Servers[i] = look(ctx, o, v, p) })
	return v, nil
}

// each calls do for every place, some at once.
func each[T any](list []T, do func(i int, of T)) {
	var working sync.WaitGroup
	turns := make(chan struct{}, serversAtOnce)
	for i, of := range list {
		turns <- struct{}{}
		working.Go(func() {
			defer func() { <-turns }()
			do(i, of)
		})
	}
	working.Wait()
}

// findPlaces asks the servers of the address which servers there are. They may
// differ in what they say.
func findPlaces(ctx context.Context, o Options) ([]Place, error) {
	said := make([][]Place, len(o.Target.Addresses))
	failures := make([]error, len(o.Target.Addresses))
	each(o.Target.Addresses, func(i int, address string) {
		failures[i] = withServer(o, address, func(s server) (err error) {
			said[i], err = s.definition(ctx, o.Target.Cluster)
			return err
		})
	})
	places := merged(said)
	if len(places) > 0 {
		return places, nil
	}
	if len(failures) > 1 && !slices.Contains(failures, nil) {
		return nil, clickhouse.Unavailable(nil, "none of the %d servers of the address can be asked, the first for this reason: %s", len(failures), reason(failures[0]))
	}
	if err := errors.Join(failures...); err != nil {
		return nil, err
	}
	return nil, clickhouse.Unavailable(nil, "none of its servers knows a cluster of the name %s; add it to remote_servers in their configuration, or correct cluster= in CAIRN_CLICKHOUSE_URL", o.Target.Cluster)
}

// merged returns the places that most of the lists have, and those servers of the
// others that are not among them.
func merged(lists [][]Place) []Place {
	places := slices.Clone(mostCommon(lists))
	for _, p := range slices.Concat(lists...) {
		if !slices.ContainsFunc(places, func(known Place) bool { return known.Address == p.Address }) {
			places = append(places, p)
		}
	}
	slices.SortFunc(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Shard, b.Shard), cmp.Compare(a.Replica, b.Replica), cmp.Compare(a.Address, b.Address))
	})
	return places[:min(len(places), serversMax)]
}

// mostCommon returns the list that is there most often: of several, the first one.
func mostCommon(lists [][]Place) (common []Place) {
	most := 0
	for _, list := range lists {
		if n := countOf(lists, list); n > most && len(list) > 0 {
			common, most = list, n
		}
	}
	return common
}

func countOf(lists [][]Place, list []Place) int {
	n := 0
	for _, other := range lists {
		if slices.Equal(list, other) {
			n++
		}
	}
	return n
}

// look asks one server everything.
func look(ctx context.Context, o Options, v View, p Place) Server {
	s := Server{Place: p}
	s.Err = withServer(o, p.Address, func(to server) error {
		if err := to.basics(ctx, &s); err != nil {
			return err
		}
		for _, q := range questions(v, o.IsBrief) {
			if err := q.ask(ctx, to, &s); err != nil {
				s.Unasked = append(s.Unasked, Unasked{q.about, err})
			}
		}
		return nil
	})
	return s
}

// question is something that a server is asked.
type question struct {
	about string
	ask   func(ctx context.Context, to server, s *Server) error
}

// questions returns what a server of the cluster is asked.
func questions(v View, isBrief bool) []question {
	list := []question{
		{"tables", func(ctx context.Context, to server, s *Server) (err error) {
			s.Tables, err = to.tables(ctx)
			return err
		}},
		{"stored telemetry", func(ctx context.Context, to server, s *Server) error { return to.storage(ctx, &s.Storage) }},
		{"merges", func(ctx context.Context, to server, s *Server) error { return to.merges(ctx, &s.Storage) }},
		{"disks", func(ctx context.Context, to server, s *Server) (err error) { s.Disks, err = to.disks(ctx); return err }},
		{"replication", func(ctx context.Context, to server, s *Server) error { return to.replicas(ctx, &s.Replicas) }},
	}
	if isBrief {
		return list
	}
	list = append(list,
		question{aboutDefinition, func(ctx context.Context, to server, s *Server) (err error) {
			s.Definition, err = to.definition(ctx, v.Cluster)
			return err
		}},
		question{aboutReach, func(ctx context.Context, to server, s *Server) (err error) {
			s.Reached, err = to.reached(ctx, v.Cluster)
			return err
		}},
		question{"grants", func(ctx context.Context, to server, s *Server) (err error) {
			s.Missing, err = to.missingGrants(ctx, grants(v))
			return err
		}},
	)
	if v.NeedsMacros() {
		list = append(list, question{"macros", func(ctx context.Context, to server, s *Server) (err error) {
			s.Macros, err = to.macros(ctx)
			return err
		}})
	}
	if v.NeedsPath() {
		list = append(list, question{aboutPath, func(ctx context.Context, to server, s *Server) (err error) {
			s.Path, err = to.path(ctx)
			return err
		}})
	}
	if v.NeedsKeeper() {
		list = append(list, question{aboutKeeper, func(ctx context.Context, to server, _ *Server) error { return to.keeper(ctx) }})
	}
	if v.DDL == clickhouse.DDLOnCluster {
		list = append(list, question{aboutQueue, func(ctx context.Context, to server, s *Server) (err error) {
			s.StuckDDL, err = to.stuckDDL(ctx, v.Cluster)
			return err
		}})
	}
	return list
}

// The questions whose refusal is a finding of its own.
const (
	aboutDefinition = "remote_servers"
	aboutReach      = "the other servers"
	aboutPath       = "default_replica_path"
	aboutKeeper     = "Keeper"
	aboutQueue      = "DDL queue"
)

// single is one server of a cluster, as a server of its own.
type single struct{ target clickhouse.Target }

// Target returns the server.
func (s single) Target() (clickhouse.Target, error) { return s.target, nil }

// withServer runs do with a connection to one server.
func withServer(o Options, address string, do func(server) error) error {
	target := o.Target
	target.Addresses, target.Cluster = []string{address}, ""
	client := clickhouse.Open(single{target}, clickhouse.ClientOptions{})
	err := do(server{client, o.Now})
	return errors.Join(err, client.Close())
}

// reason says why a server did not answer a question.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "clickhouse query: ") }
