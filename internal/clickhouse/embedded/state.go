package embedded

import (
	"errors"
	"time"
)

// Phase is where the embedded engine stands.
type Phase string

// The phases.
const (
	Starting   Phase = "starting"
	Ready      Phase = "ready"
	Restarting Phase = "restarting"
	Failed     Phase = "failed" // it crashed too often and rests for a while
	Stopped    Phase = "stopped"
)

// said words the phase behind a subject.
func (p Phase) said() string {
	if p == Failed {
		return "has failed"
	}
	return "is " + string(p)
}

// State is what the embedded engine is doing, since when, and why.
type State struct {
	Phase    Phase
	Reason   string // why it is not ready; empty when it is
	Since    time.Time
	Restarts int // since StartEmbedded
	PID      int // of the child; 0 when there is none
}

// cause returns the reason as an error, nil for none.
func (s State) cause() error {
	if s.Reason == "" {
		return nil
	}
	return errors.New(s.Reason)
}

// crashLog remembers when the engine crashed, within a window.
type crashLog struct {
	max    int
	window time.Duration
	times  []time.Time
}

// add records a crash and reports whether another start is allowed.
func (c *crashLog) add(now time.Time) bool {
	kept := c.times[:0]
	for _, at := range c.times {
		if now.Sub(at) < c.window {
			kept = append(kept, at)
		}
	}
	c.times = append(kept, now)
	return len(c.times) <= c.max
}

// pause returns how long to wait before the next start: it doubles with each
// crash within the window.
func (c *crashLog) pause() time.Duration {
	pause := restartPauseMin
	for range len(c.times) - 1 {
		pause = min(2*pause, restartPauseMax)
	}
	return pause
}
