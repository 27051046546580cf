package stackwire_test

import (
	"maps"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackwire"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// fields returns the JSON fields of a struct, embedded structs flattened.
func fields(t reflect.Type) map[string]reflect.StructField {
	found := map[string]reflect.StructField{}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			maps.Copy(found, fields(f.Type))
			continue
		}
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			found[name] = f
		}
	}
	return found
}

// TestDescriptionsHaveTheLimitsOfTheDomain holds the limits that tags repeat
// against the domain's.
func TestDescriptionsHaveTheLimitsOfTheDomain(t *testing.T) {
	t.Parallel()
	tests := []struct {
		of    reflect.Type
		field string
		tag   string
		want  int
	}{
		{reflect.TypeFor[stackwire.AlertBody](), "name", "maxLength", stack.AlertNameCharsMax},
		{reflect.TypeFor[stackwire.AlertBody](), "message", "maxLength", stack.AlertTextCharsMax},
		{reflect.TypeFor[stackwire.AlertBody](), "note", "maxLength", stack.AlertTextCharsMax},
		{reflect.TypeFor[stackwire.AlertBody](), "channels", "maxItems", stack.ChannelsMax},
		{reflect.TypeFor[stackwire.AlertBody](), "numConsecutiveWindows", "maximum", stack.ConsecutiveWindowsMax},
		{reflect.TypeFor[stackwire.AlertBody](), "scheduleOffsetMinutes", "maximum", stack.ScheduleOffsetMinutesMax},
		{reflect.TypeFor[stackwire.AlertBody](), "delaySeconds", "maximum", stack.DelaySecondsMax},
		{reflect.TypeFor[stackwire.SilenceBody](), "reason", "maxLength", stack.SilenceReasonCharsMax},
		{reflect.TypeFor[stackwire.DashboardBody](), "name", "maxLength", stack.NameCharsMax},
		{reflect.TypeFor[stackwire.DashboardBody](), "tiles", "maxItems", stack.TilesMax},
		{reflect.TypeFor[stackwire.DashboardBody](), "tags", "maxItems", stack.TagsMax},
		{reflect.TypeFor[stackwire.DashboardBody](), "filters", "maxItems", stack.FiltersMax},
		{reflect.TypeFor[stackwire.DashboardBody](), "savedFilterValues", "maxItems", stack.SavedFilterValuesMax},
		{reflect.TypeFor[stackwire.DashboardBody](), "containers", "maxItems", stack.ContainersMax},
		{reflect.TypeFor[stackwire.TileBody](), "id", "maxLength", stack.TileIDCharsMax},
		{reflect.TypeFor[stackwire.TileBody](), "x", "maximum", stack.GridColumns - 1},
		{reflect.TypeFor[stackwire.TileBody](), "w", "maximum", stack.GridColumns},
		{reflect.TypeFor[stackwire.TileBody](), "h", "maximum", stack.GridRowsMax},
		{reflect.TypeFor[stackwire.TileBody](), "series", "maxItems", stack.SeriesMax},
		{reflect.TypeFor[stackwire.SavedSearchBody](), "select", "maxLength", stack.SearchSelectCharsMax},
		{reflect.TypeFor[stackwire.SavedSearchBody](), "where", "maxLength", stack.SearchWhereCharsMax},
		{reflect.TypeFor[stackwire.SavedSearchBody](), "orderBy", "maxLength", stack.SearchOrderByCharsMax},
		{reflect.TypeFor[stackwire.SavedSearchBody](), "filters", "maxItems", stack.SearchFiltersMax},
		{reflect.TypeFor[stackwire.WebhookBody](), "url", "maxLength", stack.URLCharsMax},
		{reflect.TypeFor[stackwire.WebhookBody](), "description", "maxLength", stack.WebhookDescriptionCharsMax},
		{reflect.TypeFor[stackwire.WebhookBody](), "body", "maxLength", stack.WebhookBodyCharsMax},
		{reflect.TypeFor[stackwire.WebhookBody](), "headers", "maxProperties", stack.WebhookHeadersMax},
		{reflect.TypeFor[stackwire.WebhookBody](), "queryParams", "maxProperties", stack.WebhookParamsMax},
		{reflect.TypeFor[stackwire.ConnectionBody](), "password", "maxLength", stack.CredentialCharsMax},
	}
	for _, tt := range tests {
		if got := fields(tt.of)[tt.field].Tag.Get(tt.tag); got != strconv.Itoa(tt.want) {
			t.Errorf("%s.%s: %s is %q, the domain's is %d", tt.of, tt.field, tt.tag, got, tt.want)
		}
	}
}

func TestLargeBodiesAre413(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	huge := `{"name":"` + strings.Repeat("x", stackwire.BodyBytesMax) + `"}`
	for _, d := range w.Doors() {
		for path, body := range map[string]string{"/alerts": huge, "/dashboards": strings.Repeat(huge, 17)} {
			if got := d.Send(t, "POST", path, body); got.Status != 413 {
				t.Errorf("%s %s: %d", d.Name, path, got.Status)
			}
		}
		if got := d.Send(t, "POST", "/dashboards", huge); got.Status != 400 {
			t.Errorf("%s: a dashboard of %d bytes: %d", d.Name, len(huge), got.Status)
		}
	}
}
