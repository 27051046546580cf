package compile

import (
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// field returns the value of a field by its name, or its pattern where the
// name asks for that.
func (c *Compiler) field(name string, at int) Value {
	if message, ok := patternField(name); ok {
		return c.messagePattern(c.namedField(message, at))
	}
	return c.namedField(name, at)
}

// namedField returns the value of a field by its name: a column; below the
// shortest prefix that is a column, a key of a map or a path of a JSON text; a
// name of the select list; or a key, in whatever map it is.
func (c *Compiler) namedField(name string, at int) Value {
	if column := c.columnNamed(name); column != nil {
		return c.whole(column)
	}
	if column, path := c.prefixed(name); column != nil {
		return c.below(column, path)
	}
	if node, known := c.Aliases[name]; known {
		return c.aliased(node)
	}
	if c.isBare(name) {
		return c.bare(name)
	}
	return c.Refuse(at, "no such field; write a column, or a key of a map as in ResourceAttributes.key")
}

// aliased returns the value of a name of the select list. Such names do not
// refer to each other.
func (c *Compiler) aliased(node ql.Node) Value {
	aliases := c.Aliases
	c.Aliases = nil
	defer func() { c.Aliases = aliases }()
	return c.Expression(node)
}

// whole returns the value of a column.
func (c *Compiler) whole(column *LogicalColumn) Value {
	if column.Derive != nil {
		return column.Derive(c)
	}
	c.Use(column.Stored)
	c.Use(column.Reads...)
	v := Value{SQL: column.SQL, Kind: column.Kind, Elem: column.elem, Column: column, Plain: true}
	if column.Name == c.Table.Attributes {
		v.SQL = c.allAttributes(column)
	}
	return v
}

// below returns what lies under a path in a column.
func (c *Compiler) below(column *LogicalColumn, path string) Value {
	if column.Kind == MapKind {
		return c.attribute(column, path)
	}
	c.Use(column.Stored)
	c.Use(column.Reads...)
	switch column.Kind {
	case ListKind:
		return c.listedAttribute(column, path)
	case UnknownKind, TextKind, NumberKind, boolKind, TimeKind, MapKind:
	}
	return c.jsonPart(column, strings.Split(path, "."))
}

// hasParts reports whether something can lie under a path in the column.
func (l *LogicalColumn) hasParts() bool {
	return l.Kind == MapKind || l.Kind == TextKind || l.Kind == ListKind && l.elem == MapKind
}

// attribute returns the text under a key of a map, empty where there is none.
func (c *Compiler) attribute(column *LogicalColumn, key string) Value {
	if hot := c.hotColumn(column, key); hot != nil {
		return c.hotAttribute(column, hot)
	}
	c.Use(column.Stored)
	c.Use(column.Reads...)
	if column.Object {
		return Value{SQL: objectMember(column.Stored, c.BindText(jsonKey(key))), Kind: TextKind, Plain: true}
	}
	if c.OnKey != nil && column.Name == c.Table.Attributes {
		c.OnKey(key)
	}
	return Value{SQL: column.SQL + "[" + c.mapKey(key) + "]", Kind: TextKind, Plain: true}
}

// mapKey returns the key of a map. For a constant one the engine reads a column of that
// key alone, and of the empty one, through a subquery or from another server, nothing.
func (c *Compiler) mapKey(key string) string {
	if key == "" {
		return "materialize('')"
	}
	return c.BindText(key)
}

// objectMember returns the text of a member of a flat JSON object. The
// function takes the key as it is written in JSON.
func objectMember(json, key string) string {
	return "simpleJSONExtractString(" + json + ", " + key + ")"
}

// jsonKey returns the key as it stands between quotes in canonical JSON.
func jsonKey(key string) string {
	quoted := telemetry.AppendJSONText(nil, []byte(key))
	return string(quoted[1 : len(quoted)-1])
}

// listedAttribute returns the texts under a key of a list of maps.
func (c *Compiler) listedAttribute(column *LogicalColumn, key string) Value {
	member := objectMember("x", c.BindText(jsonKey(key)))
	return Value{SQL: "arrayMap(x -> " + member + ", " + clickhouse.QuoteName(column.Stored) + ")", Kind: ListKind, Elem: TextKind, Plain: true}
}

// jsonPart returns what stands at a path of a JSON text, as text.
func (c *Compiler) jsonPart(column *LogicalColumn, path []string) Value {
	args := column.SQL
	for _, part := range path {
		args += ", " + c.BindText(part)
	}
	return Value{
		SQL:  "if(JSONType(" + args + ") = 'String', JSONExtractString(" + args + "), JSONExtractRaw(" + args + "))",
		Kind: TextKind, Plain: true,
	}
}
