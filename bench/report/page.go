package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// What is between these lines of the page is made by this program.
const (
	tableBegin = "<!-- begin: made by make bench -->"
	tableEnd   = "<!-- end: made by make bench -->"
)

// splice returns the page with a text between its marks.
func splice(page, text string) (string, error) {
	before, rest, begun := strings.Cut(page, tableBegin)
	_, after, ended := strings.Cut(rest, tableEnd)
	if !begun || !ended {
		return "", errors.New("the page has no marks for the tables")
	}
	return before + tableBegin + "\n\n" + text + "\n" + tableEnd + after, nil
}

// markdown returns conditions, tables and pictures.
func (s story) markdown() string {
	var out strings.Builder
	out.WriteString(s.conditions())
	drawn := map[string]picture{}
	for _, p := range s.now.pictures() {
		drawn[p.part] = p
	}
	for _, t := range tables() {
		s.writeTable(&out, t)
		if p, found := drawn[t.part]; found {
			fmt.Fprintf(&out, "\n![%s](images/%s)\n", p.title, p.file)
		}
	}
	return out.String()
}

// conditions returns the machines, and for each part its run and the one that
// it is compared with.
func (s story) conditions() string {
	var out strings.Builder
	newest := s.now.newest()
	fmt.Fprintf(&out, "%s.\n\n| part | measured | commit | processors at other work | compared with |\n|---|---|---|---|---|\n", newest.Machine)
	for _, name := range slices.Sorted(maps.Keys(s.now.Runs)) {
		here, was := s.now.Runs[name], "–"
		if old, found := s.before.Runs[name]; found {
			was = old.Commit + ", " + old.busy()
		}
		commit, other := here.Commit, ""
		if here.Against != "" {
			commit += ", by turns with " + here.Against
		}
		if here.Machine.String() != newest.Machine.String() {
			other = "; " + here.Machine.String()
		}
		fmt.Fprintf(&out, "| %s | %s%s | %s | %s | %s |\n", name, here.At.Format("2 January 2006, 15:04 UTC"), other, commit, here.busy(), was)
	}
	return out.String()
}

// busy returns how much of the machine others had.
func (r run) busy() string {
	if r.Others == nil {
		return "load averages " + r.Machine.Load
	}
	return fmt.Sprintf("%.0f %%", *r.Others*100)
}
