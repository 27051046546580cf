package telemetry

// BeginResource starts the attributes of a resource; EndResource follows.
func (w *Writer) BeginResource() *AttributeWriter { return w.beginSet() }

// EndResource returns the origin of a resource's records that have no scope
// yet.
func (w *Writer) EndResource(schemaURL []byte) Origin {
	var origin Origin
	origin.Service = w.name(w.service(&w.recordSet))
	origin.Resource = w.object(&w.recordSet)
	origin.ResourceSchema = w.name(schemaURL)
	return origin
}

// Scope is what a scope has beside its attributes.
type Scope struct {
	Name, Version, SchemaURL []byte
	Dropped                  uint32
}

// BeginScope starts the attributes of a scope; EndScope follows.
func (w *Writer) BeginScope() *AttributeWriter { return w.beginSet() }

// EndScope returns the number of the origin that the scope's records have.
func (w *Writer) EndScope(origin Origin, scope Scope) uint32 {
	origin.ScopeName = w.name(scope.Name)
	origin.ScopeVersion = w.name(scope.Version)
	origin.ScopeSchema = w.name(scope.SchemaURL)
	origin.ScopeDropped = scope.Dropped
	origin.Scope = w.object(&w.recordSet)
	return w.rows.OriginNumber(origin)
}

func (w *Writer) beginSet() *AttributeWriter {
	w.recordSet.drop(0)
	return w.record.begin(&w.recordSet)
}

// object returns the number of a list of attributes as JSON.
func (w *Writer) object(set *Attributes) uint32 {
	w.text = w.appendObject(w.text[:0], set, w.limits.OriginBytes, CutOrigin)
	return w.rows.Texts.Number(w.text)
}
