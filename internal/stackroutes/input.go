package stackroutes

import (
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// The types below are exported because the reader of inputs looks into
// embedded types that are.

// One is the path of an operation on one resource.
type One struct {
	ID string `path:"id" pattern:"^[0-9a-f]{24}$" patternDescription:"24 lower-case hexadecimal digits" doc:"The resource."`
}

// Change is the input of a change to one resource.
type Change struct {
	One
	httpx.Conditional
}

func (c *Change) ref() resources.Ref { return resources.Ref{ID: c.ID, Version: c.IfVersion()} }

// Nothing is the input of an operation that takes nothing.
type Nothing struct{}

// BodyOf is the input of an operation that makes a resource of a body that D
// describes.
type BodyOf[D any] struct {
	Body httpx.Verbatim[D]
}

// changeOf is the input of an operation that changes a resource by a body
// that D describes.
type changeOf[D any] struct {
	Change
	Body httpx.Verbatim[D]
}

// pastOf is the input of an operation that returns what was written about an
// alert.
type pastOf struct {
	One
	stackwire.PastPaging
}

// ledgerOf is the input of an operation that lists deliveries of a resource.
type ledgerOf struct {
	One
	stackwire.LedgerPaging
}
