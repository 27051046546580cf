package telemetry

// Dropped is what points that were taken out of rows held.
type Dropped struct {
	Points  int
	Written Written
	Metrics []string // the names of the first ones, each once
}

// droppedNamesMax is how many metrics of dropped points are named.
const droppedNamesMax = 5

// DropSeries takes the points of series out, in place, and returns what they
// held. Descriptions of metrics stay.
func (r *Rows) DropSeries(series map[uint64]struct{}) Dropped {
	var d Dropped
	if len(series) == 0 {
		return d
	}
	for kind := range r.Points {
		points := &r.Points[kind]
		kept := make([]uint32, 0, points.Len())
		for row, id := range points.Series {
			if _, found := series[id]; !found {
				kept = append(kept, uint32(row))
				continue
			}
			d.add(PointKind(kind), points, row)
			d.name(string(r.Texts.Text(r.metrics.values[points.Metric[row]].Name)))
		}
		if len(kept) < points.Len() {
			points.pick(kept)
		}
	}
	return d
}

// add counts a point as Prometheus senders do.
func (d *Dropped) add(kind PointKind, points *PointColumns, row int) {
	d.Points++
	switch {
	case points.Flags[row]&FlagExemplarsOnly != 0:
	case kind == ExponentialHistogram:
		d.Written.Histograms++
	default:
		d.Written.Samples++
	}
	if ends := points.Exemplars.RowEnd; row < len(ends) {
		d.Written.Exemplars += int(ends[row] - start(ends, row))
	}
}

func (d *Dropped) name(metric string) {
	if n := len(d.Metrics); n < droppedNamesMax && (n == 0 || d.Metrics[n-1] != metric) {
		d.Metrics = append(d.Metrics, metric)
	}
}

// pick keeps some rows, which are in order.
func (c *PointColumns) pick(rows []uint32) {
	c.Time, c.Start = pick(c.Time, rows), pick(c.Start, rows)
	c.Metric, c.Attributes = pick(c.Metric, rows), pick(c.Attributes, rows)
	c.Series, c.Flags = pick(c.Series, rows), pick(c.Flags, rows)
	c.Value, c.Count = pick(c.Value, rows), pick(c.Count, rows)
	c.Sum, c.Min, c.Max = pick(c.Sum, rows), pick(c.Min, rows), pick(c.Max, rows)
	c.Scale, c.ZeroCount = pick(c.Scale, rows), pick(c.ZeroCount, rows)
	c.PositiveOffset, c.NegativeOffset = pick(c.PositiveOffset, rows), pick(c.NegativeOffset, rows)
	for _, list := range []*List[uint64]{&c.Buckets, &c.Positive, &c.Negative} {
		list.Items, list.End = pickLists(list.Items, list.End, rows)
	}
	for _, list := range []*List[float64]{&c.Bounds, &c.Quantiles, &c.QuantileValues} {
		list.Items, list.End = pickLists(list.Items, list.End, rows)
	}
	c.Native.Bytes, c.Native.End = pickLists(c.Native.Bytes, c.Native.End, rows)
	c.Exemplars.pick(rows)
}

// pick keeps the exemplars of some rows.
func (e *Exemplars) pick(rows []uint32) {
	if len(e.RowEnd) == 0 {
		return
	}
	var kept []uint32
	for _, row := range rows {
		for at := start(e.RowEnd, int(row)); at < e.RowEnd[row]; at++ {
			kept = append(kept, at)
		}
	}
	_, e.RowEnd = pickLists(make([]struct{}, len(e.Time)), e.RowEnd, rows)
	e.Time, e.Value = pick(e.Time, kept), pick(e.Value, kept)
	e.TraceID, e.SpanID = pickWide(e.TraceID, TraceIDBytes, kept), pickWide(e.SpanID, SpanIDBytes, kept)
	e.Attributes.Bytes, e.Attributes.End = pickLists(e.Attributes.Bytes, e.Attributes.End, kept)
}

// pick keeps some rows of a column that not every type of metric has.
func pick[T any](column []T, rows []uint32) []T {
	if len(column) == 0 {
		return column
	}
	for to, from := range rows {
		column[to] = column[from]
	}
	return column[:len(rows)]
}

// pickWide keeps some rows of a column whose rows have so many bytes.
func pickWide(column []byte, width int, rows []uint32) []byte {
	for to, from := range rows {
		copy(column[to*width:(to+1)*width], column[int(from)*width:])
	}
	return column[:len(rows)*width]
}

// pickLists keeps some rows of a column whose rows have an end each. A row is
// never moved to behind its place, so that those to come are still whole.
func pickLists[T any](items []T, end, rows []uint32) ([]T, []uint32) {
	if len(end) == 0 {
		return items, end
	}
	size := uint32(0)
	for to, from := range rows {
		row := items[start(end, int(from)):end[from]]
		size += uint32(copy(items[size:], row))
		end[to] = size
	}
	return items[:size], end[:len(rows)]
}
