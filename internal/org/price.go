package org

import "github.com/cairnstack/cairn/internal/fault"

// PriceMax bounds every price: a million units.
const PriceMax = 1_000_000 * Amount(amountPerUnit)

const (
	bytesPerGB    = 1_000_000_000
	hoursPerMonth = 730 // a year of 8,760 hours in twelve parts
	microsPerHour = 3_600_000_000
)

// PriceList is what usage costs. A gigabyte is 10⁹ bytes, a month 730 hours.
type PriceList struct {
	StorageGBMonth Amount // a gigabyte of parts, kept for a month
	BackupGBMonth  Amount // a gigabyte of backups, kept for a month
	CPUHour        Amount // an hour of one processor in queries and inserts
	ReceivedGB     Amount // a gigabyte of telemetry and requests
	AnsweredGB     Amount // a gigabyte of responses
}

// DefaultPrices is the price list of an installation that has none of its
// own: storage and backup 0.025 a GB-month, compute 0.15 a CPU-hour, bytes
// received nothing, bytes answered 0.1 a GB.
func DefaultPrices() PriceList {
	return PriceList{StorageGBMonth: 25_000, BackupGBMonth: 25_000, CPUHour: 150_000, AnsweredGB: 100_000}
}

// Check returns an Invalid fault unless each price is between 0 and
// PriceMax.
func (p PriceList) Check() error {
	var rules fault.Rules
	for _, price := range []struct {
		path   string
		amount Amount
	}{
		{"storageGbMonth", p.StorageGBMonth}, {"backupGbMonth", p.BackupGBMonth}, {"cpuHour", p.CPUHour},
		{"receivedGb", p.ReceivedGB}, {"answeredGb", p.AnsweredGB},
	} {
		ok := 0 <= price.amount && price.amount <= PriceMax
		rules.Check(ok, price.path, "range", "must be between 0 and %s", PriceMax)
	}
	return rules.Err()
}

// warehouseMetrics returns the cost of keeping the sample's bytes for its
// hour.
func (p PriceList) warehouseMetrics(s UsageSample) (Metrics, error) {
	storage, err := priced(s.StoredBytes, p.StorageGBMonth, bytesPerGB*hoursPerMonth)
	if err != nil {
		return Metrics{}, err
	}
	backup, err := priced(s.BackupBytes, p.BackupGBMonth, bytesPerGB*hoursPerMonth)
	return Metrics{Storage: storage, Backup: backup}, err
}

// serviceMetrics returns the cost of the sample's compute and transfer.
func (p PriceList) serviceMetrics(s UsageSample) (Metrics, error) {
	compute, err := priced(s.CPUMicros, p.CPUHour, microsPerHour)
	if err != nil {
		return Metrics{}, err
	}
	received, err := priced(s.ReceivedBytes, p.ReceivedGB, bytesPerGB)
	if err != nil {
		return Metrics{}, err
	}
	answered, err := priced(s.AnsweredBytes, p.AnsweredGB, bytesPerGB)
	if err != nil {
		return Metrics{}, err
	}
	transfer, err := received.Plus(answered)
	return Metrics{Compute: compute, PublicDataTransfer: transfer}, err
}
