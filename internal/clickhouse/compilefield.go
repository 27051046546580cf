package clickhouse

import (
	"strings"

	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// field returns the value of a field by its name: a column; below the
// shortest prefix that is a column, a key of a map or a path of a JSON text;
// or a name of the select list.
func (c *compiler) field(name string, at int) value {
	if column := c.table.column(name); column != nil {
		return c.whole(column)
	}
	for i, r := range name {
		if r != '.' {
			continue
		}
		if column := c.table.column(name[:i]); column != nil && column.hasParts() && i+1 < len(name) {
			return c.below(column, name[i+1:])
		}
	}
	if node, known := c.aliases[name]; known {
		return c.aliased(node)
	}
	return c.refuse(at, "no such field; write a column, or a key of a map as in ResourceAttributes.key")
}

// aliased returns the value of a name of the select list. Such names do not
// refer to each other.
func (c *compiler) aliased(node search.Node) value {
	aliases := c.aliases
	c.aliases = nil
	defer func() { c.aliases = aliases }()
	return c.expression(node)
}

// whole returns the value of a column.
func (c *compiler) whole(column *logicalColumn) value {
	if column.derive != nil {
		return column.derive(c)
	}
	c.use(column.stored)
	c.use(column.reads...)
	v := value{sql: column.sql, kind: column.kind, elem: column.elem, column: column, plain: true}
	if column.name == c.table.attributes {
		v.sql = c.allAttributes(column)
	}
	return v
}

// below returns what lies under a path in a column.
func (c *compiler) below(column *logicalColumn, path string) value {
	c.use(column.stored)
	c.use(column.reads...)
	switch column.kind {
	case mapKind:
		return c.attribute(column, path)
	case listKind:
		return c.listedAttribute(column, path)
	default:
		return c.jsonPart(column, strings.Split(path, "."))
	}
}

// hasParts reports whether something can lie under a path in the column.
func (l *logicalColumn) hasParts() bool {
	return l.kind == mapKind || l.kind == textKind || l.kind == listKind && l.elem == mapKind
}

// attribute returns the text under a key of a map, empty where there is none.
func (c *compiler) attribute(column *logicalColumn, key string) value {
	c.use(column.stored)
	if column.object {
		return value{sql: objectMember(column.stored, c.bindText(jsonKey(key))), kind: textKind, plain: true}
	}
	if hot := c.hotColumn(column, key); hot != nil {
		return c.hotAttribute(column, hot)
	}
	return value{sql: column.sql + "[" + c.bindText(key) + "]", kind: textKind, plain: true}
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
func (c *compiler) listedAttribute(column *logicalColumn, key string) value {
	member := objectMember("x", c.bindText(jsonKey(key)))
	return value{sql: "arrayMap(x -> " + member + ", " + quoteName(column.stored) + ")", kind: listKind, elem: textKind, plain: true}
}

// jsonPart returns what stands at a path of a JSON text, as text.
func (c *compiler) jsonPart(column *logicalColumn, path []string) value {
	args := column.sql
	for _, part := range path {
		args += ", " + c.bindText(part)
	}
	return value{
		sql:  "if(JSONType(" + args + ") = 'String', JSONExtractString(" + args + "), JSONExtractRaw(" + args + "))",
		kind: textKind, plain: true,
	}
}
