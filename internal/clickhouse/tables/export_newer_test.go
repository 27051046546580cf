package tables

import (
	"log/slog"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// Newer is a program with further migrations: their names, and their texts.
type Newer []string

func (n Newer) steps() []migration {
	steps, _ := migrations()
	for i := 0; i < len(n); i += 2 {
		step := migration{version: uint32(len(steps) + 1), name: n[i], text: n[i+1]}
		steps = append(steps, step)
	}
	return steps
}

// Teams returns the databases as the program sees them.
func (n Newer) Teams(c *clickhouse.Client) Teams { return Teams{client: c, steps: n.steps()} }

// Preparation returns what the program does to a server of a cluster.
func (n Newer) Preparation() Preparation {
	return Preparation{Logger: slog.New(slog.DiscardHandler), steps: n.steps()}
}
