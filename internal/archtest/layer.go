// Package archtest holds the module to its layers: cmd, app, adapters, use
// cases, domain, fault. Its tests read the import graph of the whole module
// and fail on an arrow that points up or sideways.
package archtest

import (
	"slices"
	"strings"
)

// Layer is a storey of the module. Arrows go down only.
type Layer string

// The layers, from the top down.
const (
	Bench   Layer = "bench"    // the benchmark drivers, which may start what tests start
	Command Layer = "command"  // cmd
	CLI     Layer = "cli"      // options, commands, and what they print
	App     Layer = "app"      // the composition root
	Adapter Layer = "adapter"  // one technology each
	UseCase Layer = "use case" // arranges the domain
	Support Layer = "support"  // small things that everything above the domain may use
	Domain  Layer = "domain"   // decides; no I/O, no clock
	Fault   Layer = "fault"    // the vocabulary of failure
	Testing Layer = "testing"  // used by tests and benchmarks alone
)

// Rules says which package belongs to which layer and which arrows are allowed.
type Rules struct {
	// Module is the module's path.
	Module string
	// Layers gives each package, by its path below the module, its layer. The
	// packages below it belong to the same layer unless they have their own.
	Layers map[string]Layer
	// Below lists the layers that a layer may import.
	Below map[Layer][]Layer
	// Sideways lists the packages that packages of the same layer may import.
	Sideways map[Layer][]string
	// Ordered lists packages of a layer that may import those before them.
	Ordered map[Layer][]string
	// Importers lists the only packages that may import the key.
	Importers map[string][]string
	// Reserved lists, for packages of lower layers, the only adapters that may
	// import them.
	Reserved map[string][]string
	// Denied lists the packages of the standard library, by prefix, that a
	// layer must do without.
	Denied map[Layer][]string
}

// Cairn is the architecture of this module, as docs/architecture.md draws it.
func Cairn() Rules {
	return Rules{
		Module: "github.com/cairnstack/cairn",
		Layers: layers(),
		Below: map[Layer][]Layer{
			Bench:   {CLI, App, Adapter, UseCase, Support, Domain, Fault, Testing},
			Command: {CLI, App, Adapter, UseCase, Support, Domain, Fault},
			CLI:     {App, Adapter, UseCase, Support, Domain, Fault},
			App:     {Adapter, UseCase, Support, Domain, Fault},
			Adapter: {UseCase, Support, Domain, Fault},
			UseCase: {Support, Domain, Fault},
			Support: {Fault},
			Domain:  {Fault},
			Testing: {CLI, App, Adapter, UseCase, Support, Domain, Fault},
		},
		Sideways: map[Layer][]string{
			// The principal and its permissions are every use case's business, and
			// so are questions to telemetry.
			UseCase: {"internal/access", "internal/explore"},
		},
		Ordered: map[Layer][]string{
			Domain: {"internal/telemetry", "internal/query", "internal/ql", "internal/stack", "internal/evaluate", "internal/org"},
		},
		Importers: map[string][]string{
			"internal/httpx": {"internal/cloudapi", "internal/stackapi", "internal/uiapi", "internal/promapi", "internal/stackwire", "internal/stackroutes"},
			// The stack has one form on the wire and one set of routes, for two
			// deployments.
			"internal/stackwire":   {"internal/cloudapi", "internal/stackapi", "internal/stackroutes"},
			"internal/stackroutes": {"internal/cloudapi", "internal/stackapi"},
			// Deciding, telling and reviewing share their nouns and nothing else.
			"internal/alerting": {"internal/alerting/evaluator", "internal/alerting/notifier", "internal/alerting/review"},
			// Every change leaves a record, no matter who makes it.
			"internal/sqlstore": {"internal/audit"},
			// What intakes share.
			"internal/receive": {"internal/otlp", "internal/promwrite"},
			// The engine: questions stand on the compiler, that on the tables, and
			// all on the client.
			"internal/clickhouse":               engine("embedded", "tables", "compile", "compile/keyed", "read"),
			"internal/clickhouse/tables":        engine("compile", "compile/keyed", "read"),
			"internal/clickhouse/compile":       engine("compile/keyed", "read"),
			"internal/clickhouse/compile/keyed": engine("read"),
		},
		Reserved: map[string][]string{
			// One package makes SQL of a user's tree.
			"internal/ql": engine("compile", "compile/keyed"),
		},
		Denied: map[Layer][]string{
			UseCase: {"database/sql", "net/http"},
			Domain:  impure(),
			Fault:   impure(),
		},
	}
}

func layers() map[string]Layer {
	all := map[string]Layer{"cmd": Command, "bench": Bench, "internal/cli": CLI, "internal/app": App, "internal/fault": Fault, "web": Support}
	add := func(layer Layer, names ...string) {
		for _, name := range names {
			all["internal/"+name] = layer
		}
	}
	add(Adapter, "httpx", "stackwire", "stackroutes", "cloudapi", "stackapi", "uiapi", "promapi", "receive", "otlp", "promwrite", "sqlstore", "audit", "wal", "webhook", "mail", "sso", "link", "files", "objectstore", "promrules")
	add(Adapter, "clickhouse", "clickhouse/embedded", "clickhouse/tables", "clickhouse/compile", "clickhouse/compile/keyed", "clickhouse/read")
	add(UseCase, "cloud", "resources", "explore", "access", "alerting", "alerting/evaluator", "alerting/notifier", "alerting/review", "ingest", "metering", "backup", "prom", "grafana")
	add(Support, "certs", "disk", "http1", "logx", "metric", "pause", "peer", "systemd", "wire")
	add(Domain, "telemetry", "query", "ql", "stack", "evaluate", "org")
	add(Testing, "testkit", "archtest", "stack/stackgen", "clickhouse/compile/compiletest")
	return all
}

// engine returns packages of the telemetry engine.
func engine(names ...string) []string {
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = "internal/clickhouse/" + name
	}
	return paths
}

// impure lists what reads or changes the world: files, sockets, processes,
// databases, randomness, logs.
func impure() []string {
	return []string{
		"crypto/rand", "database/sql", "io/ioutil", "log", "math/rand", "net", "os",
		"plugin", "runtime", "syscall", "testing", "unsafe",
	}
}

// pure lists the exceptions from impure: packages that only parse.
func pure() []string { return []string{"net/mail", "net/netip", "net/url"} }

func isDenied(path string, denied []string) bool {
	if slices.Contains(pure(), path) {
		return false
	}
	return slices.ContainsFunc(denied, func(prefix string) bool { return within(path, prefix) })
}

// within reports whether path is the folder or stands below it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}
