package org

// Metrics is what a cost record is made of. The zero value costs nothing.
type Metrics struct {
	Backup                       Amount
	Compute                      Amount
	DataTransfer                 Amount
	InitialLoad                  Amount
	InterRegionTier1DataTransfer Amount
	InterRegionTier2DataTransfer Amount
	InterRegionTier3DataTransfer Amount
	InterRegionTier4DataTransfer Amount
	PublicDataTransfer           Amount
	Storage                      Amount
}

const metricCount = 10

func (m *Metrics) parts() [metricCount]*Amount {
	return [metricCount]*Amount{
		&m.Backup, &m.Compute, &m.DataTransfer, &m.InitialLoad,
		&m.InterRegionTier1DataTransfer, &m.InterRegionTier2DataTransfer,
		&m.InterRegionTier3DataTransfer, &m.InterRegionTier4DataTransfer,
		&m.PublicDataTransfer, &m.Storage,
	}
}

// Total returns the sum of the metrics, or ErrAmountOverflow.
func (m Metrics) Total() (Amount, error) {
	var total Amount
	for _, part := range m.parts() {
		var err error
		if total, err = total.Plus(*part); err != nil {
			return 0, err
		}
	}
	return total, nil
}

// Plus returns the sums metric by metric, or ErrAmountOverflow.
func (m Metrics) Plus(other Metrics) (Metrics, error) {
	addends := other.parts()
	for i, part := range m.parts() {
		sum, err := part.Plus(*addends[i])
		if err != nil {
			return Metrics{}, err
		}
		*part = sum
	}
	return m, nil
}
