package grafana

import (
	"strings"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/stack"
)

// formats returns how the units of Grafana are written here.
func formats() map[string]stack.NumberFormat {
	const kibi, day = 1024, 86400
	all := map[string]stack.NumberFormat{
		"percentunit": {Output: "percent"}, "percent": scaled("percent", 0.01),
		"s": {Output: "duration"}, "dtdurations": {Output: "duration"}, "clocks": {Output: "duration"}, "dthms": {Output: "duration"},
		"ms": scaled("duration", 1e-3), "dtdurationms": scaled("duration", 1e-3), "clockms": scaled("duration", 1e-3),
		"µs": scaled("duration", 1e-6), "us": scaled("duration", 1e-6), "ns": scaled("duration", 1e-9),
		"m": scaled("duration", 60), "h": scaled("duration", 3600), "d": scaled("duration", day),
		"bytes": {Output: "byte"}, "decbytes": decimal(1, ""),
		"kbytes": scaled("byte", kibi), "mbytes": scaled("byte", kibi*kibi), "gbytes": scaled("byte", kibi*kibi*kibi), "tbytes": scaled("byte", kibi*kibi*kibi*kibi),
		"deckbytes": decimal(1e3, ""), "decmbytes": decimal(1e6, ""), "decgbytes": decimal(1e9, ""), "dectbytes": decimal(1e12, ""),
		"binBps": {Output: "byte", Unit: "/s"}, "Bps": decimal(1, "/s"), "KBs": decimal(1e3, "/s"), "MBs": decimal(1e6, "/s"), "GBs": decimal(1e9, "/s"),
		"KiBs": scaledUnit("byte", kibi, "/s"), "MiBs": scaledUnit("byte", kibi*kibi, "/s"), "GiBs": scaledUnit("byte", kibi*kibi*kibi, "/s"),
		"Kbits": scaledUnit("number", 1e3, "bit/s"), "Mbits": scaledUnit("number", 1e6, "bit/s"), "Gbits": scaledUnit("number", 1e9, "bit/s"),
		"currencyUSD": currency("$"), "currencyEUR": currency("€"), "currencyGBP": currency("£"), "currencyJPY": currency("¥"), "currencyCHF": currency("CHF "),
	}
	for name, suffix := range map[string]string{
		"bps": "bit/s", "binbps": "bit/s", "bits": "bit", "decbits": "bit", "pps": "packets/s", "ops": "ops/s", "reqps": "req/s", "rps": "reads/s", "wps": "writes/s",
		"iops": "io/s", "cps": "counts/s", "eps": "events/s", "mps": "messages/s", "opm": "ops/min", "rpm": "reads/min", "wpm": "writes/min", "cpm": "counts/min",
		"hertz": "Hz", "rotrpm": "rpm", "celsius": "°C", "fahrenheit": "°F", "kelvin": "K", "volt": "V", "amp": "A", "watt": "W", "joule": "J", "kwatth": "kWh", "watth": "Wh",
		"humidity": "%H", "dB": "dB", "dBm": "dBm", "ppm": "ppm", "flops": "FLOP/s",
	} {
		all[name] = stack.NumberFormat{Output: "number", Average: yes(), Unit: suffix}
	}
	return all
}

func yes() *bool {
	is := true
	return &is
}

func scaled(output string, factor float64) stack.NumberFormat { return scaledUnit(output, factor, "") }

func scaledUnit(output string, factor float64, unit string) stack.NumberFormat {
	f := stack.NumberFormat{Output: output, Factor: &factor, Unit: unit}
	if output == "number" {
		f.Average = yes()
	}
	return f
}

// decimal returns the format of bytes that are counted in thousands.
func decimal(factor float64, unit string) stack.NumberFormat {
	return stack.NumberFormat{Output: "byte", DecimalBytes: yes(), Factor: &factor, Unit: unit}
}

func currency(symbol string) stack.NumberFormat {
	return stack.NumberFormat{Output: "currency", CurrencySymbol: symbol}
}

// formatOf returns the format of a unit; nil for plain numbers, and false for one
// that is not known.
func formatOf(unit string) (*stack.NumberFormat, bool) {
	switch unit {
	case "", "short", "none", "string", "locale", "sishort":
		return nil, true
	}
	if f, ok := formats()[unit]; ok {
		return &f, true
	}
	for _, prefix := range []string{"suffix:", "si:", "count:"} {
		if rest, ok := strings.CutPrefix(unit, prefix); ok && fits(rest) {
			return &stack.NumberFormat{Output: "number", Average: yes(), Unit: rest}, true
		}
	}
	for _, prefix := range []string{"currency:", "prefix:"} {
		if rest, ok := strings.CutPrefix(unit, prefix); ok && fits(rest) {
			f := currency(rest)
			return &f, true
		}
	}
	return nil, false
}

func fits(text string) bool {
	return text != "" && utf8.RuneCountInString(text) <= stack.FormatTextCharsMax
}

// format returns how the numbers of a panel are written. The unit stands at the
// place that is given.
func (n *node) format(key string, decimals *float64) *stack.NumberFormat {
	unit := n.text(key)
	f, known := formatOf(unit)
	if !known {
		n.t.note(Look, n.panel, n.at(key), "Numbers are written without the unit %q. Set it in the number format of the tile.", unit)
	}
	if decimals == nil || *decimals < 0 || *decimals > stack.MantissaMax {
		return f
	}
	if f == nil {
		f = &stack.NumberFormat{Output: "number"}
	}
	digits := int(*decimals)
	f.Mantissa, f.Average = &digits, nil
	return f
}
