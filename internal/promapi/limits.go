package promapi

import "time"

// Limits of a request.
const (
	// FormBytesMax is the size of the largest form.
	FormBytesMax = 1 << 20
	// ExprCharsMax is the length of the longest expression.
	ExprCharsMax = 65536
	// NestingMax is how deep the tree of an expression may be that is formatted or
	// shown: what is written grows with the depth of each line.
	NestingMax = 200
	// PointsMax is how many steps a range may have beyond its first.
	PointsMax = 11_000
	// QueryTimeMax is how long a question may take. The server cuts connections
	// off some seconds later.
	QueryTimeMax = 55 * time.Second
	// notesMax is how many warnings, and how many hints, one response has.
	notesMax = 10
	// expandedMax is how many alerts of a response are shown with their groups.
	expandedMax = 200
)

const (
	mediaJSON = "application/json"
	mediaText = "text/plain; charset=utf-8"
)
