package keyed

import (
	"github.com/cairnstack/cairn/internal/explore"
)

// ScanWidthMax is how many conditions the engine decides in one query.
const ScanWidthMax = 100

// Scan is series whose conditions ask about the same axes.
type Scan struct {
	axes   map[string]Axis
	Axes   []Axis
	Series []Series
	flags  int // Of the axis that has most
}

// Series is a series of a keyed scan.
type Series struct {
	place int // in the scan that it was asked in
	Of    explore.ScannedSeries
	Meets Decision
}

// NewScan returns a scan without series.
func NewScan() *Scan { return &Scan{axes: map[string]Axis{}} }

// Whole returns a scan whose series take all rows.
func Whole(series []explore.ScannedSeries) *Scan {
	k := NewScan()
	for i, s := range series {
		k.Series = append(k.Series, Series{i, s, func([]uint64) bool { return true }})
	}
	return k
}

// IsFull reports whether the scan has as many conditions as it may.
func (k *Scan) IsFull() bool { return k.flags >= ScanWidthMax }

// Add puts a series into the scan, with its place among those that were asked
// for.
func (k *Scan) Add(place int, s explore.ScannedSeries, asked Ask) {
	k.Series = append(k.Series, Series{place, s, asked.decide(k)})
}

func (k *Scan) decisions(items []Ask) []Decision {
	decisions := make([]Decision, len(items))
	for i, item := range items {
		decisions[i] = item.decide(k)
	}
	return decisions
}

// axisOf returns the axis of a name, which begins as fresh.
func axisOf[T Axis](k *Scan, name string, fresh T) T {
	if known, ok := k.axes[name].(T); ok {
		return known
	}
	k.axes[name] = fresh
	k.Axes = append(k.Axes, fresh)
	return fresh
}

// Places returns where the series stand in the scan that they were asked in.
func (k *Scan) Places() []int {
	places := make([]int, len(k.Series))
	for i, s := range k.Series {
		places[i] = s.place
	}
	return places
}
