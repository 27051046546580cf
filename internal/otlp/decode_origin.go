package otlp

import "github.com/cairnstack/cairn/internal/telemetry"

// The messages above records have the same fields for every signal. Field
// numbers stand shifted by three, beside their wire type.
const (
	requestResources = 1<<3 | wireBytes // ResourceLogs, ResourceSpans, ResourceMetrics

	resourceSelf   = 1<<3 | wireBytes
	resourceScopes = 2<<3 | wireBytes // ScopeLogs, ScopeSpans, ScopeMetrics
	resourceSchema = 3<<3 | wireBytes

	scopeSelf    = 1<<3 | wireBytes
	scopeRecords = 2<<3 | wireBytes
	scopeSchema  = 3<<3 | wireBytes

	resourceAttributes = 1<<3 | wireBytes

	scopeName       = 1<<3 | wireBytes
	scopeVersion    = 2<<3 | wireBytes
	scopeAttributes = 3<<3 | wireBytes
	scopeDropped    = 4<<3 | wireVarint

	requestKnown   = 1 << 1
	resourcesKnown = 1<<1 | 1<<2 | 1<<3
	resourceKnown  = 1<<1 | 1<<2 | 1<<3
	scopesKnown    = 1<<1 | 1<<2 | 1<<3
	scopeKnown     = 1<<1 | 1<<2 | 1<<3 | 1<<4

	resourceDropped  = 2<<3 | wireVarint
	resourceEntities = 3<<3 | wireBytes
)

func (d *decoder) request() bool {
	c := read(d.payload)
	for c.next() {
		if c.tag != requestResources {
			c.foreign(requestKnown)
			continue
		}
		if !d.resourceRecords(c.body) {
			return false
		}
	}
	return d.done(&c, "request")
}

// resourceRecords walks twice: a resource may stand after its records.
func (d *decoder) resourceRecords(message []byte) bool {
	origin, ok := d.resourceOrigin(message)
	if !ok {
		return false
	}
	c := read(message)
	for c.next() {
		if c.tag == resourceScopes && !d.scopeRecords(c.body, origin) {
			return false
		}
	}
	return true
}

func (d *decoder) resourceOrigin(message []byte) (telemetry.Origin, bool) {
	var schema []byte
	attributes := d.writer.BeginResource()
	c := read(message)
	for c.next() {
		switch c.tag {
		case resourceSelf:
			if !d.resource(c.body, attributes) {
				return telemetry.Origin{}, false
			}
		case resourceSchema:
			schema = c.body
		case resourceScopes:
		default:
			c.foreign(resourcesKnown)
		}
	}
	return d.writer.EndResource(schema), d.done(&c, "resource's records")
}

func (d *decoder) resource(message []byte, attributes *telemetry.AttributeWriter) bool {
	c := read(message)
	for c.next() {
		switch c.tag {
		case resourceAttributes:
			if !d.attribute(c.body, attributes) {
				return false
			}
		case resourceDropped, resourceEntities:
		default:
			c.foreign(resourceKnown)
		}
	}
	return d.done(&c, "resource")
}

// scopeRecords walks twice: a scope may stand after its records.
func (d *decoder) scopeRecords(message []byte, resource telemetry.Origin) bool {
	origin, ok := d.scopeOrigin(message, resource)
	if !ok {
		return false
	}
	c := read(message)
	for c.next() {
		if c.tag == scopeRecords && !d.records(c.body, origin) {
			return false
		}
	}
	return true
}

func (d *decoder) scopeOrigin(message []byte, resource telemetry.Origin) (uint32, bool) {
	var scope telemetry.Scope
	attributes := d.writer.BeginScope()
	c := read(message)
	for c.next() {
		switch c.tag {
		case scopeRecords:
		case scopeSelf:
			if !d.scope(c.body, attributes, &scope) {
				return 0, false
			}
		case scopeSchema:
			scope.SchemaURL = c.body
		default:
			c.foreign(scopesKnown)
		}
	}
	if !d.done(&c, "scope's records") {
		return 0, false
	}
	return d.writer.EndScope(resource, scope), true
}

func (d *decoder) scope(message []byte, attributes *telemetry.AttributeWriter, into *telemetry.Scope) bool {
	c := read(message)
	for c.next() {
		switch c.tag {
		case scopeName:
			into.Name = c.body
		case scopeVersion:
			into.Version = c.body
		case scopeAttributes:
			if !d.attribute(c.body, attributes) {
				return false
			}
		case scopeDropped:
			into.Dropped = uint32(c.bits)
		default:
			c.foreign(scopeKnown)
		}
	}
	return d.done(&c, "scope")
}
