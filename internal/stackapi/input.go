package stackapi

import (
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
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

// none is the input of an operation that takes nothing.
type none struct{}

// bodyOf is the input of an operation that makes a resource of a body that D
// describes.
type bodyOf[D any] struct {
	Body httpx.Verbatim[D]
}

// changeOf is the input of an operation that changes a resource by a body
// that D describes.
type changeOf[D any] struct {
	Change
	Body httpx.Verbatim[D]
}
