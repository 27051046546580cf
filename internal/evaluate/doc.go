// Package evaluate decides what becomes of an alert: which windows of time it
// looks at, whether a value breaches its threshold, and how its groups go from
// one state to the next. It is pure: live evaluation, catching up after a stop
// and back-tests are the same calls.
package evaluate
