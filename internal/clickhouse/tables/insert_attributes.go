package tables

import (
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// division says which attributes of a block go to columns of their own and which
// stay in the map. Attributes are named by their index.
type division struct {
	attributes *telemetry.Attributes
	keys       *telemetry.Dictionary
	hot        []HotColumn
	own        [][]uint32 // for each hot column and row: index + 1, zero for none
	misfits    [][]uint32 // the same for their columns of misfits
	rest       []uint32   // what stays in the map
	ends       []uint64   // end of each row in rest
}

// splitAttributes divides the attributes of the rows of an index.
func splitAttributes(block telemetry.Block, attributes *telemetry.Attributes, hot []HotColumn) *division {
	d := &division{attributes: attributes, keys: &block.Rows.Keys, hot: hot, own: make([][]uint32, len(hot)), misfits: make([][]uint32, len(hot))}
	places := d.places(block.Len())
	d.ends = make([]uint64, 0, block.Len())
	for i, row := range block.Index {
		from, to := attributes.Range(int(row))
		for index := from; index < to; index++ {
			place := places[attributes.Key[index]]
			if place == 0 {
				d.rest = append(d.rest, uint32(index))
				continue
			}
			d.divide(place-1, i, index)
		}
		d.ends = append(d.ends, uint64(len(d.rest)))
	}
	return d
}

// places returns for each key the hot column + 1, zero for none.
func (d *division) places(rows int) []int {
	known := make(map[string]int, len(d.hot))
	for i, column := range d.hot {
		known[column.Key] = i + 1
		d.own[i] = make([]uint32, rows)
		if column.Misfits != "" {
			d.misfits[i] = make([]uint32, rows)
		}
	}
	places := make([]int, d.keys.Len())
	for number := range places {
		places[number] = known[string(d.keys.Text(uint32(number)))]
	}
	return places
}

// divide puts an attribute with a hot key where its value fits. An empty text
// would be lost in a column, and stays in the map.
func (d *division) divide(column, row, index int) {
	hot := d.hot[column]
	switch {
	case d.isEmpty(index):
		d.rest = append(d.rest, uint32(index))
	case hot.Type != HotNumber:
		d.own[column][row] = uint32(index) + 1
	default:
		d.divideNumber(column, row, index)
	}
}

func (d *division) isEmpty(index int) bool {
	return d.attributes.Kind[index] == telemetry.TextKind && len(d.attributes.Value(index)) == 0
}

// divideNumber puts a value where numbers are expected: a text that is none,
// and the text of a number that the column would not give back, are misfits.
func (d *division) divideNumber(column, row, index int) {
	_, ok, fits := d.number(index)
	if ok {
		d.own[column][row] = uint32(index) + 1
	}
	switch {
	case fits:
	case d.misfits[column] != nil:
		d.misfits[column][row] = uint32(index) + 1
	default:
		d.rest = append(d.rest, uint32(index))
	}
}

// mapColumn returns the map of the attributes that have no column.
func (d *division) mapColumn() proto.ColInput {
	return &dictionary{
		ends:   d.ends,
		keys:   lowCardinalityOf(d.keys, d.rest, func(index uint32) uint32 { return d.attributes.Key[index] }),
		values: &column{kind: proto.ColumnTypeString, index: d.rest, put: d.putValue},
	}
}

// putValue appends an attribute's value as text.
func (d *division) putValue(to []byte, index uint32) []byte {
	if d.attributes.Kind[index] == telemetry.TextKind {
		return putText(to, d.attributes.Value(int(index)))
	}
	var buffer [32]byte
	return putText(to, d.attributes.AppendText(buffer[:0], int(index)))
}

// misfitsColumn returns the texts that a column of numbers can't give back.
func (d *division) misfitsColumn(which int) proto.ColInput {
	return &column{kind: proto.ColumnTypeString, index: d.misfits[which], put: d.putOptional}
}

// hotColumn returns a column of its own.
func (d *division) hotColumn(which int) proto.ColInput {
	own := d.own[which]
	switch d.hot[which].Type {
	case HotNumber:
		return &optionalNumbers{division: d, own: own}
	case HotText:
		return &column{kind: proto.ColumnTypeString, index: own, put: d.putOptional}
	case HotName:
	}
	return d.hotDictionary(own)
}

// putOptional appends a value as text, given its index + 1.
func (d *division) putOptional(to []byte, index uint32) []byte {
	if index == 0 {
		return append(to, 0)
	}
	return d.putValue(to, index-1)
}

// hotDictionary returns the values as a low-cardinality column.
func (d *division) hotDictionary(own []uint32) proto.ColInput {
	texts := telemetry.NewDictionary()
	c := &lowCardinality{kind: lowCardinalityType, keys: make([]uint32, 0, len(own))}
	var buffer []byte
	for _, index := range own {
		number := uint32(0)
		if index != 0 {
			buffer = d.attributes.AppendText(buffer[:0], int(index-1))
			number = texts.Number(buffer)
		}
		c.keys = append(c.keys, number)
	}
	for number := range texts.Len() {
		c.texts = putText(c.texts, texts.Text(uint32(number)))
	}
	c.count = texts.Len()
	return c
}

// optionalNumbers sends numbers, or nothing where a row has none.
type optionalNumbers struct {
	division *division
	own      []uint32
}

func (c *optionalNumbers) Type() proto.ColumnType { return "Nullable(Float64)" }

func (c *optionalNumbers) Rows() int { return len(c.own) }

func (c *optionalNumbers) EncodeColumn(b *proto.Buffer) {
	for _, index := range c.own {
		b.PutBool(index == 0)
	}
	for _, index := range c.own {
		value := 0.0
		if index != 0 {
			value, _, _ = c.division.number(int(index - 1))
		}
		b.PutFloat64(value)
	}
}

func (c *optionalNumbers) WriteColumn(w *proto.Writer) { w.ChainBuffer(c.EncodeColumn) }
