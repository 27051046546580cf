package ql

import (
	"strconv"
	"strings"
)

// Type is a type that CAST may name: a plain one, one with sizes and a time
// zone, or one made of others.
type Type struct {
	Name  string
	Elems []Type
	Sizes []int
	Zone  string
}

// String returns the type as it is written.
func (t Type) String() string {
	var parts []string
	for _, elem := range t.Elems {
		parts = append(parts, elem.String())
	}
	for _, size := range t.Sizes {
		parts = append(parts, strconv.Itoa(size))
	}
	if t.Zone != "" {
		parts = append(parts, "'"+t.Zone+"'")
	}
	if len(parts) == 0 {
		return t.Name
	}
	return t.Name + "(" + strings.Join(parts, ", ") + ")"
}

// typeForm says what stands in the parentheses of a type.
type typeForm struct {
	elemsMin, elemsMax int
	sizesMin, sizesMax []int // inclusive bounds of each size
	zone               bool  // an optional time zone at the end
}

// formOf returns the form of a type of the allow-list.
func formOf(name string) (typeForm, bool) {
	switch name {
	case "Bool", "String", "Date", "Date32", "UUID", "IPv4", "IPv6", "Float32", "Float64",
		"UInt8", "UInt16", "UInt32", "UInt64", "UInt128", "UInt256",
		"Int8", "Int16", "Int32", "Int64", "Int128", "Int256":
		return typeForm{}, true
	case "FixedString":
		return typeForm{sizesMin: []int{1}, sizesMax: []int{FixedStringBytesMax}}, true
	case "Decimal":
		return typeForm{sizesMin: []int{1, 0}, sizesMax: []int{76, 76}}, true
	case "DateTime":
		return typeForm{zone: true}, true
	case "DateTime64":
		return typeForm{sizesMin: []int{0}, sizesMax: []int{9}, zone: true}, true
	case "Nullable", "LowCardinality", "Array":
		return typeForm{elemsMin: 1, elemsMax: 1}, true
	case "Map":
		return typeForm{elemsMin: 2, elemsMax: 2}, true
	case "Tuple":
		return typeForm{elemsMin: 1, elemsMax: ListItemsMax}, true
	}
	return typeForm{}, false
}

// bare says that the type can stand without parentheses.
func (f typeForm) bare() bool { return f.elemsMin == 0 && len(f.sizesMin) == 0 }

// zoneName says that text can be the name of a time zone.
func zoneName(text string) bool {
	for i := range len(text) {
		if !isNameByte(text[i]) && !strings.ContainsRune("/+-", rune(text[i])) {
			return false
		}
	}
	return text != "" && len(text) <= 64
}

// castType reads a type that stands depth levels inside of others.
func (p *expressionParser) castType(depth int) (Type, error) {
	name := p.take()
	if depth >= TypeDepthMax {
		return Type{}, overLimit(name.col, TypeDepthMax, "levels of types")
	}
	form, known := formOf(name.text)
	if name.kind != nameToken || !known {
		return Type{}, expected(name.col, "one of the allowed types")
	}
	t := Type{Name: name.text}
	if !p.at("(") && form.bare() {
		return t, nil
	}
	if err := p.expect("("); err != nil {
		return Type{}, err
	}
	if err := p.typeParts(&t, form, depth); err != nil {
		return Type{}, err
	}
	return t, p.expect(")")
}

func (p *expressionParser) typeParts(t *Type, form typeForm, depth int) error {
	for len(t.Elems) < form.elemsMax && (len(t.Elems) == 0 || p.accept(",")) {
		elem, err := p.castType(depth + 1)
		if err != nil {
			return err
		}
		t.Elems = append(t.Elems, elem)
	}
	if len(t.Elems) < form.elemsMin {
		return expected(p.peek().col, "%d element types", form.elemsMin)
	}
	if err := p.typeSizes(t, form); err != nil {
		return err
	}
	if !form.zone || len(t.Sizes) > 0 && !p.accept(",") {
		return nil
	}
	zone := p.take()
	if zone.kind != stringToken || !zoneName(zone.text) {
		return expected(zone.col, "the name of a time zone as a string")
	}
	t.Zone = zone.text
	return nil
}

func (p *expressionParser) typeSizes(t *Type, form typeForm) error {
	for i, low := range form.sizesMin {
		if i > 0 {
			if err := p.expect(","); err != nil {
				return err
			}
		}
		size, err := strconv.Atoi(p.peek().text)
		if p.peek().kind != integerToken || err != nil || size < low || size > form.sizesMax[i] {
			return expected(p.peek().col, "an integer from %d to %d", low, form.sizesMax[i])
		}
		p.take()
		t.Sizes = append(t.Sizes, size)
	}
	return nil
}
