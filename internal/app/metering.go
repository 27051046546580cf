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
		Store: a.store, Engine: a.engine.teams, Transfer: metering.NewTransfer(uuid.NewString(), a.Now),
		Prices: a.Config.prices(func(string, string) {}), Now: a.Now, Logger: a.Logger,
	}
	if !a.Config.NoMetering {
		a.loops = append(a.loops, loop{"metering", a.meter.Run})
	}
}

// prices returns the price list and refuses what is no price. An empty option
// is the default: a Config that a test makes by hand has prices too.
func (c Config) prices(refuse func(option, rule string)) org.PriceList {
	prices := org.DefaultPrices()
	for _, p := range []struct {
		option, text string
		into         *org.Amount
	}{
		{"price-storage-gb-month", c.PriceStorageGBMonth, &prices.StorageGBMonth},
		{"price-backup-gb-month", c.PriceBackupGBMonth, &prices.BackupGBMonth},
		{"price-cpu-hour", c.PriceCPUHour, &prices.CPUHour},
		{"price-received-gb", c.PriceReceivedGB, &prices.ReceivedGB},
		{"price-answered-gb", c.PriceAnsweredGB, &prices.AnsweredGB},
	} {
		if p.text == "" {
			continue
		}
		amount, err := org.ParseAmount(p.text)
		if err != nil || amount < 0 || amount > org.PriceMax {
			refuse(p.option, "must be a number from 0 to "+org.PriceMax.String()+" with at most six decimals")
			continue
		}
		*p.into = amount
	}
	return prices
}
