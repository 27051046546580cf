package telemetry

// Origin is where records come from: a resource and a scope. Its fields are
// numbers in Rows.Texts. Attributes are canonical compact JSON: an object with
// sorted keys and text values, empty for none.
type Origin struct {
	Service        uint32
	Resource       uint32 // attributes
	ResourceSchema uint32
	ScopeName      uint32
	ScopeVersion   uint32
	ScopeSchema    uint32
	Scope          uint32 // attributes
	ScopeDropped   uint32 // a count, not a number of a text
}

func (o Origin) mapped(texts []uint32) Origin {
	o.Service, o.Resource, o.ResourceSchema = texts[o.Service], texts[o.Resource], texts[o.ResourceSchema]
	o.ScopeName, o.ScopeVersion = texts[o.ScopeName], texts[o.ScopeVersion]
	o.ScopeSchema, o.Scope = texts[o.ScopeSchema], texts[o.Scope]
	return o
}

// Metric is what the points of one metric share. Name, Description and Unit
// are numbers in Rows.Texts, Origin is one in Rows.Origins.
type Metric struct {
	Origin      uint32
	Name        uint32
	Description uint32
	Unit        uint32
	Temporality int32 // 0 unspecified, 1 delta, 2 cumulative
	Monotonic   bool
}

func (m Metric) mapped(texts, origins []uint32) Metric {
	m.Origin = origins[m.Origin]
	m.Name, m.Description, m.Unit = texts[m.Name], texts[m.Description], texts[m.Unit]
	return m
}

// numbered numbers distinct values in the order of their first use.
type numbered[T comparable] struct {
	values  []T
	numbers map[T]uint32
}

func newNumbered[T comparable]() numbered[T] {
	return numbered[T]{numbers: map[T]uint32{}}
}

func (n *numbered[T]) number(value T) uint32 {
	if number, known := n.numbers[value]; known {
		return number
	}
	number := uint32(len(n.values))
	n.values = append(n.values, value)
	n.numbers[value] = number
	return number
}

func (n *numbered[T]) truncate(length int) {
	for _, value := range n.values[length:] {
		delete(n.numbers, value)
	}
	n.values = n.values[:length]
}
