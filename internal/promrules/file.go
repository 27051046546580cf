// Package promrules reads rule files of Prometheus and turns their alerting
// rules into dashboards and alerts. What has no counterpart is listed, never
// left out silently.
package promrules

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/prometheus/common/model"

	"github.com/cairnstack/cairn/internal/explore/promtext"
)

// FileBytesMax bounds a rule file.
const FileBytesMax = 16 << 20

// file is a rule file as it is written.
type file struct {
	Groups []group `yaml:"groups"`
}

type group struct {
	Name        string            `yaml:"name"`
	Interval    duration          `yaml:"interval"`
	QueryOffset duration          `yaml:"query_offset"`
	Limit       int               `yaml:"limit"`
	Labels      map[string]string `yaml:"labels"`
	Rules       []rule            `yaml:"rules"`
}

type rule struct {
	Record        string            `yaml:"record"`
	Alert         string            `yaml:"alert"`
	Expr          string            `yaml:"expr"`
	For           duration          `yaml:"for"`
	KeepFiringFor duration          `yaml:"keep_firing_for"`
	Labels        map[string]string `yaml:"labels"`
	Annotations   map[string]string `yaml:"annotations"`
}

// duration is a duration as Prometheus writes it: 1h30m.
type duration time.Duration

// UnmarshalYAML reads a duration.
func (d *duration) UnmarshalYAML(text []byte) error {
	var word string
	if err := yaml.Unmarshal(text, &word); err != nil {
		return err
	}
	read, err := model.ParseDuration(word)
	if err != nil {
		return err
	}
	*d = duration(read)
	return nil
}

// parse reads a rule file strictly: a field that Prometheus does not know, a
// rule without an expression and an expression that is no PromQL are errors. A file
// may be empty.
func parse(text []byte) (file, error) {
	if len(text) > FileBytesMax {
		return file{}, fmt.Errorf("is larger than %d bytes", FileBytesMax)
	}
	read, err := decode(text)
	if err != nil {
		return file{}, errors.New(strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	return read, read.check()
}

const manifestKind = "PrometheusRule"

// manifest is a rule file as Kubernetes holds it for the Prometheus operator.
type manifest struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string `yaml:"kind"`
	Metadata   any    `yaml:"metadata"`
	Spec       file   `yaml:"spec"`
}

func decode(text []byte) (read file, err error) {
	var head struct {
		Kind string `yaml:"kind"`
	}
	if yaml.Unmarshal(text, &head) != nil || head.Kind == "" {
		err = yaml.UnmarshalWithOptions(text, &read, yaml.Strict())
		return read, err
	}
	if head.Kind != manifestKind {
		return file{}, fmt.Errorf("kind: is %q, want %s", head.Kind, manifestKind)
	}
	var whole manifest
	err = yaml.UnmarshalWithOptions(text, &whole, yaml.Strict())
	return whole.Spec, err
}

func (f file) check() error {
	var wrong []error
	seen := map[string]bool{}
	for i, g := range f.Groups {
		if g.Name == "" {
			wrong = append(wrong, fmt.Errorf("groups.%d.name: is required", i))
		}
		if seen[g.Name] {
			wrong = append(wrong, fmt.Errorf("group %s: there are two of this name", g.Name))
		}
		seen[g.Name] = true
		for n, r := range g.Rules {
			if err := r.check(); err != nil {
				wrong = append(wrong, fmt.Errorf("group %s, rule %d%s: %w", g.Name, n+1, r.called(), err))
			}
		}
	}
	return errors.Join(wrong...)
}

// called returns the name of a rule for a message.
func (r rule) called() string {
	if r.Alert+r.Record == "" {
		return ""
	}
	return " (" + r.Alert + r.Record + ")"
}

func (r rule) check() error {
	switch {
	case r.Record == "" && r.Alert == "":
		return errors.New("has neither record nor alert")
	case r.Record != "" && r.Alert != "":
		return errors.New("has both record and alert")
	case r.Record != "" && (r.For != 0 || r.KeepFiringFor != 0 || len(r.Annotations) > 0):
		return errors.New("for, keep_firing_for and annotations are of alerting rules")
	case strings.TrimSpace(r.Expr) == "":
		return errors.New("has no expr")
	}
	_, err := promtext.ParseNumbers(r.Expr)
	return err
}
