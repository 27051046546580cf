package httpx

import "testing"

// FuzzCondition holds that If-Match is refused, or about no version or one that
// an object can have or none has.
func FuzzCondition(f *testing.F) {
	for _, seed := range []string{"", "*", `"1"`, `W/"1"`, `"`, `""`, `"1-x"`, `"9223372036854775808"`, `"-1"`, `"1","2"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		c := Conditional{IfMatch: header}
		if c.readCondition() != nil {
			return
		}
		if v := c.IfVersion(); v != nil && *v <= 0 && *v != noVersion {
			t.Fatalf("%q asks for the version %d", header, *v)
		}
	})
}

// FuzzAccept holds that what a client does not mention is not sent, and that
// what is preferred is acceptable.
func FuzzAccept(f *testing.F) {
	for _, seed := range []string{"", "*/*", "text/csv;q=0.5, application/json", "application/json;q=0", "text/*;q=", ";,;q=1", "*/*;q=NaN", "application/json;q=1e400"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		offered := []string{mediaJSON, "text/csv; charset=utf-8"}
		wantsGzip(header)
		if best := preferred(header, offered); acceptable(header, offered) && !acceptable(header, []string{best}) {
			t.Fatalf("%q prefers %s and does not accept it", header, best)
		}
	})
}
