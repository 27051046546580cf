package demo

import "time"

// incident is something that goes wrong in the shop for a while.
type incident int

const (
	quiet incident = iota
	bankSlow
	cacheLost
	badRelease
)

// An incident begins so long after the start of each period.
const (
	incidentPeriod = 20 * time.Minute
	incidentAfter  = 12 * time.Minute
	incidentTime   = 4 * time.Minute
)

// incidentAt returns what is wrong at a time. It follows from the clock, so
// that the past of a shop that starts now looks like that of any other.
func incidentAt(at time.Time) incident {
	within := time.Duration(at.UnixNano()) % incidentPeriod
	if within < incidentAfter || within >= incidentAfter+incidentTime {
		return quiet
	}
	number := at.UnixNano() / int64(incidentPeriod)
	return bankSlow + incident(number%3)
}

// slower returns how many times slower an operation is.
func (i incident) slower(operation string) float64 {
	switch {
	case i == bankSlow && operation == operationBank:
		return 12
	case i == cacheLost && operation == operationProducts:
		return 9
	case i == badRelease && operation == operationCartWrite:
		return 2
	}
	return 1
}

// failing returns the share of an operation's calls that fail.
func (i incident) failing(operation string) float64 {
	switch {
	case i == bankSlow && operation == operationBank:
		return 0.4
	case i == badRelease && operation == operationCartWrite:
		return 0.25
	case i == cacheLost && operation == operationProducts:
		return 0.03
	}
	return usualFailures
}

// usualFailures is what fails on a good day.
const usualFailures = 0.002
