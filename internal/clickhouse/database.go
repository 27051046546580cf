package clickhouse

import (
	"regexp"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// DatabasePrefix begins the names of the databases of teams.
const DatabasePrefix = "cairn_"

var teamIDPattern = regexp.MustCompile(`^[0-9a-f]{24}$`)

// DatabaseName returns the name of a team's database. An id that is not 24
// lower-case hexadecimal digits is an Invalid fault.
func DatabaseName(teamID string) (string, error) {
	if !teamIDPattern.MatchString(teamID) {
		return "", fault.New(fault.Invalid, "a team id has 24 lower-case hexadecimal digits")
	}
	return DatabasePrefix + teamID, nil
}

// TeamOf returns the team that owns a database, if it is a team's.
func TeamOf(database string) (string, bool) {
	team, found := strings.CutPrefix(database, DatabasePrefix)
	return team, found && teamIDPattern.MatchString(team)
}
