package promwrite

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// nameLabel is the label that holds the name of a metric.
const nameLabel = "__name__"

// sample is a sample in milliseconds; start is zero for none.
type sample struct {
	value       float64
	time, start int64
}

// series is what one message of a request says about a series.
type series struct {
	limits     *telemetry.Limits
	name       []byte
	labels     []telemetry.Label
	refs       []uint32 // 2.0
	samples    []sample
	histograms [][]byte
	exemplars  [][]byte
	created    int64 // milliseconds; zero for none
	about      description
	isClean    bool   // all texts are known to be valid UTF-8
	problem    string // with its references
	excess     int    // samples and histograms beyond the limit
	spilled    int    // exemplars beyond the limit
}

func (s *series) begin(limits *telemetry.Limits) {
	*s = series{
		limits: limits, labels: s.labels[:0], refs: s.refs[:0], samples: s.samples[:0],
		histograms: s.histograms[:0], exemplars: s.exemplars[:0],
	}
}

// addLabel keeps a label; of more than allowed, enough to see that.
func (s *series) addLabel(label telemetry.Label) {
	if len(s.labels) <= s.limits.Attributes+1 {
		s.labels = append(s.labels, label)
	}
}

func (s *series) addSample(one sample) {
	if len(s.samples) >= s.limits.Records {
		s.excess++
		return
	}
	s.samples = append(s.samples, one)
}

func (s *series) addHistogram(message []byte) {
	if len(s.histograms) >= s.limits.Records {
		s.excess++
		return
	}
	s.histograms = append(s.histograms, message)
}

func (s *series) addExemplar(message []byte) {
	if len(s.exemplars) >= s.limits.Exemplars {
		s.spilled++
		return
	}
	s.exemplars = append(s.exemplars, message)
}

// records returns how many rows the series would have.
func (s *series) records() int {
	count := len(s.samples) + len(s.histograms) + s.excess
	if count == 0 && len(s.exemplars) > 0 {
		return 1
	}
	return count
}

// check takes the name out of the labels, sorts them and leaves out empty ones.
// It returns what is wrong with them.
func (s *series) check() string {
	if s.problem != "" {
		return s.problem
	}
	if len(s.labels) > s.limits.Attributes+1 {
		return "too many labels"
	}
	if problem := s.order(); problem != "" {
		return problem
	}
	length := 0
	kept := s.labels[:0]
	for _, label := range s.labels {
		if problem := s.checkLabel(label); problem != "" {
			return problem
		}
		switch {
		case len(label.Value) == 0:
		case string(label.Name) == nameLabel:
			s.name = label.Value
		default:
			kept = append(kept, label)
			length += len(label.Name) + len(label.Value)
		}
	}
	s.labels = kept
	return s.checkWhole(length)
}

// order sorts the labels, which nearly all senders have done, and looks for
// names that come twice.
func (s *series) order() string {
	isSorted := true
	for i := 1; i < len(s.labels) && isSorted; i++ {
		isSorted = bytes.Compare(s.labels[i-1].Name, s.labels[i].Name) < 0
	}
	if isSorted {
		return ""
	}
	slices.SortStableFunc(s.labels, func(x, y telemetry.Label) int { return bytes.Compare(x.Name, y.Name) })
	for i := 1; i < len(s.labels); i++ {
		if bytes.Equal(s.labels[i-1].Name, s.labels[i].Name) {
			return "a label name that comes twice"
		}
	}
	return ""
}

func (s *series) checkLabel(label telemetry.Label) string {
	switch {
	case len(label.Name) == 0:
		return "a label without a name"
	case len(label.Name) > s.limits.KeyBytes:
		return "a label name that is too long"
	case len(label.Value) > s.limits.ValueBytes:
		return "a label value that is too long"
	case !s.isClean && (!utf8.Valid(label.Name) || !utf8.Valid(label.Value)):
		return "a label that is not valid UTF-8"
	}
	return ""
}

func (s *series) checkWhole(length int) string {
	switch {
	case len(s.name) == 0:
		return "no metric name (label __name__)"
	case len(s.name) > s.limits.KeyBytes:
		return "a metric name that is too long"
	case length > s.limits.OriginBytes:
		return "labels that are too long together"
	}
	return ""
}
