package org

import "time"

// UsageSample is what one service used in one hour.
type UsageSample struct {
	Hour          time.Time // some moment of the hour
	ServiceID     string
	WarehouseID   string
	StoredBytes   int64 // kept during the hour
	BackupBytes   int64 // kept during the hour
	CPUMicros     int64
	ReceivedBytes int64
	AnsweredBytes int64
}

// BookingKey is the natural key of a cost record.
type BookingKey struct {
	Day        Day
	EntityType EntityType
	EntityID   string
}

// Bookings is cost per day and entity.
type Bookings map[BookingKey]Metrics

// Book prices samples and books storage and backup on the warehouse, compute
// and transfer on the service. Every sample is rounded on its own and only
// rounded amounts are added, so that any split of the samples adds up to
// exactly the same. It returns ErrAmountOverflow, or an Invalid fault for
// negative usage.
func Book(prices PriceList, samples []UsageSample) (Bookings, error) {
	bookings := Bookings{}
	for _, s := range samples {
		if err := bookings.book(prices, s); err != nil {
			return nil, err
		}
	}
	return bookings, nil
}

// Keeps reports whether keeping backups in the warehouse cost something on the
// day.
func (b Bookings) Keeps(d Day, warehouseID string) bool {
	return b[BookingKey{Day: d, EntityType: EntityWarehouse, EntityID: warehouseID}].Backup > 0
}

func (b Bookings) book(prices PriceList, s UsageSample) error {
	warehouse, err := prices.warehouseMetrics(s)
	if err != nil {
		return err
	}
	service, err := prices.serviceMetrics(s)
	if err != nil {
		return err
	}
	on := DayOf(s.Hour)
	if err := b.add(BookingKey{on, EntityWarehouse, s.WarehouseID}, warehouse); err != nil {
		return err
	}
	return b.add(BookingKey{on, EntityService, s.ServiceID}, service)
}

func (b Bookings) add(key BookingKey, metrics Metrics) error {
	sum, err := b[key].Plus(metrics)
	if err != nil {
		return err
	}
	b[key] = sum
	return nil
}
