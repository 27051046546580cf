package otlp

import (
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The messages above records have the same fields for every signal. Field
// numbers stand shifted by three, beside their wire type.
const (
	requestResources = 1<<3 | wire.Bytes // ResourceLogs, ResourceSpans, ResourceMetrics

	resourceSelf   = 1<<3 | wire.Bytes
	resourceScopes = 2<<3 | wire.Bytes // ScopeLogs, ScopeSpans, ScopeMetrics
	resourceSchema = 3<<3 | wire.Bytes

	scopeSelf    = 1<<3 | wire.Bytes
	scopeRecords = 2<<3 | wire.Bytes
	scopeSchema  = 3<<3 | wire.Bytes

	resourceAttributes = 1<<3 | wire.Bytes

	scopeName       = 1<<3 | wire.Bytes
	scopeVersion    = 2<<3 | wire.Bytes
	scopeAttributes = 3<<3 | wire.Bytes
	scopeDropped    = 4<<3 | wire.Varint

	requestKnown   = 1 << 1
	resourcesKnown = 1<<1 | 1<<2 | 1<<3
	resourceKnown  = 1<<1 | 1<<2 | 1<<3
	scopesKnown    = 1<<1 | 1<<2 | 1<<3
	scopeKnown     = 1<<1 | 1<<2 | 1<<3 | 1<<4

	resourceDropped  = 2<<3 | wire.Varint
	resourceEntities = 3<<3 | wire.Bytes
)

func (d *decoder) request() bool {
	c := wire.Read(d.payload)
	for c.Next() {
		if c.Tag != requestResources {
			c.Foreign(requestKnown)
			continue
		}
		if !d.resourceRecords(c.Body) {
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
	c := wire.Read(message)
	for c.Next() {
		if c.Tag == resourceScopes && !d.scopeRecords(c.Body, origin) {
			return false
		}
	}
	return true
}

func (d *decoder) resourceOrigin(message []byte) (telemetry.Origin, bool) {
	var schema []byte
	attributes := d.writer.BeginResource()
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case resourceSelf:
			if !d.resource(c.Body, attributes) {
				return telemetry.Origin{}, false
			}
		case resourceSchema:
			schema = c.Body
		case resourceScopes:
		default:
			c.Foreign(resourcesKnown)
		}
	}
	return d.writer.EndResource(schema), d.done(&c, "resource's records")
}

func (d *decoder) resource(message []byte, attributes *telemetry.AttributeWriter) bool {
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case resourceAttributes:
			if !d.attribute(c.Body, attributes) {
				return false
			}
		case resourceDropped, resourceEntities:
		default:
			c.Foreign(resourceKnown)
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
	c := wire.Read(message)
	for c.Next() {
		if c.Tag == scopeRecords && !d.records(c.Body, origin) {
			return false
		}
	}
	return true
}

func (d *decoder) scopeOrigin(message []byte, resource telemetry.Origin) (uint32, bool) {
	var scope telemetry.Scope
	attributes := d.writer.BeginScope()
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case scopeRecords:
		case scopeSelf:
			if !d.scope(c.Body, attributes, &scope) {
				return 0, false
			}
		case scopeSchema:
			scope.SchemaURL = c.Body
		default:
			c.Foreign(scopesKnown)
		}
	}
	if !d.done(&c, "scope's records") {
		return 0, false
	}
	return d.writer.EndScope(resource, scope), true
}

func (d *decoder) scope(message []byte, attributes *telemetry.AttributeWriter, into *telemetry.Scope) bool {
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case scopeName:
			into.Name = c.Body
		case scopeVersion:
			into.Version = c.Body
		case scopeAttributes:
			if !d.attribute(c.Body, attributes) {
				return false
			}
		case scopeDropped:
			into.Dropped = uint32(c.Bits)
		default:
			c.Foreign(scopeKnown)
		}
	}
	return d.done(&c, "scope")
}
