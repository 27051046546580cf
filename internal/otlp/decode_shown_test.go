package otlp_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// origin is where a record comes from, in plain texts.
type origin struct {
	Service, ResourceSchema, ScopeName, ScopeVersion, ScopeSchema string
	Resource, Scope                                               map[string]string
	ScopeDropped                                                  uint32
}

func shownOrigin(t *testing.T, rows *telemetry.Rows, number uint32) origin {
	t.Helper()
	o := rows.Origins()[number]
	text := func(number uint32) string { return string(rows.Texts.Text(number)) }
	return origin{
		Service: text(o.Service), ResourceSchema: text(o.ResourceSchema), ScopeName: text(o.ScopeName),
		ScopeVersion: text(o.ScopeVersion), ScopeSchema: text(o.ScopeSchema), ScopeDropped: o.ScopeDropped,
		Resource: object(t, rows.Texts.Text(o.Resource)), Scope: object(t, rows.Texts.Text(o.Scope)),
	}
}

func wantOrigin(resource pcommon.Resource, resourceSchema string, scope pcommon.InstrumentationScope, scopeSchema string) origin {
	return origin{
		Service: serviceOf(resource), ResourceSchema: resourceSchema, ScopeName: scope.Name(), ScopeVersion: scope.Version(),
		ScopeSchema: scopeSchema, ScopeDropped: scope.DroppedAttributesCount(),
		Resource: texts(resource.Attributes()), Scope: texts(scope.Attributes()),
	}
}

// serviceOf is the rule for service names, told once more.
func serviceOf(resource pcommon.Resource) string {
	for _, key := range []string{
		"service.name", "k8s.deployment.name", "k8s.statefulset.name", "k8s.daemonset.name",
		"k8s.cronjob.name", "k8s.job.name", "k8s.container.name", "container.name",
	} {
		if v, ok := resource.Attributes().Get(key); ok && v.Type() == pcommon.ValueTypeStr && v.Str() != "" {
			return v.Str()
		}
	}
	if v, ok := resource.Attributes().Get("process.executable.name"); ok && v.Type() == pcommon.ValueTypeStr && v.Str() != "" {
		return "unknown_service:" + v.Str()
	}
	return "unknown_service"
}

// object returns a flat JSON object.
func object(t *testing.T, text []byte) map[string]string {
	t.Helper()
	members := map[string]string{}
	if len(text) == 0 {
		return members
	}
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatalf("attributes are no JSON object of texts: %v: %s", err, text)
	}
	return members
}

func objects(t *testing.T, texts *telemetry.Texts, from, to uint32) []map[string]string {
	t.Helper()
	var found []map[string]string
	for i := from; i < to; i++ {
		found = append(found, object(t, texts.Row(int(i))))
	}
	return found
}

// attributes returns a row's attributes as texts.
func attributes(t *testing.T, rows *telemetry.Rows, list *telemetry.Attributes, row int) map[string]string {
	t.Helper()
	found := map[string]string{}
	from, to := list.Range(row)
	for i := from; i < to; i++ {
		key := string(rows.Keys.Text(list.Key[i]))
		if _, twice := found[key]; twice {
			t.Errorf("row %d has the key %q twice", row, key)
		}
		found[key] = string(list.AppendText(nil, i))
	}
	return found
}

// texts returns attributes of pdata as the texts that are stored.
func texts(m pcommon.Map) map[string]string {
	found := map[string]string{}
	for key, value := range m.All() {
		found[key] = textOf(value)
	}
	return found
}

// textOf returns a value of pdata as the text that is stored.
func textOf(value pcommon.Value) string {
	switch value.Type() {
	case pcommon.ValueTypeSlice, pcommon.ValueTypeMap:
		return string(appendJSON(nil, value))
	default:
		return value.AsString()
	}
}

func appendJSON(to []byte, value pcommon.Value) []byte {
	switch value.Type() {
	case pcommon.ValueTypeEmpty:
		return append(to, "null"...)
	case pcommon.ValueTypeStr:
		return telemetry.AppendJSONText(to, []byte(value.Str()))
	case pcommon.ValueTypeBytes:
		return append(to, `"`+base64.StdEncoding.EncodeToString(value.Bytes().AsRaw())+`"`...)
	case pcommon.ValueTypeSlice:
		to = append(to, '[')
		for i, item := range value.Slice().All() {
			to = appendJSON(separated(to, i), item)
		}
		return append(to, ']')
	case pcommon.ValueTypeMap:
		to = append(to, '{')
		i := 0
		for key, item := range value.Map().All() {
			to = telemetry.AppendJSONText(separated(to, i), []byte(key))
			to = appendJSON(append(to, ':'), item)
			i++
		}
		return append(to, '}')
	default:
		return append(to, textOf(value)...)
	}
}

func separated(to []byte, i int) []byte {
	if i > 0 {
		return append(to, ',')
	}
	return to
}

func hexID(from []byte, row, length int) string {
	return hex.EncodeToString(from[row*length : (row+1)*length])
}

// stored returns the time under which a record is stored.
func stored(times ...pcommon.Timestamp) int64 {
	for _, at := range times {
		if at != 0 {
			return int64(at)
		}
	}
	return received().UnixNano()
}
