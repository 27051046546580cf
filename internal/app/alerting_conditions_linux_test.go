package app

import "fmt"

// mixedCondition returns the conditions of a dashboard's tiles: half of them
// are about a service and a severity, most others about a service and a number
// in the attributes, and one in ten is about a text. Each source has services
// and texts of its own.
func mixedCondition(source, n int) string {
	service := source*benchServices + n%benchServices
	switch {
	case n < benchTiles/2:
		return fmt.Sprintf(`ServiceName:"service-%d" AND SeverityText:%s`, service, []string{"error", "warn", "info"}[n%3])
	case n < benchTiles-benchTiles/10:
		return fmt.Sprintf(`LogAttributes.http.status_code:>%d AND ServiceName:"service-%d"`, 200+n, service)
	default:
		return textCondition(source, n)
	}
}

// textCondition returns a condition about a service and a text, which is
// another one for each of 200 tiles of each source.
func textCondition(source, n int) string {
	what := []string{
		"connection", "payment", "order", "session", "request", "upload", "lookup", "handshake", "query", "transaction",
		"worker", "queue", "cache", "token", "certificate", "socket", "stream", "backup", "import", "index",
	}
	happened := []string{"refused", "failed", "expired", "rejected", "lost", "aborted", "stalled", "overflow", "missing", "corrupt"}
	return fmt.Sprintf(`"%s %s in area%d" AND ServiceName:"service-%d"`,
		what[n%len(what)], happened[n/len(what)%len(happened)], source, source*benchServices+n%benchServices)
}
