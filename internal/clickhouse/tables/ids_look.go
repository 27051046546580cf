package tables

import (
	"fmt"
	"time"
)

// idsBuild names a run over a day.
type idsBuild struct {
	day    uint32 // as the number YYYYMMDD
	number uint64
}

// start returns when the day begins.
func (b idsBuild) start() time.Time {
	return time.Date(int(b.day/10_000), time.Month(b.day/100%100), int(b.day%100), 0, 0, 0, 0, time.UTC)
}

// idsRow is what there is of a day's records, or of a build.
type idsRow struct {
	count      uint64 // rows
	block      int64  // the last one that was inserted
	ageSeconds int64  // since anything was written
}

// idsMark says that a build knows all ids under a name.
type idsMark struct {
	build idsBuild
	name  uint16 // counted from 1
	state string
}

// idsBucket says that a build has an id in a bucket.
type idsBucket struct {
	build  idsBuild
	number uint16
}

// idsLook is what the engine had of a table's records and ids at one moment.
type idsLook struct {
	names   []string
	records map[uint32]idsRow // by day
	builds  map[idsBuild]idsRow
	marks   []idsMark
	found   []idsBucket
}

func newIDsLook(names []string) *idsLook {
	return &idsLook{names: names, records: map[uint32]idsRow{}, builds: map[idsBuild]idsRow{}}
}

// addState takes what there is of a partition, of the index or of the records.
func (l *idsLook) addState(isBuild bool, partition string, row idsRow, source uint64) {
	if !isBuild {
		var build idsBuild
		if _, err := fmt.Sscanf(partition, "%d", &build.day); err == nil {
			l.records[build.day] = row
		}
		return
	}
	if build, ok := parseBuild(partition, source); ok {
		l.builds[build] = row
	}
}

// parseBuild returns the build of a partition, if it is of the source.
func parseBuild(partition string, source uint64) (build idsBuild, ok bool) {
	var of uint64
	_, err := fmt.Sscanf(partition, "%d-%d-%d", &of, &build.day, &build.number)
	return build, err == nil && of == source
}

// recordCount returns how many records there are.
func (l *idsLook) recordCount() uint64 {
	count := uint64(0)
	for _, day := range l.records {
		count += day.count
	}
	return count
}

// add takes a row of a build. What has no state is an id.
func (l *idsLook) add(build idsBuild, name, bucket uint16, state string) {
	if state == "" {
		l.found = append(l.found, idsBucket{build, bucket})
		return
	}
	l.marks = append(l.marks, idsMark{build, name, state})
}

// idsState prints what a build was made of and what it has. An insert gives its
// day a new last block, and no merge, mutation or removal of rows does; what is
// lost of a build leaves it with fewer rows.
func idsState(records idsRow, built uint64) string {
	return fmt.Sprintf("%d %d %d", records.count, records.block, built)
}

// fits reports whether a mark's build is of the records that there are, and
// whole.
func (l *idsLook) fits(mark idsMark) bool {
	return mark.state == idsState(l.records[mark.build.day], l.builds[mark.build].count)
}

// current returns the last build of each day that knows the ids under the first
// so many names.
func (l *idsLook) current(names int) map[uint32]uint64 {
	known := map[idsBuild]map[uint16]bool{}
	for _, mark := range l.marks {
		if !l.fits(mark) || int(mark.name) > names {
			continue
		}
		if known[mark.build] == nil {
			known[mark.build] = map[uint16]bool{}
		}
		known[mark.build][mark.name] = true
	}
	last := map[uint32]uint64{}
	for build, of := range known {
		if len(of) == names {
			last[build.day] = max(last[build.day], build.number)
		}
	}
	return last
}

// seconds returns the buckets of current builds that have the ids.
func (l *idsLook) seconds(current map[uint32]uint64) (found []int64) {
	for _, bucket := range l.found {
		if current[bucket.build.day] == bucket.build.number {
			found = append(found, bucket.build.start().Unix()+int64(bucket.number)*idBucketSeconds)
		}
	}
	return found
}

// due returns the last day that is over, has had no new records for some time,
// and has no index of all names.
func (l *idsLook) due(now time.Time, quiet time.Duration) (day idsBuild, found bool) {
	current := l.current(len(l.names))
	for number, records := range l.records {
		candidate := idsBuild{day: number}
		isOver := !candidate.start().AddDate(0, 0, 1).Add(quiet).After(now)
		if current[number] == 0 && records.count > 0 && isOver && records.isOlder(quiet) && number > day.day {
			day, found = candidate, true
		}
	}
	return day, found
}

// isOlder reports whether nothing was written for so long.
func (r idsRow) isOlder(age time.Duration) bool {
	return time.Duration(r.ageSeconds+1)*time.Second > age
}

// useless returns the builds that another one has taken the place of, that do
// not fit their records, or that came to no end. One under way is younger.
func (l *idsLook) useless(quiet time.Duration) []idsBuild {
	complete, some := l.current(len(l.names)), l.current(1)
	var found []idsBuild
	for build, row := range l.builds {
		kept := complete[build.day]
		if kept == 0 {
			kept = some[build.day]
		}
		if build.number != kept && row.isOlder(quiet) {
			found = append(found, build)
		}
	}
	return found
}
