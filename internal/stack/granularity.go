package stack

import (
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Granularity is the width of time buckets in its short spelling, such as
// 5m. ParseGranularity also reads the long one, "5 minute".
type Granularity string

// Granularities lists the granularities of materialized views, finest first.
func Granularities() []Granularity {
	return []Granularity{"1s", "15s", "30s", "1m", "5m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d"}
}

var granularityForm = regexp.MustCompile(`^([1-9][0-9]{0,3}) ?(s|m|h|d|second|minute|hour|day)$`)

// ParseGranularity returns the granularity that text spells, or an Invalid
// fault unless it is one of Granularities.
func ParseGranularity(text string) (Granularity, error) {
	parts := granularityForm.FindStringSubmatch(text)
	if parts == nil {
		return "", fault.New(fault.Invalid, "must be a granularity such as 15s, 5m, 1h or 1d")
	}
	g := Granularity(parts[1] + parts[2][:1])
	if !slices.Contains(Granularities(), g) {
		return "", fault.New(fault.Invalid, "must be a granularity such as 15s, 5m, 1h or 1d")
	}
	return g, nil
}

// Long returns the long spelling: "5 minute".
func (g Granularity) Long() string {
	count, unit := g.split()
	return strconv.Itoa(count) + " " + map[byte]string{'s': "second", 'm': "minute", 'h': "hour", 'd': "day"}[unit]
}

// Duration returns the width.
func (g Granularity) Duration() time.Duration {
	count, unit := g.split()
	return time.Duration(count) * map[byte]time.Duration{
		's': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour,
	}[unit]
}

func (g Granularity) split() (count int, unit byte) {
	if len(g) < 2 {
		return 0, 0
	}
	count, _ = strconv.Atoi(string(g[:len(g)-1]))
	return count, g[len(g)-1]
}

func (g *Granularity) readTree(_ *decoder, p place, node any) {
	parsed, err := ParseGranularity(text(p, node))
	if err != nil {
		p.breach("enum", "%s", fault.From(err).Message)
	}
	*g = parsed
}
