package httpx

// Reply is the answer with one object. Its Version becomes the ETag; an
// object without one, 0, is tagged by its content and can't be written
// conditionally. Mark, if any, tells apart what is shown of one version at
// different times; it is a part of the tag, and conditions on writes pass over
// it.
type Reply[T any] struct {
	Value   T
	Version int64
	Mark    string
}

// Page is a part of a list.
type Page[T any] struct {
	Items  []T
	Total  int
	Limit  int
	Offset int
}

// Paging is embedded in the input of an operation that returns a Page.
type Paging struct {
	Limit  int `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"How many items to return at most."`
	Offset int `query:"offset" minimum:"0" default:"0" doc:"How many items to skip."`
}

// PageMeta is what a Page says of itself in the stack's dialect.
type PageMeta struct {
	Total  int `json:"total" doc:"How many items there are in all."`
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
}

// WithMeta is an answer that says something about itself beside its value.
// Only the stack's dialect shows it; that of Prometheus shows what a Warner warns of.
type WithMeta[T, M any] struct {
	Value T
	Meta  M
}

// Raw is an answer without an envelope: Body, or Write for one that is sent
// while it is made.
type Raw struct {
	ContentType string // empty: the first of Operation.Produces
	Body        []byte
	Write       func(*Stream) error
}

// items makes a list that is never null.
func items[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
