package app

import (
	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/metering"
	"github.com/cairnstack/cairn/internal/org"
)

// openMeter makes the meter and, unless the role is off, its loop. Cost can be
// asked for on a server that does not meter.
func (a *App) openMeter() {
	a.meter = &metering.Meter{
		Store: a.store, Engine: a.engine.client, Transfer: metering.NewTransfer(uuid.NewString(), a.Now),
		Prices: org.DefaultPrices(), Now: a.Now, Logger: a.Logger,
	}
	if !a.Config.NoMetering {
		a.loops = append(a.loops, loop{"metering", a.meter.Run})
	}
}
