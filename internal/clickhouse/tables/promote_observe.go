package tables

import (
	"cmp"
	"hash/maphash"
	"math"
	"math/bits"
	"regexp"
	"slices"
	"sync"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// What is observed of a table's attributes.
const (
	observedKeysMax   = 512     // keys counted per table; further ones wait for the next window
	observedRowsMax   = 1 << 20 // rows after which old counts begin to fade
	observedEvery     = 4       // of so many values one is looked at
	observedTablesMax = 1024
	nameDistinctMax   = 10_000 // more distinct values are not low cardinality
	codeDistinctMax   = 1000   // more distinct numbers are no codes but measures
	nameRepeatsMin    = 2      // values must come so often on average to be names
	hotKeyBytesMax    = 128
	sparseShareMax    = 1.0 / 16 // a column with fewer values is stored sparsely by the engine
)

// The estimate of distinct values: in so many registers the longest run of
// zeros that a hash began with.
const (
	registers     = 256
	registerBits  = 8
	registersBias = 0.7213 / (1 + 1.079/registers)
	sparseBelow   = 2.5 * registers
)

// hotKey is what a key must look like to name a column.
var hotKey = regexp.MustCompile(`^[A-Za-z0-9_.:/@-]+$`)

// observed counts the attributes of one table that have no column.
type observed struct {
	seed maphash.Seed

	mu   sync.Mutex
	rows int
	keys map[string]*observedKey

	typed map[string]*observedKey // those that have columns
	asked map[string]bool         // those that questions were about
}

func newObserved() *observed {
	return &observed{seed: maphash.MakeSeed(), keys: map[string]*observedKey{}, typed: map[string]*observedKey{}, asked: map[string]bool{}}
}

// observedKey counts the values of one key.
type observedKey struct {
	kind    HotType // of the column, where there is one
	rows    int
	numbers int
	looked  int // values in longest
	longest [registers]uint8
}

// ask notes that a question is about a key, and reports whether that makes it
// hot.
func (o *observed) ask(key string, opts StoreOptions) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.asked[key] || len(o.asked) >= observedKeysMax {
		return false
	}
	o.asked[key] = true
	return slices.Contains(o.hotKeys(opts), key)
}

// forget begins to count anew; what questions were about stays.
func (o *observed) forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rows = 0
	clear(o.keys)
	clear(o.typed)
}

// add counts a block, and reports whether a key is hot now.
func (o *observed) add(d *division, opts StoreOptions) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fade()
	o.rows += len(d.ends)
	counted := make([]*observedKey, d.keys.Len())
	for i, index := range d.rest {
		number := d.attributes.Key[index]
		if counted[number] == nil {
			counted[number] = o.key(string(d.keys.Text(number)))
		}
		key := counted[number]
		key.rows++
		if kind := d.attributes.Kind[index]; kind == telemetry.IntKind || kind == telemetry.FloatKind {
			key.numbers++
		}
		if i%observedEvery == 0 {
			key.look(maphash.Bytes(o.seed, d.attributes.Value(int(index))))
		}
	}
	o.lookAtColumns(d)
	return len(d.hot) < opts.HotMax && len(o.hotKeys(opts)) > 0 || len(o.chosenAgain(opts)) > 0
}

// key returns the counts of a key. Those of a key that there is no room for
// are thrown away.
func (o *observed) key(key string) *observedKey {
	if found := o.keys[key]; found != nil {
		return found
	}
	found := &observedKey{}
	if len(o.keys) < observedKeysMax || o.asked[key] {
		o.keys[key] = found
	}
	return found
}

// fade halves the counts now and then, and forgets keys that became rare.
func (o *observed) fade() {
	if o.rows < observedRowsMax {
		return
	}
	o.rows /= 2
	for key, found := range o.keys {
		found.rows /= 2
		found.numbers /= 2
		if found.rows == 0 {
			delete(o.keys, key)
		}
	}
}

func (k *observedKey) look(hash uint64) {
	k.looked++
	run := uint8(bits.LeadingZeros64(hash<<registerBits|1)) + 1
	k.longest[hash>>(64-registerBits)] = max(k.longest[hash>>(64-registerBits)], run)
}

// distinctValues estimates how many distinct values were looked at.
func (k *observedKey) distinctValues() float64 {
	sum, empty := 0.0, 0
	for _, run := range k.longest {
		sum += math.Ldexp(1, -int(run))
		if run == 0 {
			empty++
		}
	}
	estimate := registersBias * registers * registers / sum
	if estimate <= sparseBelow && empty > 0 {
		return registers * math.Log(registers/float64(empty))
	}
	return estimate
}

// hotType returns the type for what was seen. Numbers of which there are few,
// such as status codes, are names: as such they are found and counted fastest.
func (k *observedKey) hotType() HotType {
	distinct, most, others := k.distinctValues(), nameDistinctMax, HotText
	if k.numbers == k.rows {
		most, others = codeDistinctMax, HotNumber
	}
	if distinct < float64(most) && distinct*nameRepeatsMin < float64(k.looked) {
		return HotName
	}
	return others
}

// hot returns the keys that deserve columns, the most frequent first.
func (o *observed) hot(opts StoreOptions) []HotColumn {
	o.mu.Lock()
	defer o.mu.Unlock()
	keys := o.hotKeys(opts)
	slices.SortFunc(keys, func(x, y string) int {
		return cmp.Or(cmp.Compare(o.keys[y].rows, o.keys[x].rows), cmp.Compare(x, y))
	})
	columns := make([]HotColumn, len(keys))
	for i, key := range keys {
		columns[i] = NewHotColumn(key, o.keys[key].hotType())
		columns[i].Sparse = float64(o.keys[key].rows) < sparseShareMax*float64(o.rows)
	}
	return columns
}

func (o *observed) hotKeys(opts StoreOptions) []string {
	if o.rows < opts.HotRows {
		return nil
	}
	var keys []string
	for key, found := range o.keys {
		share := opts.HotShare
		if o.asked[key] {
			share = min(share, opts.HotAsked)
		}
		if float64(found.rows) >= share*float64(o.rows) && len(key) <= hotKeyBytesMax && hotKey.MatchString(key) {
			keys = append(keys, key)
		}
	}
	return keys
}
