package telemetry

import "strconv"

// flatten adds the members of a body that is a JSON object to the record's
// attributes, those of inner objects under dotted keys. Attributes that the
// record has already keep their values; a body that is no valid JSON adds
// nothing.
func (w *Writer) flatten(body []byte) {
	if !looksLikeObject(body) {
		return
	}
	list, outcome := &w.record, w.outcome
	count := len(list.to.Key)
	list.quiet = true
	f := flattener{jsonScanner: jsonScanner{text: body}, writer: w}
	w.path = w.path[:0]
	if !f.object(1) || !f.atEnd() {
		w.forget(count)
		w.outcome = outcome
	}
	list.quiet = false
}

// forget takes back the attributes of the open record from an index on.
func (w *Writer) forget(count int) {
	list := &w.record
	for _, key := range list.to.Key[count:] {
		list.seen[key] = 0
	}
	list.to.drop(count)
}

// looksLikeObject is a quick check that spares most bodies the scan.
func looksLikeObject(body []byte) bool {
	for len(body) > 0 && isJSONSpace(body[len(body)-1]) {
		body = body[:len(body)-1]
	}
	if len(body) < 2 || body[len(body)-1] != '}' {
		return false
	}
	at := 0
	for isJSONSpace(body[at]) {
		at++
	}
	return body[at] == '{'
}

// flattener walks one JSON object.
type flattener struct {
	jsonScanner
	writer *Writer
}

// object adds the members of the object at the scanner; depth counts from one.
func (f *flattener) object(depth int) bool {
	f.take('{')
	if f.take('}') {
		return true
	}
	for {
		if !f.member(depth) {
			return false
		}
		if f.take('}') {
			return true
		}
		if !f.take(',') {
			return false
		}
	}
}

func (f *flattener) member(depth int) bool {
	w := f.writer
	outer := len(w.path)
	if outer > 0 {
		w.path = append(w.path, '.')
	}
	ok := false
	if w.path, ok = f.appendString(w.path); !ok || !f.take(':') {
		return false
	}
	ok = f.value(depth)
	w.path = w.path[:outer]
	return ok
}

// value adds the value at the scanner under the present path.
func (f *flattener) value(depth int) bool {
	w := f.writer
	switch c := f.peek(); {
	case c == '"':
		ok := false
		if w.text, ok = f.appendString(w.text[:0]); ok {
			w.record.Text(w.path, w.text)
		}
		return ok
	case c == '{' && depth < w.limits.Depth:
		return f.object(depth + 1)
	case c == '{' || c == '[':
		return f.composite(c)
	case c == 't' || c == 'f':
		return f.truth(c == 't')
	case c == 'n':
		return f.word("null")
	default:
		return f.number()
	}
}

// composite adds a list as the text that it is; an object that is too deep is
// left out.
func (f *flattener) composite(open byte) bool {
	from := f.at
	if !f.skip() {
		return false
	}
	if open == '{' {
		f.writer.outcome.Cut(CutDepth)
		return true
	}
	f.writer.record.Text(f.writer.path, f.text[from:f.at])
	return true
}

func (f *flattener) truth(value bool) bool {
	if !f.word(strconv.FormatBool(value)) {
		return false
	}
	f.writer.record.Bool(f.writer.path, value)
	return true
}

// number adds a number; one that does not fit stays the text that it is.
func (f *flattener) number() bool {
	text, whole, ok := f.scanNumber()
	if !ok {
		return false
	}
	list, key := &f.writer.record, f.writer.path
	if whole {
		if value, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			list.Int(key, value)
			return true
		}
	} else if value, err := strconv.ParseFloat(string(text), 64); err == nil {
		list.Float(key, value)
		return true
	}
	list.Text(key, text)
	return true
}
