package alerting

import (
	"context"
	"time"
)

// The limits of what windows wait for.
const (
	// StoredWithin is how long telemetry may take from being acknowledged until
	// it is stored and known to be, without a window that waits for it. Telemetry
	// that is acknowledged so long before its window can be evaluated is never
	// missed; the delay of alerts is longer unless they say otherwise.
	StoredWithin = 8 * time.Second
	// WatermarkTeamsMax is how many teams a node tells apart; with more of them
	// that wait, all wait for the oldest.
	WatermarkTeamsMax = 256
	// GivenUpAgeMax is how long a node is remembered after it was given up.
	GivenUpAgeMax = CatchUpMax
)

// Watermark says up to when a node has stored what it received. What it received
// before Through is stored; of the rest nothing is known.
type Watermark struct {
	Node      string
	NodeName  string // as people know it
	TeamID    string // whose telemetry; empty: that of every team
	Through   time.Time
	SaidAt    time.Time // when the node said so
	GivenUpAt time.Time // zero: windows wait for the node
}

// WatermarkStore knows what nodes have said.
type WatermarkStore interface {
	// Watermarks returns what all nodes have said.
	Watermarks(ctx context.Context) ([]Watermark, error)
	// GiveUpWatermarks has windows wait no longer for the node of the mark, from
	// its GivenUpAt on, unless the node has said something meanwhile.
	GiveUpWatermarks(ctx context.Context, mark Watermark) error
}
