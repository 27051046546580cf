package tables

import (
	"maps"
	"slices"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// idsLooks is what all servers that keep rows of a table had of it.
type idsLooks []*idsLook

// recordCount returns how many records there are.
func (s idsLooks) recordCount() uint64 {
	count := uint64(0)
	for _, look := range s {
		count += look.recordCount()
	}
	return count
}

// isIndexed reports whether anything is indexed.
func (s idsLooks) isIndexed() bool {
	return slices.ContainsFunc(s, func(look *idsLook) bool { return len(look.builds) > 0 })
}

// places returns where the ids can be, or nothing when these are too many places.
// A day is indexed when each server that has records of it has their index.
func (s idsLooks) places() IDPlaces {
	var places IDPlaces
	rows, lacking, indexed := 0, map[uint32]bool{}, map[uint32]bool{}
	for _, look := range s {
		current := look.current(len(look.names))
		for day, records := range look.records {
			if current[day] == 0 && records.count > 0 {
				lacking[day] = true
			}
		}
		maps.Copy(indexed, daysOf(current))
		places.Seconds = append(places.Seconds, look.seconds(current)...)
		rows = max(rows, len(look.marks)+len(look.found))
	}
	for _, day := range slices.Sorted(maps.Keys(indexed)) {
		if !lacking[day] {
			places.Days = append(places.Days, telemetry.DayOf(idsBuild{day: day}.start().UnixNano()))
		}
	}
	slices.Sort(places.Seconds)
	places.Seconds = slices.Compact(places.Seconds)
	if len(places.Seconds) > idsFoundMax || rows >= idsRowsMax {
		return IDPlaces{}
	}
	return places
}

func daysOf(builds map[uint32]uint64) map[uint32]bool {
	days := map[uint32]bool{}
	for day := range builds {
		days[day] = true
	}
	return days
}
