package telemetry

import (
	"fmt"
	"strings"
)

// Reason says why a record was rejected, or what of it was cut.
type Reason uint8

// The reasons for rejecting a record.
const (
	RejectedRecords  Reason = iota // more records in the request than allowed
	RejectedBytes                  // the record is larger than allowed
	RejectedMemory                 // the request decodes to more than allowed
	RejectedTime                   // a time that can't be stored
	RejectedPast                   // older than allowed
	RejectedFuture                 // later than allowed
	RejectedID                     // a span without valid ids
	RejectedValue                  // a metric point without a value
	RejectedBuckets                // more buckets than allowed, or buckets that contradict each other
	RejectedLabels                 // a series whose labels are not valid, or longer than allowed
	RejectedSeries                 // a new series of a team that has as many as it may
	rejectionReasons               // how many reasons there are for a rejection
)

// The reasons for cutting a record.
const (
	CutAttributes = rejectionReasons + iota // attributes beyond the limit left out
	CutKey                                  // a key or name shortened
	CutValue                                // a value shortened
	CutBody                                 // a body shortened
	CutOrigin                               // attributes of a resource or scope left out
	CutDepth                                // a value nested too deep left out
	CutDuplicate                            // a repeated attribute key left out
	CutText                                 // bytes that are no UTF-8 replaced
	CutID                                   // an id of a wrong length left out
	CutEvents                               // events beyond the limit left out
	CutLinks                                // links beyond the limit left out
	CutExemplars                            // exemplars beyond the limit left out
	CutMetadata                             // metadata without a valid metric name left out
	reasons                                 // how many reasons there are
)

// String returns the reason in words for the sender.
func (r Reason) String() string {
	return [reasons]string{
		"too many records in one request", "record too large", "request too large when decoded",
		"time out of range", "record too old", "record too far in the future",
		"span without valid ids", "metric point without a value", "metric point with invalid buckets",
		"series with invalid labels", "new series beyond the limit of the team",
		"attributes left out", "key shortened", "value shortened", "body shortened",
		"resource or scope attributes left out", "deeply nested value left out",
		"repeated attribute key left out", "invalid UTF-8 replaced", "invalid id left out",
		"events left out", "links left out", "exemplars left out", "metadata left out",
	}[r]
}

// Outcome is what became of a request's records. Accepted and rejected ones
// together are all that it held.
type Outcome struct {
	Accepted  int
	Rejected  int
	Truncated int // values that were shortened, replaced or left out
	Written   Written
	Places    string // where the first rejected records are, in words
	counts    [reasons]int

	seriesMax int // the limit for which new series were rejected
}

// Written counts what Prometheus senders ask for: accepted samples, native
// histograms and exemplars.
type Written struct{ Samples, Histograms, Exemplars int }

// Reject counts a record that is not stored.
func (o *Outcome) Reject(reason Reason) { o.RejectMany(reason, 1) }

// RejectMany counts records that are not stored for one reason.
func (o *Outcome) RejectMany(reason Reason, count int) {
	o.Rejected += count
	o.counts[reason] += count
}

// RejectSeries counts points as rejected that had been accepted, because their
// series are new and the team has seriesMax active ones.
func (o *Outcome) RejectSeries(d Dropped, seriesMax int) {
	o.Accepted -= d.Points
	o.RejectMany(RejectedSeries, d.Points)
	o.seriesMax = seriesMax
	o.Written.Samples = max(o.Written.Samples-d.Written.Samples, 0)
	o.Written.Histograms = max(o.Written.Histograms-d.Written.Histograms, 0)
	o.Written.Exemplars = max(o.Written.Exemplars-d.Written.Exemplars, 0)
	for _, metric := range d.Metrics {
		if o.Places != "" {
			o.Places += "; "
		}
		o.Places += fmt.Sprintf("a new series of %.*q", placeBytesMax, metric)
	}
}

// placeBytesMax is how much of a name is said to the sender.
const placeBytesMax = 100

// Cut counts a value that is not stored whole.
func (o *Outcome) Cut(reason Reason) {
	o.Truncated++
	o.counts[reason]++
}

// Count returns how often a reason applied.
func (o *Outcome) Count(reason Reason) int { return o.counts[reason] }

// Add counts another outcome in.
func (o *Outcome) Add(other Outcome) {
	o.Accepted += other.Accepted
	o.Rejected += other.Rejected
	o.Truncated += other.Truncated
	o.Written.Samples += other.Written.Samples
	o.Written.Histograms += other.Written.Histograms
	o.Written.Exemplars += other.Written.Exemplars
	for i, n := range other.counts {
		o.counts[i] += n
	}
	o.seriesMax = max(o.seriesMax, other.seriesMax)
}

// Reasons returns the reasons that applied, with their counts.
func (o *Outcome) Reasons() map[Reason]int {
	found := map[Reason]int{}
	for i, n := range o.counts {
		if n > 0 {
			found[Reason(i)] = n
		}
	}
	return found
}

// Message returns one line for the sender, such as the error message of a
// partial success; it is empty when everything was stored as it came.
func (o *Outcome) Message() string {
	var parts []string
	for i, n := range o.counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", o.words(Reason(i)), n))
		}
	}
	return strings.Join(parts, "; ")
}

// words returns a reason for the sender, with the limit that was hit.
func (o *Outcome) words(reason Reason) string {
	if reason == RejectedSeries && o.seriesMax > 0 {
		return fmt.Sprintf("%s, which is %d active series", reason, o.seriesMax)
	}
	return reason.String()
}
