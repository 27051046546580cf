package httpx

// PartialRefuse is what a client sends that takes whole answers only.
const PartialRefuse = "refuse"

// Wholeness is embedded in the input of an operation whose answer may lack shards of
// a cluster.
type Wholeness struct {
	Partial string `query:"partial" enum:"allow,refuse" default:"allow" doc:"While a shard of a cluster is away: allow responds with what the others have, and names it; refuse responds with 503."`
}

// AllowsPartial reports whether the answer may lack shards.
func (w Wholeness) AllowsPartial() bool { return w.Partial != PartialRefuse }
