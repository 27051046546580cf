package querytest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// TestScopesThatNobodyCanComputeAreRefused holds that a condition is accepted
// where a question under it can be asked, and refused at its place where not.
func TestScopesThatNobodyCanComputeAreRefused(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	engine := x.queries.Engine.(explore.ScopedEngine)
	engine.Now = func() time.Time { return shopDay().Add(10 * time.Hour) } // the rows are of nine
	good := map[string]string{
		"sql": "ServiceName = 'cart'", "sql 2": "ResourceAttributes['a'] = 'b'", "sql 3": "lower(ServiceName) LIKE 'c%'",
		"sql 4": "intDiv('a', 1) = 1", "lucene": "ServiceName:cart", "lucene 2": "any.key:>=5",
	}
	bad := map[string]string{
		"sql": "toUInt8(ServiceName, 1, 2) = 1", "sql 2": "intDiv(1, 0) = 1", "sql 4": "toDateTime('never') < Timestamp",
		"sql 5": "ServiceName", "sql 6": "hasToken('a b', 'a b')", "sql 7": "arrayJoin([1, 2]) = 1", "sql 8": "substring(1, 2) = 'a'",
	}
	for _, conditions := range []map[string]string{good, bad} {
		for language, where := range conditions {
			for _, kind := range []stack.SourceKind{"", stack.KindLog, stack.KindTrace, stack.KindMetric} {
				permissions := []stack.RolePermission{
					{Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationData},
					tried(kind, language, where),
				}
				err := engine.CheckScope(permissions)
				if err == nil {
					err = engine.TryScope(t.Context(), x.id, permissions)
				}
				isBad := bad[language] == where
				if isBad != (fault.KindOf(err) == fault.Invalid) || isBad && !strings.HasPrefix(fault.From(err).Message, "permissions.1.conditions.where: ") || !isBad && err != nil {
					t.Errorf("%s of %q: %v", where, kind, err)
				}
			}
		}
	}
}

// TestScopesAreTriedOnRows holds that a condition that fails for rows is refused,
// and that somebody with a scope can't learn so about rows of others.
func TestScopesAreTriedOnRows(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	engine := x.queries.Engine.(explore.ScopedEngine)
	engine.Now = func() time.Time { return shopDay().Add(10 * time.Hour) }
	scoped := access.WithPrincipal(t.Context(), access.Principal{TeamID: x.id, Grants: []stack.Role{{RoleSpec: stack.RoleSpec{
		Permissions: []stack.RolePermission{tried("", "lucene", "ServiceName:nobody")},
	}}}})
	for _, where := range []string{"toUInt64(ServiceName) = 1"} {
		permissions := []stack.RolePermission{tried(stack.KindLog, "sql", where)}
		if err := engine.TryScope(x.ctx, x.id, permissions); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", where, err)
		}
		if err := engine.TryScope(scoped, x.id, permissions); err != nil {
			t.Errorf("%s with a scope: %v", where, err)
		}
	}
}

func tried(kind stack.SourceKind, language, where string) stack.RolePermission {
	word, _, _ := strings.Cut(language, " ")
	conditions := stack.Conditions{"where": where, "whereLanguage": string(query.Language(word))}
	if kind != "" {
		conditions["kind"] = string(kind)
	}
	return stack.RolePermission{Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationData, Conditions: conditions}
}
