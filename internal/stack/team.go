package stack

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
)

// TeamNameCharsMax bounds the name of a team.
const TeamNameCharsMax = 100

// Team owns telemetry and everything that is made of it: one database of the
// engine, sources, dashboards, alerts, webhooks, ingestion keys.
type Team struct {
	ID        string
	Name      string
	CreatedAt time.Time
	Version   int64
}

// CheckTeamName returns an Invalid fault unless name is 1 to
// TeamNameCharsMax characters and not blank.
func CheckTeamName(name string) error {
	var rules fault.Rules
	rules.Check(strings.TrimSpace(name) != "", "name", "required", "must not be blank")
	rules.Check(utf8.RuneCountInString(name) <= TeamNameCharsMax, "name", "max_length",
		"must be at most %d characters", TeamNameCharsMax)
	return rules.Err()
}
