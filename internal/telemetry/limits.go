package telemetry

import "time"

// Limits bound what one request may hold. Where a value is longer or deeper
// than allowed it is cut and counted; where a record can't be stored it is
// rejected and counted. A zero field takes its default, except Past and
// Future, where zero means any time that can be stored.
type Limits struct {
	// Records is how many records of one request are stored; the rest is
	// rejected.
	Records int
	// RecordBytes is the size of one encoded record; a larger one is rejected.
	RecordBytes int
	// DecodedBytes is the memory that the rows of one request may take; what
	// comes after it is rejected.
	DecodedBytes int
	// Attributes is how many attributes a record, a resource, a scope, an
	// event, a link or an exemplar keeps.
	Attributes int
	// KeyBytes is the length of an attribute's key, and of every other name.
	KeyBytes int
	// ValueBytes is the length of an attribute's value as text.
	ValueBytes int
	// BodyBytes is the length of a log record's body.
	BodyBytes int
	// OriginBytes is the length of all attributes of one resource or scope.
	OriginBytes int
	// Depth is how deep values may nest; what lies deeper is left out.
	Depth int
	// Events, Links and Exemplars are how many of them a record keeps.
	Events    int
	Links     int
	Exemplars int
	// Buckets is how many buckets or quantiles a metric point may have; a
	// point with more is rejected, because a part of it would be wrong.
	Buckets int
	// Past and Future say how far a record's time may be from the time of
	// its receipt; a record outside is rejected.
	Past   time.Duration
	Future time.Duration
	// JSONWeight bounds what a JSON request may hold before it is parsed: four
	// for each object and one for each list and each comma.
	JSONWeight int
}

// The limits unless the operator says otherwise.
const (
	RecordsMax      = 100_000
	RecordBytesMax  = 4 << 20
	DecodedBytesMax = 40 << 20
	AttributesMax   = 256
	KeyBytesMax     = 512
	ValueBytesMax   = 64 << 10
	BodyBytesMax    = 1 << 20
	OriginBytesMax  = 64 << 10
	DepthMax        = 32
	EventsMax       = 512
	LinksMax        = 512
	ExemplarsMax    = 64
	BucketsMax      = 4096
	PastMax         = (RetentionDaysDefault + 1) * 24 * time.Hour
	FutureMax       = 24 * time.Hour
	JSONWeightMax   = 2_000_000
)

// RetentionDaysDefault is how long records are kept unless their team says
// otherwise, RetentionDaysMax the longest that it can say.
const (
	RetentionDaysDefault = 30
	RetentionDaysMax     = 3650
)

// DefaultLimits returns the limits unless the operator says otherwise.
func DefaultLimits() Limits {
	return Limits{
		Records: RecordsMax, RecordBytes: RecordBytesMax, DecodedBytes: DecodedBytesMax,
		Attributes: AttributesMax, KeyBytes: KeyBytesMax, ValueBytes: ValueBytesMax,
		BodyBytes: BodyBytesMax, OriginBytes: OriginBytesMax, Depth: DepthMax,
		Events: EventsMax, Links: LinksMax, Exemplars: ExemplarsMax, Buckets: BucketsMax,
		Past: PastMax, Future: FutureMax, JSONWeight: JSONWeightMax,
	}
}

// Complete returns the limits with every field without a value replaced.
func (l Limits) Complete() Limits {
	fallback := DefaultLimits()
	for _, field := range []struct{ value, fallback *int }{
		{&l.Records, &fallback.Records}, {&l.RecordBytes, &fallback.RecordBytes},
		{&l.DecodedBytes, &fallback.DecodedBytes}, {&l.Attributes, &fallback.Attributes},
		{&l.KeyBytes, &fallback.KeyBytes}, {&l.ValueBytes, &fallback.ValueBytes},
		{&l.BodyBytes, &fallback.BodyBytes}, {&l.OriginBytes, &fallback.OriginBytes},
		{&l.Depth, &fallback.Depth}, {&l.Events, &fallback.Events}, {&l.Links, &fallback.Links},
		{&l.Exemplars, &fallback.Exemplars}, {&l.Buckets, &fallback.Buckets},
		{&l.JSONWeight, &fallback.JSONWeight},
	} {
		if *field.value <= 0 {
			*field.value = *field.fallback
		}
	}
	return l
}
