package archtest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/archtest"
)

const module = "github.com/cairnstack/cairn/"

// at makes a package of the module with its imports; a leading dot stands for
// the module.
func at(path string, imports ...string) archtest.Package {
	p := archtest.Package{Path: module + path}
	for _, i := range imports {
		if i[0] == '.' {
			i = module + i[1:]
		}
		p.Imports = append(p.Imports, i)
	}
	return p
}

func TestCheck(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		pkg  archtest.Package
		want []string
	}{
		{"arrows_down_are_allowed", at("internal/stackapi", ".internal/resources", ".internal/stack", ".internal/fault", ".internal/logx"), nil},
		{"app_imports_everything", at("internal/app", ".internal/stackapi", ".internal/resources", ".internal/org", ".web"), nil},
		{"api_imports_httpx", at("internal/uiapi", ".internal/httpx"), nil},
		{"use_case_imports_access", at("internal/cloud", ".internal/access"), nil},
		{"sub_package_of_its_own", at("internal/sqlstore", ".internal/sqlstore/migrations"), nil},
		{"testkit_imports_app", at("internal/testkit", ".internal/app", ".internal/testkit/pgtest"), nil},
		{"generator_for_tests_below_a_domain_package", at("internal/stack/stackgen", ".internal/stack", "math/rand/v2"), nil},
		{"nouns_use_the_words_of_questions", at("internal/stack", ".internal/query", ".internal/telemetry"), nil},
		{"domain_parses_addresses", at("internal/org", "net/netip", "net/url", "time"), nil},
		{"compiler_reads_the_user's_tree", at("internal/clickhouse/compile", ".internal/ql"), nil},
		{"questions_stand_on_the_compiler", at("internal/clickhouse/read", ".internal/clickhouse/compile", ".internal/clickhouse"), nil},
		{
			"only_the_compiler_reads_the_user's_tree", at("internal/clickhouse/read", ".internal/ql"),
			[]string{"internal/clickhouse/read must not import internal/ql: of the adapters only internal/clickhouse/compile and internal/clickhouse/compile/keyed may"},
		},
		{
			"deciding_does_not_know_telling", at("internal/alerting/evaluator", ".internal/alerting/notifier"),
			[]string{`internal/alerting/evaluator must not import internal/alerting/notifier: packages of the layer "use case" do not import each other`},
		},
		{
			"tables_do_not_know_questions", at("internal/clickhouse/tables", ".internal/clickhouse/read"),
			[]string{`internal/clickhouse/tables must not import internal/clickhouse/read: packages of the layer "adapter" do not import each other`},
		},
		{
			"arrow_up", at("internal/stack", ".internal/resources"),
			[]string{"internal/stack must not import internal/resources: domain must not know use case"},
		},
		{
			"use_case_knows_no_adapter", at("internal/resources", ".internal/sqlstore"),
			[]string{"internal/resources must not import internal/sqlstore: use case must not know adapter"},
		},
		{
			"adapters_side_by_side", at("internal/otlp", ".internal/wal"),
			[]string{`internal/otlp must not import internal/wal: packages of the layer "adapter" do not import each other`},
		},
		{
			"httpx_is_for_apis_alone", at("internal/otlp", ".internal/httpx"),
			[]string{`internal/otlp must not import internal/httpx: packages of the layer "adapter" do not import each other`},
		},
		{
			"use_cases_side_by_side", at("internal/resources", ".internal/cloud"),
			[]string{`internal/resources must not import internal/cloud: packages of the layer "use case" do not import each other`},
		},
		{
			"words_stand_on_words_before_them", at("internal/telemetry", ".internal/stack"),
			[]string{`internal/telemetry must not import internal/stack: packages of the layer "domain" do not import each other`},
		},
		{
			"domain_does_no_io", at("internal/ql", "os", "net/http", "database/sql"),
			[]string{
				"internal/ql must not import os: domain does without it",
				"internal/ql must not import net/http: domain does without it",
				"internal/ql must not import database/sql: domain does without it",
			},
		},
		{
			"domain_has_no_dependency", at("internal/evaluate", "github.com/google/uuid"),
			[]string{"internal/evaluate must not import github.com/google/uuid: domain is standard library and fault only"},
		},
		{
			"use_case_speaks_no_sql", at("internal/metering", "database/sql"),
			[]string{"internal/metering must not import database/sql: use case does without it"},
		},
		{
			"support_stands_alone", at("internal/logx", ".internal/access"),
			[]string{"internal/logx must not import internal/access: support must not know use case"},
		},
		{
			"only_tests_use_testkit", at("internal/app", ".internal/testkit"),
			[]string{"internal/app must not import internal/testkit: app must not know testing"},
		},
		{
			"domain_does_not_use_its_generator", at("internal/stack", ".internal/stack/stackgen"),
			[]string{"internal/stack must not import internal/stack/stackgen: domain must not know testing"},
		},
		{
			"nobody_imports_app", at("internal/uiapi", ".internal/app"),
			[]string{"internal/uiapi must not import internal/app: adapter must not know app"},
		},
		{
			"unknown_package", at("internal/helpers", "os"),
			[]string{"internal/helpers has no layer: give it a layer in internal/archtest"},
		},
		{
			"unknown_import", at("internal/app", ".pkg/things"),
			[]string{"internal/app must not import pkg/things: it has no layer"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := archtest.Cairn().Check([]archtest.Package{tt.pkg})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("broken rules (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheck_reports_packages_that_can_not_be_read(t *testing.T) {
	t.Parallel()
	p := at("internal/fault")
	p.Problems = []string{"no files"}
	if diff := cmp.Diff([]string{"no files"}, archtest.Cairn().Check([]archtest.Package{p})); diff != "" {
		t.Error(diff)
	}
}
