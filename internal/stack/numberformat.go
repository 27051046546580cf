package stack

const (
	// MantissaMax bounds the decimals of a number format.
	MantissaMax = 20
	// FormatTextCharsMax bounds the unit and the currency symbol of a number format.
	FormatTextCharsMax = 64
)

// NumberFormat says how the numbers of a tile are written.
type NumberFormat struct {
	Output            string   `json:"output"`
	NumericUnit       string   `json:"numericUnit,omitempty"`
	Mantissa          *int     `json:"mantissa,omitempty"`
	ThousandSeparated *bool    `json:"thousandSeparated,omitempty"`
	Average           *bool    `json:"average,omitempty"`
	DecimalBytes      *bool    `json:"decimalBytes,omitempty"`
	Factor            *float64 `json:"factor,omitempty"`
	CurrencySymbol    string   `json:"currencySymbol,omitempty"`
	Unit              string   `json:"unit,omitempty"`
}

// NumberOutputs lists what a number can be written as.
func NumberOutputs() []string {
	return []string{"currency", "percent", "byte", "time", "duration", "number", "data_rate", "throughput"}
}

// NumericUnits lists the units of bytes, data rates and throughputs.
func NumericUnits() []string {
	return []string{
		"bytes_iec", "bytes_si", "bits_iec", "bits_si", "kibibytes", "kilobytes", "mebibytes", "megabytes", "gibibytes",
		"gigabytes", "tebibytes", "terabytes", "pebibytes", "petabytes",
		"packets_sec", "bytes_sec_iec", "bytes_sec_si", "bits_sec_iec", "bits_sec_si", "kibibytes_sec", "kibibits_sec",
		"kilobytes_sec", "kilobits_sec", "mebibytes_sec", "mebibits_sec", "megabytes_sec", "megabits_sec",
		"gibibytes_sec", "gibibits_sec", "gigabytes_sec", "gigabits_sec", "tebibytes_sec", "tebibits_sec",
		"terabytes_sec", "terabits_sec", "pebibytes_sec", "pebibits_sec", "petabytes_sec", "petabits_sec",
		"cps", "ops", "rps", "reads_sec", "wps", "iops", "cpm", "opm", "rpm_reads", "wpm",
	}
}

// check checks the field numberFormat of what stands at the place.
func (f *NumberFormat) check(holder place) {
	if f == nil {
		return
	}
	p := holder.within("numberFormat")
	oneOf(p.at("output"), f.Output, NumberOutputs())
	optionalOneOf(p.at("numericUnit"), f.NumericUnit, NumericUnits())
	p.at("mantissa").optionalInt(f.Mantissa, 0, MantissaMax)
	p.at("currencySymbol").chars(f.CurrencySymbol, 0, FormatTextCharsMax)
	p.at("unit").chars(f.Unit, 0, FormatTextCharsMax)
}
