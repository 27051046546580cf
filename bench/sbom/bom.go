package main

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"slices"
)

// bom is a CycloneDX document, as far as we fill it.
type bom struct {
	Schema       string      `json:"$schema"`
	Format       string      `json:"bomFormat"`
	SpecVersion  string      `json:"specVersion"`
	SerialNumber string      `json:"serialNumber"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version,omitempty"`
	Purl     string    `json:"purl"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licenses []license `json:"licenses,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type license struct {
	Expression string `json:"expression"`
}

// newBOM returns a document about a binary. Its components are sorted.
func newBOM(built *buildinfo.BuildInfo, components []component) bom {
	slices.SortFunc(components, func(a, b component) int { return cmp.Compare(a.Purl, b.Purl) })
	components = slices.CompactFunc(components, func(a, b component) bool { return a.Purl == b.Purl })
	subject := library(built.Main.Path, built.Main.Version, "pkg:golang/"+built.Main.Path)
	subject.Type, subject.Licenses = "application", []license{{"Apache-2.0"}}
	return bom{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadata{Component: subject}, Components: components,
	}
}

// encode returns the document as JSON. Its serial number follows from its
// content, so that the same build has the same document.
func (b bom) encode() ([]byte, error) {
	content, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	id := sha256.Sum256(content)
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of one's own making, RFC 9562
	b.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

func library(name, version, purl string) component {
	return component{Type: "library", Ref: purl, Name: name, Version: version, Purl: purl}
}
