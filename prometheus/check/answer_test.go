package check_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/util/annotations"
)

// envelope is an answer of the API.
type envelope struct {
	Status, ErrorType, Error string
	Data                     struct {
		ResultType parser.ValueType
		Result     json.RawMessage
	}
	Warnings, Infos []string
}

// shownSeries is a series of a result; a vector's has one value, a matrix' some.
type shownSeries struct {
	Metric     map[string]string
	Value      *point
	Values     []point
	Histogram  *point
	Histograms []point
}

// point is a time and a value, as a text or as a histogram.
type point struct {
	millis    int64
	value     float64
	text      string
	histogram *shownHistogram
}

// shownHistogram is what the API shows of a native histogram.
type shownHistogram struct {
	Count, Sum number
	Buckets    []shownBucket
}

type shownBucket struct {
	boundaries          int
	lower, upper, count float64
}

type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	f, err := strconv.ParseFloat(text, 64)
	*n = number(f)
	return err
}

func (s *shownBucket) UnmarshalJSON(b []byte) error {
	var lower, upper, count number
	err := json.Unmarshal(b, &[]any{&s.boundaries, &lower, &upper, &count})
	s.lower, s.upper, s.count = float64(lower), float64(upper), float64(count)
	return err
}

func (p *point) UnmarshalJSON(b []byte) error {
	var seconds float64
	var value json.RawMessage
	if err := json.Unmarshal(b, &[]any{&seconds, &value}); err != nil {
		return err
	}
	p.millis = int64(math.Round(seconds * 1000))
	if strings.HasPrefix(string(value), "{") {
		p.histogram = &shownHistogram{}
		return json.Unmarshal(value, p.histogram)
	}
	if err := json.Unmarshal(value, &p.text); err != nil {
		return err
	}
	p.value, _ = strconv.ParseFloat(p.text, 64) // that of a string is not used
	return nil
}

// read decodes an answer. A refusal is an error with its text.
func read(body []byte) (envelope, error) {
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return e, fmt.Errorf("%w: %s", err, body)
	}
	if e.Status != "success" {
		return e, errors.New(strings.TrimPrefix(e.Error, `invalid parameter "query": `))
	}
	return e, nil
}

// histogramAt returns the histogram that a shown one stands for.
type histogramAt func(series labels.Labels, p point) (promql.HPoint, error)

// value returns the result of an answer with its times earlier by some milliseconds.
func (e envelope) value(earlier int64, histograms histogramAt) (parser.Value, error) {
	switch e.Data.ResultType {
	case parser.ValueTypeScalar, parser.ValueTypeString:
		var p point
		if err := json.Unmarshal(e.Data.Result, &p); err != nil {
			return nil, err
		}
		if e.Data.ResultType == parser.ValueTypeString {
			return promql.String{T: p.millis - earlier, V: p.text}, nil
		}
		return promql.Scalar{T: p.millis - earlier, V: p.value}, nil
	case parser.ValueTypeVector, parser.ValueTypeMatrix:
		var all []shownSeries
		if err := json.Unmarshal(e.Data.Result, &all); err != nil {
			return nil, err
		}
		matrix, err := matrixOf(all, earlier, histograms)
		if err != nil || e.Data.ResultType == parser.ValueTypeMatrix {
			return matrix, err
		}
		return vectorOf(matrix), nil
	case parser.ValueTypeNone:
	}
	return nil, fmt.Errorf("a result of type %q", e.Data.ResultType)
}

func matrixOf(all []shownSeries, earlier int64, histograms histogramAt) (promql.Matrix, error) {
	matrix := make(promql.Matrix, 0, len(all))
	for _, from := range all {
		to := promql.Series{Metric: labels.FromMap(from.Metric)}
		if from.Value != nil {
			from.Values = append(from.Values, *from.Value)
		}
		if from.Histogram != nil {
			from.Histograms = append(from.Histograms, *from.Histogram)
		}
		for _, p := range from.Values {
			to.Floats = append(to.Floats, promql.FPoint{T: p.millis - earlier, F: p.value})
		}
		for _, p := range from.Histograms {
			p.millis -= earlier
			h, err := histograms(to.Metric, p)
			if err != nil {
				return nil, err
			}
			to.Histograms = append(to.Histograms, h)
		}
		matrix = append(matrix, to)
	}
	return matrix, nil
}

func vectorOf(matrix promql.Matrix) promql.Vector {
	vector := make(promql.Vector, 0, len(matrix))
	for _, s := range matrix {
		for _, p := range s.Floats {
			vector = append(vector, promql.Sample{Metric: s.Metric, T: p.T, F: p.F})
		}
		for _, p := range s.Histograms {
			vector = append(vector, promql.Sample{Metric: s.Metric, T: p.T, H: p.H})
		}
	}
	return vector
}

// annotations returns the warnings and infos of an answer.
func (e envelope) annotations() annotations.Annotations {
	found := annotations.Annotations{}
	for _, text := range e.Warnings {
		found[text] = shownAnnotation{text, annotations.PromQLWarning}
	}
	for _, text := range e.Infos {
		found[text] = shownAnnotation{text, annotations.PromQLInfo}
	}
	return found
}

// shownAnnotation is an annotation as the API shows it, with its position.
type shownAnnotation struct {
	text string
	kind error
}

func (a shownAnnotation) Error() string { return a.text }
func (a shownAnnotation) Unwrap() error { return a.kind }
