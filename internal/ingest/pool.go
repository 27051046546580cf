package ingest

import "github.com/cairnstack/cairn/internal/telemetry"

// rowsBytesKept is the size up to which rows of a request are used again;
// larger ones are rare and would hold their memory for nothing.
const rowsBytesKept = 4 << 20

// rows answers empty rows for a request.
func (p *Pipeline) rows(signal telemetry.Signal) *telemetry.Rows {
	if rows, ok := p.pools[signal].Get().(*telemetry.Rows); ok {
		return rows
	}
	return telemetry.NewRows(signal)
}

// recycle takes rows of a request back.
func (p *Pipeline) recycle(rows *telemetry.Rows) {
	if rows.Bytes() <= rowsBytesKept {
		rows.Reset()
		p.pools[rows.Signal].Put(rows)
	}
}

// batchRows answers empty rows for a batch. They are larger than those of
// requests, hence a pool of their own.
func (p *Pipeline) batchRows(signal telemetry.Signal) *telemetry.Rows {
	if rows, ok := p.batchPools[signal].Get().(*telemetry.Rows); ok {
		return rows
	}
	return telemetry.NewRows(signal)
}

func (p *Pipeline) recycleBatch(rows *telemetry.Rows) {
	rows.Reset()
	p.batchPools[rows.Signal].Put(rows)
}
