package telemetry_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestSeverity(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		given  log
		number uint8
		text   string
	}{
		"given_as_it_is":                {logOf(17, "ERROR", "all good"), 17, "error"},
		"text_is_lowered":               {logOf(10, "Info2", ""), 10, "info2"},
		"text_beyond_ascii_is_lowered":  {logOf(9, "ÄRGER", ""), 9, "ärger"},
		"number_from_text":              {logOf(0, "WARNING", ""), 13, "warning"},
		"unknown_text_has_no_number":    {logOf(0, "whatever", "ERROR"), 0, "whatever"},
		"text_from_number_trace":        {logOf(4, "", "ERROR"), 4, "trace"},
		"text_from_number_debug":        {logOf(5, "", ""), 5, "debug"},
		"text_from_number_info":         {logOf(12, "", ""), 12, "info"},
		"text_from_number_warn":         {logOf(13, "", ""), 13, "warn"},
		"text_from_number_error":        {logOf(20, "", ""), 20, "error"},
		"text_from_number_fatal":        {logOf(24, "", ""), 24, "fatal"},
		"number_out_of_range_is_absent": {logOf(25, "", "a warning"), 13, "warn"},
		"attribute_level":               {withAttribute("level", "Error", "INFO started"), 17, "error"},
		"attribute_severity":            {withAttribute("severity", "CRITICAL", ""), 21, "critical"},
		"attribute_log_level":           {withAttribute("log.level", "dbg", ""), 5, "dbg"},
		"attribute_unknown_level":       {withAttribute("level", "L7", "ERROR"), 0, "l7"},
		"attribute_empty_is_none":       {withAttribute("level", "", "ERROR: no"), 17, "error"},
		"other_attributes_do_not_count": {withAttribute("log.levels", "error", "fine"), 9, "info"},
		"json_level":                    {logOf(0, "", `{"level":"warn","msg":"ERROR"}`), 13, "warn"},
		"json_numeric_level":            {logOf(0, "", `{"level":50,"msg":"x"}`), 17, "error"},
		"json_other_number":             {logOf(0, "", `{"level":7,"msg":"a fatal thing"}`), 21, "fatal"},
		"word_in_body":                  {logOf(0, "", "2026-01-01 [ERR] cannot connect"), 17, "error"},
		"first_word_wins":               {logOf(0, "", "INFO retry after error"), 9, "info"},
		"word_after_equals":             {logOf(0, "", "ts=1 level=warning msg=x"), 13, "warn"},
		"part_of_a_word_is_none":        {logOf(0, "", "terror errands error_count=0 errors"), 9, "info"},
		"word_before_punctuation":       {logOf(0, "", "emerg: disk"), 21, "fatal"},
		"notice_is_warn":                {logOf(0, "", "Notice: undefined index"), 13, "warn"},
		"trace_word":                    {logOf(0, "", "TRACE enter"), 1, "trace"},
		"word_at_byte_256_is_not_seen":  {logOf(0, "", strings.Repeat("x ", 128)+"ERROR"), 9, "info"},
		"word_before_byte_256_is_seen":  {logOf(0, "", strings.Repeat("x ", 125)+"ERROR"), 17, "error"},
		"nothing_is_info":               {logOf(0, "", ""), 9, "info"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, _ := addLog(t, telemetry.Limits{}, c.given)
			number, text := rows.Logs.Severity[0], string(rows.Texts.Text(rows.Logs.SeverityText[0]))
			if number != c.number || text != c.text {
				t.Errorf("severity = %d %q, want %d %q", number, text, c.number, c.text)
			}
		})
	}
}

func logOf(severity int32, text, body string) log {
	return log{LogRecord: telemetry.LogRecord{Severity: severity, SeverityText: []byte(text), Body: []byte(body)}}
}

func withAttribute(key, value, body string) log {
	given := logOf(0, "", body)
	given.Attributes = [][2]string{{"a", "b"}, {key, value}}
	return given
}

func TestSeverity_of_records_in_a_row(t *testing.T) {
	t.Parallel()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, receipt())
	origin := w.EndScope(telemetry.Origin{}, telemetry.Scope{})
	for _, text := range []string{"INFO", "INFO", "Warn", "INFO", "info"} {
		writeLog(w, origin, logOf(9, text, ""))
	}
	var got []string
	for _, number := range rows.Logs.SeverityText {
		got = append(got, string(rows.Texts.Text(number)))
	}
	if want := "info info warn info info"; strings.Join(got, " ") != want {
		t.Errorf("severities = %v, want %s", got, want)
	}
}
