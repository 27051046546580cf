package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// What a healthy cluster stays within.
const (
	skewMax      = time.Second
	lagMax       = time.Minute
	diskShareMin = 0.1 // of a disk that is free
)

// Finding is one look at a cluster: Err is nil when all is well, and otherwise
// says what is wrong and what to change.
type Finding struct {
	Subject string
	Good    string
	Err     error
}

// check is one look at a view: what is said when all is well, and what is wrong.
type check struct {
	subject string
	good    string
	wrong   []error
}

// Findings returns what is to be said about a cluster: for each look one line
// when all is well, or one for each thing that is wrong.
func (v View) Findings() []Finding {
	checks := []check{v.servers(), v.questions()}
	if len(v.answering()) > 0 {
		checks = append(checks, v.versions(), v.definitions(), v.reach(), v.clocks(), v.logins(), v.macros(), v.paths(), v.keeper(), v.queue(), v.replication(), v.disks(), v.tables())
	}
	var findings []Finding
	for _, c := range checks {
		findings = append(findings, c.ofThose(v).findings()...)
	}
	return findings
}

// ofThose makes what is said when all is well a matter of the servers that answer.
func (c check) ofThose(v View) check {
	asked := len(v.answering())
	switch {
	case c.good == "" || asked == len(v.Servers):
	case asked == 1:
		c.good = "of the server that answers: " + c.good
	default:
		c.good = fmt.Sprintf("of the %d servers that answer: %s", asked, c.good)
	}
	return c
}

func (c check) findings() []Finding {
	subject := "cluster " + c.subject
	if len(c.wrong) == 0 && c.good != "" {
		return []Finding{{Subject: subject, Good: c.good}}
	}
	found := make([]Finding, len(c.wrong))
	for i, err := range c.wrong {
		found[i] = Finding{Subject: subject, Err: err}
	}
	return found
}

// add notes that something is wrong.
func (c *check) add(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Errorf(format, args...))
}

// String names a server.
func (p Place) String() string {
	return fmt.Sprintf("replica %d of shard %d (%s)", p.Replica, p.Shard, p.Address)
}

// servers finds those that do not answer. One finding names the shard.
func (v View) servers() check {
	shards := v.Shards()
	c := check{subject: "servers", good: fmt.Sprintf("%s of %s answer", counted(len(v.Servers), "server"), counted(len(shards), "shard"))}
	for _, servers := range shards {
		away := slices.DeleteFunc(slices.Clone(servers), Server.Answers)
		switch len(away) {
		case 0:
		case len(servers):
			c.add("shard %d is away, so that reads are refused or partial, and new telemetry goes to the other shards: %s. Start ClickHouse there, or correct its address in remote_servers, the firewall, or the password of %s",
				servers[0].Shard, reasons(away), v.User)
		default:
			c.add("shard %d works with %s less: %s. Start ClickHouse there, or correct its address in remote_servers, the firewall, or the password of %s",
				servers[0].Shard, counted(len(away), "replica"), reasons(away), v.User)
		}
	}
	return c
}

func reasons(servers []Server) string {
	var list []string
	for _, s := range servers {
		list = append(list, s.Address+": "+reason(s.Err))
	}
	return strings.Join(list, ", ")
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// questions finds what servers refused to say, but for what is a finding of its
// own.
func (v View) questions() check {
	c := check{subject: "questions"}
	for _, s := range v.Servers {
		for _, u := range s.Unasked {
			if !slices.Contains([]string{aboutReach, aboutKeeper, aboutQueue}, u.About) {
				c.add("%s can't be asked for its %s: %s. Grant SELECT ON system.* to %s there, or look into its log", s.Place, u.About, reason(u.Err), v.User)
			}
		}
	}
	return c
}

// refused returns the answer of a server to a question that it refused.
func (s Server) refused(about string) error {
	at := slices.IndexFunc(s.Unasked, func(u Unasked) bool { return u.About == about })
	if at < 0 {
		return nil
	}
	return s.Unasked[at].Err
}

// versions finds servers with another version. A server that is too old is one
// that gives no answer.
func (v View) versions() check {
	byVersion := map[string][]string{}
	for _, s := range v.answering() {
		byVersion[s.Version] = append(byVersion[s.Version], s.Address)
	}
	versions := slices.Sorted(maps.Keys(byVersion))
	c := check{subject: "versions", good: "all have ClickHouse " + strings.Join(versions, "")}
	if len(versions) > 1 {
		var said []string
		for _, version := range versions {
			said = append(said, version+" on "+strings.Join(byVersion[version], ", "))
		}
		c.add("the servers have different versions of ClickHouse: %s. Bring all to the newest of them: reads over several versions may fail or be slow", strings.Join(said, "; "))
	}
	return c
}

// clocks finds clocks that differ from that of this machine.
func (v View) clocks() check {
	c := check{subject: "clocks", good: "all are within a second of this machine's"}
	for _, s := range v.answering() {
		switch {
		case s.Skew > skewMax:
			c.add("the clock of %s is %s ahead of this machine's. Let NTP set both: retention, alerts and the order of records depend on them", s.Place, s.Skew.Round(time.Millisecond))
		case s.Skew < -skewMax:
			c.add("the clock of %s is %s behind this machine's. Let NTP set both: retention, alerts and the order of records depend on them", s.Place, (-s.Skew).Round(time.Millisecond))
		}
	}
	return c
}

// logins finds grants that the login lacks.
func (v View) logins() check {
	c := check{subject: "grants", good: v.User + " has what Cairn needs on every server"}
	for _, s := range v.answering() {
		for _, missing := range s.Missing {
			c.add("%s lacks %s on %s. Run there: GRANT %s TO %s", v.User, missing, s.Place, missing, v.User)
		}
	}
	return c
}

// disks finds disks that are nearly full.
func (v View) disks() check {
	c := check{subject: "disks"}
	least := 1.0
	for _, s := range v.answering() {
		for _, d := range s.Disks {
			share := d.freeShare()
			least = min(least, share)
			if share < diskShareMin {
				c.add("only %d %% of the disk %s of %s are free (%d of %d MiB). Enlarge it, keep telemetry for fewer days, or add a shard", int(share*100), d.Name, s.Place, d.FreeBytes>>20, d.TotalBytes>>20)
			}
		}
	}
	c.good = fmt.Sprintf("at least %d %% are free on every server", int(least*100))
	return c
}

func (d Disk) freeShare() float64 {
	if d.TotalBytes == 0 {
		return 1
	}
	return float64(d.FreeBytes) / float64(d.TotalBytes)
}
