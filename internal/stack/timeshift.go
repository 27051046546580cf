package stack

import (
	"regexp"
	"strconv"
	"time"
)

// TimeShiftMax bounds how much earlier than its dashboard a tile can show.
const TimeShiftMax = 366 * 24 * time.Hour

var timeShiftForm = regexp.MustCompile(`^([1-9][0-9]{0,5})([smhdw])$`)

// Shifted is what all tiles have that show a time. Clients that draw a dashboard
// ask for the times that lie so much earlier; a question about a tile, and an alert
// on it, are about the times that they name.
type Shifted struct {
	TimeShift string `json:"timeShift,omitempty" doc:"How much earlier than its dashboard the tile shows, such as 1h, 1d or 1w; at most 366 days. Questions about a tile take their times as they are, and alerts watch the present."`
}

func (s Shifted) checkShift(p place) {
	p.at("timeShift").check(s.TimeShift == "" || isTimeShift(s.TimeShift), "format",
		"must be a duration such as 1h, 1d or 1w, of at most 366 days")
}

func isTimeShift(text string) bool {
	parts := timeShiftForm.FindStringSubmatch(text)
	if parts == nil {
		return false
	}
	const day = 24 * time.Hour
	unit := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": day, "w": 7 * day}[parts[2]]
	count, err := strconv.Atoi(parts[1])
	return err == nil && count <= int(TimeShiftMax/unit)
}
