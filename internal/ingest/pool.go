package ingest

import "github.com/cairnstack/cairn/internal/telemetry"

// rowsBytesKept is the size up to which rows of a request are used again;
// larger ones are rare and would hold their memory for nothing.
const rowsBytesKept = 4 << 20

// rows returns empty rows for a request.
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

// spareBatches is how many sets of rows for batches are kept for the next ones.
const spareBatches = 3

// spares are empty rows for batches. They are large, and the garbage collector
// would take them from a sync.Pool between two batches.
type spares chan *telemetry.Rows

func newSpares() (s [signals]spares) {
	for signal := range s {
		s[signal] = make(spares, spareBatches)
	}
	return s
}

// batchRows returns empty rows for a batch.
func (p *Pipeline) batchRows(signal telemetry.Signal) *telemetry.Rows {
	select {
	case rows := <-p.spares[signal]:
		return rows
	default:
		return telemetry.NewRows(signal)
	}
}

func (p *Pipeline) recycleBatch(rows *telemetry.Rows) {
	if rows.Bytes() > telemetry.RowsBytesMax {
		return // one enormous request; the next batches are not like it
	}
	rows.Reset()
	select {
	case p.spares[rows.Signal] <- rows:
	default:
	}
}

// dropSpares gives the memory of spare rows back, when there is nothing to do.
func (p *Pipeline) dropSpares() {
	for _, kept := range p.spares {
		for len(kept) > 0 {
			select {
			case <-kept:
			default:
			}
		}
	}
}
