package cloudapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/doctest"
)

// state is the fields of a resource that a client manages, by name.
type state map[string]any

// planner is a client that keeps a service as its owner declared it: it reads
// the service, compares the fields that it manages, and writes the difference.
type planner struct {
	*house
	t       *testing.T
	path    string
	scaling []string // fields that are written through replicaScaling
	desired state
}

// TestServiceConverges declares services with random values of every mutable
// field of the document. After each change the next plan is empty, reading
// again gives the same, and writing again changes nothing.
func TestServiceConverges(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	created, patched, scaled := mutableFields(t)
	seed := testkit.Seed(t, 7)
	rng := rand.New(rand.NewPCG(seed, seed))
	p := &planner{house: h, t: t, scaling: slices.Sorted(maps.Keys(scaled)), desired: state{"name": "declared", "provider": "aws", "region": "us-east-1"}}
	p.declare("endpoints", []any{map[string]any{"protocol": "mysql", "enabled": false}})
	for _, name := range slices.Sorted(maps.Keys(created)) {
		if values := candidates(t, name, created[name]); patched[name] != nil || scaled[name] != nil {
			p.declare(name, values[rng.IntN(len(values))])
		}
	}
	p.path = p.runningService(t, body(t, p.desired))
	p.wantNothingToDo("create")
	fields := maps.Clone(patched)
	maps.Copy(fields, scaled)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		values := candidates(t, name, fields[name])
		for _, i := range append(rng.Perm(len(values)), 0) {
			p.declare(name, values[i])
			p.apply()
			p.wantNothingToDo(fmt.Sprintf("%s = %v", name, values[i]))
		}
	}
	declarative{h, t}.destroy(p.path)
}

// mutableFields returns the fields of a new service and those that can be
// changed later, with their schemas.
func mutableFields(t *testing.T) (created, patched, scaled map[string]map[string]any) {
	t.Helper()
	for _, o := range doctest.Read(t, described()).Operations {
		switch o.ID {
		case "createService":
			created = o.BodyFields()
		case "updateService":
			patched = o.BodyFields()
		case "scaleService":
			scaled = o.BodyFields()
		}
	}
	return created, patched, scaled
}

// candidates returns values of a field: those that the schema names, or some
// that clients write where it names none.
func candidates(t *testing.T, name string, schema map[string]any) []any {
	t.Helper()
	rule := func(source, description string) any {
		return map[string]any{"source": source, "description": description}
	}
	mysql := func(enabled bool) any {
		return []any{map[string]any{"protocol": "mysql", "enabled": enabled}}
	}
	switch name {
	case "name":
		return []any{"declared", "Declared anew (2)", "[e2e] x"}
	case "endpoints":
		return []any{mysql(false), mysql(true)}
	case "ipAccessList":
		return []any{[]any{}, []any{rule("10.0.0.1/32", "one"), rule("2001:DB8::1", "")}, []any{rule("0.0.0.0/0", "Anywhere")}, []any{rule("10.1.2.3/8", " spaced ")}}
	case "privateEndpointIds":
		return []any{[]any{}, []any{"vpce-0123456789abcdef0"}, []any{"vpce-1", "VPCE-2"}}
	case "tags":
		return []any{[]any{}, []any{map[string]any{"key": "env", "value": "prod"}}, []any{map[string]any{"key": "env", "value": "test"}, map[string]any{"key": "Team", "value": ""}}}
	}
	if words, ok := schema["enum"].([]any); ok {
		return words
	}
	switch schema["type"] {
	case "boolean":
		return []any{false, true}
	case "integer":
		return []any{schema["minimum"], schema["maximum"]}
	}
	return unknownCandidates(t, name)
}

// unknownCandidates is for fields that only a new service has.
func unknownCandidates(t *testing.T, name string) []any {
	t.Helper()
	if slices.Contains([]string{"region", "dataWarehouseId", "backupId"}, name) {
		return []any{nil}
	}
	t.Fatalf("%s is mutable and has no values here", name)
	return nil
}

// declare sets a field and what other fields have to be for it.
func (p *planner) declare(name string, value any) {
	p.desired[name] = value
	d := p.desired
	if smallest, ok := d["minReplicaMemoryGb"].(float64); ok && name == "maxReplicaMemoryGb" && value.(float64) < smallest {
		d["minReplicaMemoryGb"] = value
	}
	if largest, ok := d["maxReplicaMemoryGb"].(float64); ok && name == "minReplicaMemoryGb" && value.(float64) > largest {
		d["maxReplicaMemoryGb"] = value
	}
	if name == "minReplicas" || name == "maxReplicas" {
		d["autoscalingMode"], d["minReplicas"], d["maxReplicas"] = "horizontal", value, value
	}
	if d["autoscalingMode"] == "vertical" {
		delete(d, "minReplicas")
		delete(d, "maxReplicas")
	}
	if d["idleScaling"] == false && name == "idleScaling" {
		delete(d, "idleTimeoutMinutes")
	}
}

// read returns the managed fields as the service has them. An endpoint that
// can be switched is on when it is listed.
func (p *planner) read() (state, string) {
	p.t.Helper()
	answer := p.send(p.t, http.MethodGet, p.path, "")
	service := answer.JSON(p.t)["result"].(map[string]any)
	present := state{}
	for name := range p.desired {
		present[name] = service[name]
	}
	mysql := slices.ContainsFunc(service["endpoints"].([]any), func(e any) bool { return e.(map[string]any)["protocol"] == "mysql" })
	present["endpoints"] = []any{map[string]any{"protocol": "mysql", "enabled": mysql}}
	return present, answer.Header.Get("ETag")
}

// plan returns the fields that differ from what is declared.
func (p *planner) plan() state {
	p.t.Helper()
	present, _ := p.read()
	difference := state{}
	for name, value := range p.desired {
		if body(p.t, normal(value)) != body(p.t, normal(present[name])) {
			difference[name] = value
		}
	}
	return difference
}

// normal leaves out empty texts, which clients do not tell from absent ones.
func normal(value any) any {
	switch value := value.(type) {
	case []any:
		list := make([]any, 0, len(value))
		for _, item := range value {
			list = append(list, normal(item))
		}
		return list
	case map[string]any:
		object := maps.Clone(value)
		maps.DeleteFunc(object, func(_ string, v any) bool { return v == "" })
		return object
	}
	return value
}

// apply writes the plan.
func (p *planner) apply() {
	p.t.Helper()
	present, _ := p.read()
	scaling, patch := state{}, state{}
	for name, value := range p.plan() {
		if slices.Contains(p.scaling, name) {
			scaling[name] = value
			continue
		}
		patch[name] = change(name, present[name], value)
	}
	p.write("/replicaScaling", scaling)
	p.write("", patch)
}

// change returns the value of a field of a patch: some lists are changed item
// by item.
func change(name string, present, value any) any {
	if !slices.Contains([]string{"ipAccessList", "privateEndpointIds", "tags"}, name) {
		return value
	}
	return state{"remove": present, "add": value}
}

func (p *planner) write(path string, fields state) {
	p.t.Helper()
	if len(fields) > 0 {
		p.must(p.t, http.MethodPatch, p.path+path, body(p.t, fields))
	}
}

// wantNothingToDo holds that the plan is empty, that reading is repeatable,
// and that writing everything again changes nothing.
func (p *planner) wantNothingToDo(after string) {
	p.t.Helper()
	if left := p.plan(); len(left) > 0 {
		present, _ := p.read()
		p.t.Fatalf("after %s the plan has %v, and the service %v", after, left, present)
	}
	before, tag := p.read()
	scaling := maps.Clone(p.desired)
	maps.DeleteFunc(scaling, func(name string, _ any) bool { return !slices.Contains(p.scaling, name) })
	p.write("/replicaScaling", scaling)
	p.write("", state{"endpoints": p.desired["endpoints"], "name": p.desired["name"], "tags": state{"add": p.desired["tags"]}})
	again, newTag := p.read()
	if diff := cmp.Diff(before, again); diff != "" || tag != newTag {
		p.t.Errorf("after %s writing again changed %s to %s:\n%s", after, tag, newTag, diff)
	}
}

func body(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}
