package cluster

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// definitions finds servers that know another cluster than most do.
func (v View) definitions() check {
	c := check{subject: "remote_servers", good: "every server knows the same " + counted(len(v.Servers), "server")}
	common, count := v.commonDefinition()
	if len(common) == 0 {
		return check{subject: c.subject}
	}
	for _, s := range v.answering() {
		if s.refused(aboutDefinition) != nil || slices.Equal(s.Definition, common) {
			continue
		}
		c.add("%s knows another cluster %s than %d of %d servers: %s. Give all servers the same remote_servers", s.Place, v.Cluster, count, len(v.Servers), difference(common, s.Definition))
	}
	return c
}

// commonDefinition returns the definition that most servers have, and how many
// these are.
func (v View) commonDefinition() (common []Place, count int) {
	var lists [][]Place
	for _, s := range v.answering() {
		lists = append(lists, s.Definition)
	}
	common = mostCommon(lists)
	return common, countOf(lists, common)
}

// difference says what a definition lacks, and has besides.
func difference(common, own []Place) string {
	if len(own) == 0 {
		return "it knows none of that name"
	}
	var said []string
	for _, p := range common {
		if !slices.Contains(own, p) {
			said = append(said, "without "+p.String())
		}
	}
	for _, p := range own {
		if !slices.Contains(common, p) {
			said = append(said, "with "+p.String())
		}
	}
	return strings.Join(said, ", ")
}

// reach finds servers that do not reach others which answer us. What differs in
// their definitions is said already.
func (v View) reach() check {
	c := check{subject: "connections", good: "every server reaches every other"}
	for _, s := range v.answering() {
		if err := s.refused(aboutReach); err != nil {
			c.add("%s can't read from the other servers: %s. Correct user and password, or secret, in its remote_servers", s.Place, reason(err))
			continue
		}
		if s.refused(aboutDefinition) != nil {
			continue
		}
		for i, to := range s.Definition {
			if !s.Reached[uint32(i+1)] && v.answers(to) {
				c.add("%s does not reach %s, which answers Cairn. Open its port for that server, or correct the host name that it uses", s.Place, to)
			}
		}
	}
	return c
}

func (v View) answers(p Place) bool {
	return slices.ContainsFunc(v.answering(), func(s Server) bool { return s.Address == p.Address })
}

// macros finds replicas that would not find each other.
func (v View) macros() check {
	c := check{subject: "macros"}
	if !v.NeedsMacros() {
		return c
	}
	c.good = "shard and replica are set, and differ where they have to"
	owners := map[string]Place{}
	shards := map[string]uint32{}
	for _, s := range v.answering() {
		if s.refused("macros") != nil {
			continue
		}
		shard, replica := s.Macros["shard"], s.Macros["replica"]
		if shard == "" || replica == "" {
			c.add("%s lacks the macros shard and replica, without which replicated tables can't be made. Set both in <macros> of its configuration", s.Place)
			continue
		}
		if other, isUsed := shards[shard]; isUsed && other != s.Shard {
			c.add("%s has the macro shard = %s, and so has shard %d. Give each shard a name of its own", s.Place, shard, other)
		}
		if other, isUsed := owners[shard+"/"+replica]; isUsed {
			c.add("%s has the macro replica = %s, and so has %s. Give each server of a shard a name of its own", s.Place, replica, other)
		}
		shards[shard], owners[shard+"/"+replica] = s.Shard, s.Place
	}
	return c
}

// paths finds servers whose tables would not meet their replicas.
func (v View) paths() check {
	c := check{subject: aboutPath}
	if !v.NeedsPath() {
		return c
	}
	c.good = "replicas of a table meet by database, table and shard"
	for _, s := range v.answering() {
		if s.refused(aboutPath) != nil || isSharedPath(s.Path) {
			continue
		}
		c.add("%s has %s, below which replicas that Cairn makes with ddl=each do not meet. Set <default_replica_path>/clickhouse/tables/{database}/{table}/{shard}</default_replica_path> in its configuration before Cairn makes tables, or use ddl=on-cluster", s.Place, s.Path)
	}
	return c
}

// isSharedPath reports whether a path is the same on all replicas of a table, and
// on nothing else.
func isSharedPath(path string) bool {
	return !strings.Contains(path, "{uuid}") && strings.Contains(path, "{shard}") &&
		strings.Contains(path, "{database}") && strings.Contains(path, "{table}")
}

// keeper finds servers without a Keeper where it is needed.
func (v View) keeper() check {
	c := check{subject: "Keeper"}
	if !v.NeedsKeeper() {
		return c
	}
	c.good = "every server reaches it"
	for _, s := range v.answering() {
		if err := s.refused(aboutKeeper); err != nil {
			c.add("%s does not reach Keeper: %s. Name it in <zookeeper> of its configuration, or use ddl=each&engine=plain, which need none", s.Place, reason(err))
		}
	}
	return c
}

// queue finds statements for all servers that wait.
func (v View) queue() check {
	c := check{subject: "DDL queue"}
	for _, s := range v.answering() {
		if s.refused(aboutQueue) != nil || v.DDL != clickhouse.DDLOnCluster {
			continue
		}
		c.good = "no statement for all servers has waited for a minute"
		if len(s.StuckDDL) > 0 {
			c.add("statements for all servers have waited for more than a minute on %s. Look at system.distributed_ddl_queue, and start or remove these servers", strings.Join(s.StuckDDL, ", "))
			return c // every server says the same
		}
	}
	return c
}

// replication finds tables that can't be written, and replicas that lag.
func (v View) replication() check {
	c := check{subject: "replication"}
	if v.IsPlain {
		return c
	}
	c.good = "no table is read-only, and no replica lags by more than a minute"
	for _, s := range v.answering() {
		if s.Replicas.ReadOnly > 0 {
			c.add("%s of %s: read-only, because it lost Keeper or what Keeper knows of them. Bring Keeper back, then SYSTEM RESTART REPLICA or SYSTEM RESTORE REPLICA for each", counted(int(s.Replicas.ReadOnly), "table"), s.Place)
		}
		if s.Replicas.Lag > lagMax {
			c.add("%s is %s behind the other replicas. See system.replication_queue there: network, disk, or fetches that fail", s.Place, s.Replicas.Lag)
		}
	}
	return c
}

// tables finds servers that lack tables which others have.
func (v View) tables() check {
	lacking := v.Lacking()
	c := check{subject: "tables", good: "every server has those of every team"}
	for _, s := range v.answering() {
		lacks := lacking[s.Address]
		if len(lacks) == 0 {
			continue
		}
		c.add("%s lacks tables of %s (%s). %s", s.Place, counted(len(lacks), "team"), lacks[0], v.howTablesCome())
	}
	return c
}

// howTablesCome says how a server gets the tables that it lacks.
func (v View) howTablesCome() string {
	if v.DDL == clickhouse.DDLEach {
		return "A running Cairn makes them within seconds; if it does not, its log says why"
	}
	return "Make them there with what SHOW CREATE TABLE says on another server: docs/clusters.md has the drill"
}

// Lacking returns, by the address of a server, the databases of teams that lack
// tables there which they have elsewhere.
func (v View) Lacking() map[string][]string {
	wanted := map[string]map[string]bool{}
	for _, s := range v.answering() {
		for database, tables := range s.Tables {
			for _, table := range strings.Fields(tables) {
				if wanted[database] == nil {
					wanted[database] = map[string]bool{}
				}
				wanted[database][table] = true
			}
		}
	}
	lacking := map[string][]string{}
	for _, s := range v.answering() {
		for database, tables := range wanted {
			if len(strings.Fields(s.Tables[database])) < len(tables) && s.refused("tables") == nil {
				lacking[s.Address] = append(lacking[s.Address], database)
			}
		}
		slices.Sort(lacking[s.Address])
	}
	return lacking
}
