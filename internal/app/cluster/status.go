package cluster

import (
	"fmt"
	"time"
)

// State says what a server, or a shard, is good for.
type State string

// The states.
const (
	Ready     State = "ready"
	Preparing State = "preparing" // it answers, and lacks tables which others have
	Away      State = "away"
)

// Status is how the servers of a cluster are.
type Status struct {
	Cluster string        `json:"cluster"`
	Shards  []ShardStatus `json:"shards"`
}

// ShardStatus is how the servers with the same rows are. It is as good as the
// best of them.
type ShardStatus struct {
	Shard    uint32          `json:"shard"`
	State    State           `json:"state"`
	Replicas []ReplicaStatus `json:"replicas"`
}

// ReplicaStatus is how one server is. Of one that is away only the reason is
// known.
type ReplicaStatus struct {
	Replica       uint32 `json:"replica"`
	Address       string `json:"address"`
	State         State  `json:"state"`
	Reason        string `json:"reason,omitempty"`
	Version       string `json:"version,omitempty"`
	UptimeSeconds int64  `json:"uptimeSeconds"`
	Rows          uint64 `json:"rows"`
	Bytes         uint64 `json:"bytes"`
	FreeDiskBytes uint64 `json:"freeDiskBytes"`
	Parts         uint64 `json:"parts"`
	Merges        uint64 `json:"merges"`
	LagSeconds    int64  `json:"lagSeconds"`
}

// Away returns the numbers of the shards of which no server is ready.
func (s Status) Away() []uint32 {
	var away []uint32
	for _, shard := range s.Shards {
		if shard.State != Ready {
			away = append(away, shard.Shard)
		}
	}
	return away
}

// Status sums up what the servers said.
func (v View) Status() Status {
	status := Status{Cluster: v.Cluster, Shards: []ShardStatus{}}
	lacking := v.Lacking()
	for _, servers := range v.Shards() {
		shard := ShardStatus{Shard: servers[0].Shard, State: Away}
		for _, s := range servers {
			r := s.status(lacking[s.Address])
			shard.State = better(shard.State, r.State)
			shard.Replicas = append(shard.Replicas, r)
		}
		status.Shards = append(status.Shards, shard)
	}
	return status
}

func better(a, b State) State {
	if a == Ready || b == Away {
		return a
	}
	return b
}

// status sums up what a server said which lacks tables of some teams.
func (s Server) status(lacks []string) ReplicaStatus {
	r := ReplicaStatus{Replica: s.Replica, Address: s.Address, State: Ready}
	switch {
	case !s.Answers():
		r.State, r.Reason = Away, reason(s.Err)
		return r
	case len(lacks) > 0:
		r.State, r.Reason = Preparing, fmt.Sprintf("lacks tables of %s", counted(len(lacks), "team"))
	}
	r.Version, r.UptimeSeconds = s.Version, int64(s.Uptime/time.Second)
	r.Rows, r.Bytes, r.Parts, r.Merges = s.Storage.Rows, s.Storage.Bytes, s.Storage.Parts, s.Storage.Merges
	r.LagSeconds = int64(s.Replicas.Lag / time.Second)
	for _, d := range s.Disks {
		r.FreeDiskBytes += d.FreeBytes
	}
	return r
}
