package telemetry

// Texts is a column of texts of any cardinality.
type Texts struct {
	Bytes []byte
	End   []uint32 // end of each row's text in Bytes
}

// Row returns a row's text. It must not be changed.
func (t *Texts) Row(row int) []byte {
	return t.Bytes[start(t.End, row):t.End[row]]
}

// Add appends a row.
func (t *Texts) Add(text []byte) {
	t.Bytes = append(t.Bytes, text...)
	t.Close()
}

// Close ends the row whose text was appended to Bytes.
func (t *Texts) Close() { t.End = append(t.End, uint32(len(t.Bytes))) }

func (t *Texts) append(other *Texts) {
	t.End = appendShifted(t.End, other.End, uint32(len(t.Bytes)))
	t.Bytes = append(t.Bytes, other.Bytes...)
}

func (t *Texts) truncate(rows int) {
	t.End = t.End[:rows]
	t.Bytes = t.Bytes[:last(t.End)]
}

func (t *Texts) size() int { return len(t.Bytes) + 4*len(t.End) }

// List is a column whose rows are lists of numbers.
type List[T uint64 | float64] struct {
	Items []T
	End   []uint32 // end of each row's list in Items
}

// Row returns a row's list. It must not be changed.
func (l *List[T]) Row(row int) []T {
	return l.Items[start(l.End, row):l.End[row]]
}

// Close ends the row whose items were appended.
func (l *List[T]) Close() { l.End = append(l.End, uint32(len(l.Items))) }

func (l *List[T]) append(other *List[T]) {
	l.End = appendShifted(l.End, other.End, uint32(len(l.Items)))
	l.Items = append(l.Items, other.Items...)
}

func (l *List[T]) truncate(rows int) {
	l.End = l.End[:rows]
	l.Items = l.Items[:last(l.End)]
}

func (l *List[T]) size() int { return 8*len(l.Items) + 4*len(l.End) }

// start returns where a row begins in a column of ends.
func start(end []uint32, row int) uint32 {
	if row == 0 {
		return 0
	}
	return end[row-1]
}

func last(end []uint32) uint32 { return start(end, len(end)) }

func appendShifted(to, from []uint32, shift uint32) []uint32 {
	at := len(to)
	to = append(to, from...)
	for i := range to[at:] {
		to[at+i] += shift
	}
	return to
}

// appendMapped appends numbers of another dictionary as numbers of this one.
func appendMapped(to, from, numbers []uint32) []uint32 {
	at := len(to)
	to = append(to, from...)
	for i, number := range to[at:] {
		to[at+i] = numbers[number]
	}
	return to
}
