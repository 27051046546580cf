package audit_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/org"
)

// secretNames are those of fields whose values nobody may read in the log. An
// address of a webhook is secret but for its host.
var secretNames = regexp.MustCompile(`(?i)password|secret|hash|token|publicid|credential|headers|queryparams|signing|\.url$`)

// marker fills every field of a thing with a text of its own.
type marker struct {
	secret []string
	open   int
}

func (m *marker) fill(thing any) {
	m.value(reflect.ValueOf(thing).Elem(), "", 0)
}

// text returns the mark of a field.
func (m *marker) text(path string) string {
	if !secretNames.MatchString(path) {
		m.open++
		return "open" + fmt.Sprint(m.open)
	}
	mark := fmt.Sprintf("s3cret%dx", len(m.secret))
	m.secret = append(m.secret, mark)
	if strings.HasSuffix(path, "URL") {
		return "https://hooks.example.com/" + mark + "?k=" + mark
	}
	return mark
}

func (m *marker) value(v reflect.Value, path string, depth int) {
	if depth > 12 || !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(m.text(path))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		m.value(v.Elem(), path, depth+1)
	case reflect.Slice:
		m.slice(v, path, depth)
	case reflect.Map:
		key, item := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		key.SetString("name")
		m.value(item, path, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, item)
	case reflect.Struct:
		m.fields(v, path, depth)
	}
}

func (m *marker) slice(v reflect.Value, path string, depth int) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		v.SetBytes([]byte(m.text(path)))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	m.value(v.Index(0), path, depth+1)
}

func (m *marker) fields(v reflect.Value, path string, depth int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.UnixMilli(1_762_000_000_000)))
		return
	}
	for i := range v.NumField() {
		m.value(v.Field(i), path+"."+v.Type().Field(i).Name, depth+1)
	}
}

// TestNoSecretOfAnyKindIsShown fills everything that the log shows with marks,
// and looks for those of secret fields.
func TestNoSecretOfAnyKindIsShown(t *testing.T) {
	t.Parallel()
	thingless := []org.AuditSubjectKind{org.SubjectRetention, org.SubjectTelemetry, org.SubjectRequest}
	for _, kind := range org.AuditSubjectKinds() {
		show, known := audit.Nouns()[kind]
		if known == slices.Contains(thingless, kind) {
			t.Errorf("%s: the log shows it and Nouns does not have it, or the other way round", kind)
		}
		if !known {
			continue
		}
		var m marker
		facts, err := show(m.fill)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		text, err := json.Marshal(facts)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if !strings.Contains(string(text), "open") {
			t.Errorf("%s shows nothing: %s", kind, text)
		}
		hasSecrets := !slices.Contains([]org.AuditSubjectKind{
			org.SubjectDashboard, org.SubjectAlert, org.SubjectSource, org.SubjectSavedSearch, org.SubjectTeam,
			org.SubjectDelivery, org.SubjectService, org.SubjectRole,
		}, kind)
		if hasSecrets && len(m.secret) == 0 {
			t.Errorf("%s has no secret field", kind)
		}
		for _, secret := range m.secret {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s shows a secret: %s", kind, text)
			}
		}
	}
}
