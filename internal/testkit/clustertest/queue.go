package clustertest

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// The ways of DDL that need a queue.
const (
	OnCluster          = "on-cluster"
	ReplicatedDatabase = "replicated-database"
)

// Queue stands in for what the engines of tests lack: the Keeper's queue of
// statements that are meant for several servers, and the thread of each server that
// carries them out in order, as soon as the server is there.
type Queue struct {
	conversation

	way     string
	servers []*queueServer
	cancel  context.CancelFunc
	working sync.WaitGroup

	members  sync.Mutex
	all      *taskLog            // of all servers
	logs     map[string]*taskLog // of replicated databases
	isBroken bool
	brokenAt string // what the first statement contains that finds no Keeper
}

// taskLog is what has happened on servers that do the same.
type taskLog struct {
	tasks   []*task
	servers []*queueServer
}

func newQueue(way string) *Queue { return &Queue{way: way, logs: map[string]*taskLog{}} }

// start lets the servers carry out what is in the queue.
func (q *Queue) start() {
	q.all = &taskLog{servers: q.servers}
	ctx, cancel := context.WithCancel(context.Background())
	q.cancel = cancel
	for _, s := range q.servers {
		q.working.Go(func() { s.work(ctx) })
	}
}

func (q *Queue) stop() {
	q.cancel()
	q.working.Wait()
}

// Title begins a chapter of the conversation about a database.
func (q *Queue) Title(database, text string) { q.title(database, text) }

// Conversation returns what Cairn and the servers have said about the tables of a
// database.
func (q *Queue) Conversation(database string) string { return q.about(database) }

// Hold keeps a server from carrying out statements. The channel is closed when there
// is one.
func (q *Queue) Hold(shard uint32) (reached <-chan struct{}) {
	return q.servers[shard-1].hold(hold{})
}

// Lag keeps a server from carrying out statements from the first one on that contains
// a text. The others have waited for it long enough at once.
func (q *Queue) Lag(shard uint32, text string) {
	q.servers[shard-1].hold(hold{text: text, isLong: true})
}

// LoseKeeper makes servers lose their Keeper when they are to put a statement that
// contains a text into the queue. It never gets there.
func (q *Queue) LoseKeeper(text string) { q.setBroken(true, text) }

// FindKeeper gives the servers their Keeper back.
func (q *Queue) FindKeeper() { q.setBroken(false, "") }

func (q *Queue) setBroken(is bool, at string) {
	q.members.Lock()
	defer q.members.Unlock()
	q.isBroken, q.brokenAt = is, at
}

// Release lets a server go on.
func (q *Queue) Release(shard uint32) { q.servers[shard-1].release() }

var (
	onClusterClause = regexp.MustCompile(" ON CLUSTER `[^`]+`")
	makesReplicated = regexp.MustCompile("^(CREATE DATABASE IF NOT EXISTS `([^`]+)`)\nENGINE = Replicated\\(")
	dropsDatabase   = regexp.MustCompile("^DROP DATABASE IF EXISTS `([^`]+)`")
	changesTable    = regexp.MustCompile("^\\s*(?:CREATE|ALTER|DROP) [A-Z ]+ `([^`]+)`\\.")
	isForOwnServer  = regexp.MustCompile(`\b(DROP|DETACH|ATTACH|FREEZE) PART(ITION)? `) // as a server decides it
)

// How long a server waits for the others, unless a statement asks for something else.
const (
	ddlTimeSetting   = "distributed_ddl_task_timeout"
	ddlTimeByDefault = 180 * time.Second
)

// take responds to a statement that a server can't carry out itself. No answer means
// that the engine has one. An error is that of the engine's connection.
func (q *Queue) take(ctx context.Context, server *queueServer, query proto.Query) (*answer, error) {
	if q.way == OnCluster {
		if clause := onClusterClause.FindString(query.Body); clause != "" {
			return q.onCluster(ctx, query, strings.Replace(query.Body, clause, "", 1)), nil
		}
		return nil, nil
	}
	if made := makesReplicated.FindStringSubmatch(query.Body); made != nil {
		return q.makeReplicated(ctx, server, query, made[1], made[2])
	}
	if dropped := dropsDatabase.FindStringSubmatch(query.Body); dropped != nil {
		return q.dropReplicated(ctx, server, query, dropped[1])
	}
	if changed := changesTable.FindStringSubmatch(query.Body); changed != nil && !isForOwnServer.MatchString(query.Body) {
		return q.inDatabase(ctx, server, query, changed[1]), nil
	}
	return nil, nil
}

func (q *Queue) onCluster(ctx context.Context, query proto.Query, sql string) *answer {
	t := q.task(sql, query)
	if e := q.enqueue(t, q.all); e != nil {
		return failed(e)
	}
	return onClusterManner().answerTo(t, t.await(ctx, patience(query)))
}

// inDatabase carries out a statement in a replicated database wherever that is.
func (q *Queue) inDatabase(ctx context.Context, server *queueServer, query proto.Query, database string) *answer {
	log := q.logOf(database, server)
	if log == nil {
		return nil
	}
	t := q.task(query.Body, query)
	t.database = database
	if e := q.enqueue(t, log); e != nil {
		return failed(e)
	}
	return replicatedManner(database).answerTo(t, t.await(ctx, patience(query)))
}

func (q *Queue) task(sql string, query proto.Query) *task {
	return &task{sql: sql, settings: query.Settings, outcomes: make(chan outcome, len(q.servers)), late: make(chan struct{})}
}

// enqueue puts a task into a log, and into the queues of the servers of that.
func (q *Queue) enqueue(t *task, log *taskLog) *ch.Exception {
	q.members.Lock()
	defer q.members.Unlock()
	if q.isBroken && strings.Contains(t.sql, q.brokenAt) {
		return &ch.Exception{Code: proto.ErrKeeperException, Message: "Coordination::Exception: Coordination error: Session expired"}
	}
	log.tasks = append(log.tasks, t)
	t.servers = slices.Clone(log.servers)
	for _, s := range t.servers {
		s.add(t)
	}
	return nil
}

// logOf returns the log of a database that a server has, and nil where it has none.
func (q *Queue) logOf(database string, server *queueServer) *taskLog {
	q.members.Lock()
	defer q.members.Unlock()
	if log := q.logs[database]; log != nil && log.has(server) {
		return log
	}
	return nil
}

// makeReplicated makes a replicated database on one server, which then carries out
// what has happened in it elsewhere.
func (q *Queue) makeReplicated(ctx context.Context, server *queueServer, query proto.Query, sql, database string) (*answer, error) {
	e, err := server.run(ctx, sql, query.Settings)
	if err != nil || e != nil {
		return failed(e), err
	}
	q.members.Lock()
	defer q.members.Unlock()
	log := q.logs[database]
	if log == nil {
		log = &taskLog{}
		q.logs[database] = log
	}
	if !log.has(server) {
		log.servers = append(log.servers, server)
		for _, t := range log.tasks {
			server.add(t.later())
		}
	}
	return &answer{}, nil
}

// dropReplicated drops a replicated database on one server.
func (q *Queue) dropReplicated(ctx context.Context, server *queueServer, query proto.Query, database string) (*answer, error) {
	e, err := server.run(ctx, query.Body, query.Settings)
	if err != nil || e != nil {
		return failed(e), err
	}
	q.members.Lock()
	defer q.members.Unlock()
	server.forget(database)
	if log := q.logs[database]; log != nil {
		log.remove(server)
		if len(log.servers) == 0 {
			delete(q.logs, database)
		}
	}
	return &answer{}, nil
}

// patience is how long a statement wants to be waited for.
func patience(query proto.Query) time.Duration {
	for _, s := range query.Settings {
		if asked, err := time.ParseDuration(s.Value + "s"); s.Key == ddlTimeSetting && err == nil {
			return asked
		}
	}
	return ddlTimeByDefault
}
