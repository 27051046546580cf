package embedded

import (
	"log/slog"
	"path/filepath"
	"time"
)

// How often definitions are copied while the engine runs. Tables are mostly
// made soon after a start.
const (
	inspectInterval      = 10 * time.Second
	inspectIntervalEarly = time.Second
	inspectEarly         = time.Minute
)

// Damage returns what was found broken at the last look.
func (e *Engine) Damage() Damage {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.damage
}

// inspect copies definitions and looks for damage after each start and then
// from time to time, until Stop.
func (e *Engine) inspect() {
	ticker, later := time.NewTicker(inspectIntervalEarly), time.NewTimer(inspectEarly)
	defer ticker.Stop()
	defer later.Stop()
	for {
		select {
		case <-e.stop:
			return
		case <-later.C:
			ticker.Reset(inspectInterval)
		case <-e.readied:
			e.look()
			e.reportDamage()
		case <-ticker.C:
			if e.State().Phase == Ready {
				e.look()
			}
		}
	}
}

func (e *Engine) look() {
	if e.opts.Hold() != nil { // copies would end up in another folder
		return
	}
	if err := definitionsOf(e.opts.Dir).save(); err != nil {
		e.log(slog.LevelWarn, "can't copy the engine's table definitions", slog.Any("error", err))
	}
	damage, err := FindDamage(e.opts.Dir)
	if err != nil {
		e.log(slog.LevelWarn, "can't look for damage", slog.Any("error", err))
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.damage = damage
}

func (e *Engine) reportDamage() {
	if err := e.Damage().Err(); err != nil {
		e.log(slog.LevelError, "the engine's data is damaged", slog.Any("error", err))
	}
}

// restoreDefinitions repairs what a crash has torn, before the engine starts.
func (e *Engine) restoreDefinitions() error {
	restored, err := definitionsOf(e.opts.Dir).restore()
	for _, name := range restored {
		e.log(slog.LevelError, "a table definition was torn or lost; its copy is used", slog.String("file", filepath.Join(dataFolder, name)))
	}
	return err
}
