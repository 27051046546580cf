package tables

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// migrationName says in which form older programs may go on after a migration:
// all that could before (expand), those that know a version (since), or, without
// either, none.
var migrationName = regexp.MustCompile(`^(\d{4})_([a-z0-9_]+(?:\.expand|\.since_\d{4})?)\.sql$`)

// localSuffix marks the table that holds a server's own part of a
// distributed one.
const localSuffix = "_local"

// OfShard returns the name of the table with a shard's own part of another one.
func OfShard(table string) string { return table + localSuffix }

// migration is one step of the schema.
type migration struct {
	version uint32
	name    string
	text    string // with the placeholders that layout fills
}

// migrations returns the steps in order, which has no gaps.
func migrations() ([]migration, error) {
	var steps []migration
	err := fs.WalkDir(schemaFiles, "schema", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		step, err := readMigration(file)
		steps = append(steps, step)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	slices.SortFunc(steps, func(a, b migration) int { return cmp.Compare(a.version, b.version) })
	for i, step := range steps {
		if int(step.version) != i+1 {
			return nil, fmt.Errorf("schema file %04d_%s.sql is out of order", step.version, step.name)
		}
	}
	return steps, nil
}

func readMigration(file string) (migration, error) {
	parts := migrationName.FindStringSubmatch(path.Base(file))
	if parts == nil {
		return migration{}, fmt.Errorf("schema file %s is not named NNNN_name.sql", file)
	}
	version, err := strconv.ParseUint(parts[1], 10, 32)
	if err != nil {
		return migration{}, fmt.Errorf("schema file %s: %w", file, err)
	}
	text, err := fs.ReadFile(schemaFiles, file)
	if err != nil {
		return migration{}, fmt.Errorf("schema file %s: %w", file, err)
	}
	return migration{version: uint32(version), name: parts[2], text: string(text)}, nil
}

// layout is where a schema's tables stand: on one server, or on every server
// of a cluster with a distributed table over them.
type layout struct {
	database string
	cluster  string
	ddl      clickhouse.DDL // of a cluster
	isPlain  bool           // a cluster's tables are not replicated
	hot      []HotColumn    // of the table that a view shows
}

// statements returns a schema text as the statements to run, in order.
func (l layout) statements(text string) ([]string, error) {
	parsed, err := template.New("schema").Funcs(template.FuncMap{
		"name":        l.name,
		"table":       l.table,
		"stored":      l.stored,
		"engine":      l.engine,
		"distributed": l.distributed,
		"attributes":  l.attributes,
		"system":      l.system,
		"ledger":      l.ledger,
	}).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("parse the schema: %w", err)
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, nil); err != nil {
		return nil, fmt.Errorf("render the schema: %w", err)
	}
	return split(out.String()), nil
}

// split cuts a text at the semicolons that end a line, without its comments.
func split(text string) []string {
	var statements []string
	var current []string
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "--") {
			continue
		}
		body, ends := strings.CutSuffix(line, ";")
		current = append(current, body)
		if ends {
			statements = appendText(statements, current)
			current = nil
		}
	}
	return appendText(statements, current)
}

func appendText(statements, lines []string) []string {
	if text := strings.TrimSpace(strings.Join(lines, "\n")); text != "" {
		return append(statements, text)
	}
	return statements
}

// onCluster is the clause that makes a statement run on every server.
func (l layout) onCluster() string {
	if l.cluster == "" || l.ddl != clickhouse.DDLOnCluster {
		return ""
	}
	return " ON CLUSTER " + clickhouse.QuoteName(l.cluster)
}

// table names what queries and inserts go to.
func (l layout) table(table string) string { return clickhouse.QuoteTable(l.database, table) }

// name names a table or view in the statement that makes it.
func (l layout) name(table string) string { return l.table(table) + l.onCluster() }

// stored names, in the statement that makes it, the table that holds rows.
func (l layout) stored(table string) string { return l.name(l.local(table)) }

func (l layout) local(table string) string {
	if l.cluster == "" {
		return table
	}
	return OfShard(table)
}

// isEach reports whether Cairn runs every statement on every server itself.
func (l layout) isEach() bool { return l.cluster != "" && l.ddl == clickhouse.DDLEach }

// own is the layout as statements have it that are for one server alone.
func (l layout) own() layout {
	l.ddl = clickhouse.DDLEach
	return l
}

// ledger names the table that says which migrations are applied: those of one
// server where Cairn brings each server up to date itself.
func (l layout) ledger() string {
	if l.isEach() {
		return l.table(l.local("schema_migrations"))
	}
	return l.table("schema_migrations")
}

// makeDatabase is the statement that makes the database.
func (l layout) makeDatabase() string {
	text := "CREATE DATABASE IF NOT EXISTS " + clickhouse.QuoteName(l.database) + l.onCluster()
	if l.cluster != "" && l.ddl == clickhouse.DDLReplicatedDatabase {
		text += "\nENGINE = Replicated(" + clickhouse.QuoteText("/clickhouse/databases/"+l.database) + ", '{shard}', '{replica}')"
	}
	return text
}

// dropDatabase is the statement that removes the database.
func (l layout) dropDatabase() string {
	return "DROP DATABASE IF EXISTS " + clickhouse.QuoteName(l.database) + l.onCluster() + " SYNC"
}

// engine returns a table engine, or its replicated kind on a cluster, where
// the servers' configuration says where its replicas meet.
func (l layout) engine(engine string) string {
	if l.cluster == "" || l.isPlain {
		return engine
	}
	return "Replicated" + engine
}

// distributed makes the table over all servers' parts of a stored one; rows
// go to a server by the key. On a single server there is nothing to make.
func (l layout) distributed(table, key string) string {
	if l.cluster == "" {
		return ""
	}
	local := l.local(table)
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s AS %s\nENGINE = Distributed(%s, %s, %s, %s)",
		l.name(table), l.table(local),
		clickhouse.QuoteText(l.cluster), clickhouse.QuoteText(l.database), clickhouse.QuoteText(local), key)
}
