package ql_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/ql"
)

func TestLuceneTextIsExplained(t *testing.T) {
	t.Parallel()
	checkExplains(t, parseLucene, map[string]string{
		"":                             `all rows`,
		"timeout":                      `Body has the word "timeout"`,
		"-timeout":                     `Body does not have the word "timeout"`,
		`"gateway timeout"`:            `Body contains "gateway timeout"`,
		"time*":                        `Body starts with "time"`,
		"*out":                         `Body ends with "out"`,
		"service:cart":                 `service contains "cart"`,
		`service:"cart"`:               `service is "cart"`,
		`NOT service:"cart"`:           `service is not "cart"`,
		"status:500":                   `status is or contains 500`,
		"status:>=500":                 `status is at least 500`,
		"-status:<500":                 `status is not less than 500`,
		"took:[100 TO 500]":            `took is between 100 and 500`,
		"took:[100 TO *]":              `took is at least 100`,
		"took:{* TO 5}":                `took is less than 5`,
		"took:{1 TO 5]":                `took is more than 1 and at most 5`,
		"user.id:*":                    `user.id is present`,
		"-user.id:*":                   `user.id is missing`,
		"level:(error OR fatal)":       `level contains "error" or level contains "fatal"`,
		"(a OR b) c":                   `(Body has the word "a" or Body has the word "b") and Body has the word "c"`,
		"a b OR c":                     `(Body has the word "a" and Body has the word "b") or Body has the word "c"`,
		`NOT (level:"a" OR level:"b")`: `not (level is "a" or level is "b")`,
		"a NOT (b c)":                  `Body has the word "a" and not (Body has the word "b" and Body has the word "c")`,
	})
}

func TestExpressionIsExplained(t *testing.T) {
	t.Parallel()
	checkExplains(t, parseScalar, map[string]string{
		"ServiceName = 'cart'":                         `ServiceName is "cart"`,
		"ServiceName <> 'cart'":                        `ServiceName is not "cart"`,
		"LogAttributes['http.route'] = '/pay'":         `LogAttributes.http.route is "/pay"`,
		"user.id != ''":                                `user.id is not empty`,
		"Body ILIKE '%timeout%'":                       `Body contains "timeout"`,
		"Body NOT ILIKE '%timeout%'":                   `Body does not contain "timeout"`,
		"Body LIKE 'GET %'":                            `Body starts with "GET " in this letter case`,
		"Body ILIKE '%out'":                            `Body ends with "out"`,
		"Body ILIKE 'a%b'":                             `Body matches the pattern "a%b"`,
		`Body ILIKE '%5\\%%'`:                          `Body contains "5%"`,
		"level IN ('error', 'fatal')":                  `level is one of "error", "fatal"`,
		"level NOT IN ('error')":                       `level is not "error"`,
		"Duration > 5 AND Duration <= 9":               `Duration is more than 5 and Duration is at most 9`,
		"NOT Duration BETWEEN 1 AND 2":                 `Duration is not between 1 and 2`,
		"x IS NOT NULL":                                `x is not null`,
		"match(Body, 'time(d )?out')":                  `Body matches the regular expression "time(d )?out"`,
		"NOT hasTokenCaseInsensitive(Body, 'timeout')": `Body does not have the word "timeout"`,
		"a = 1 OR b = 2 AND NOT c = 3":                 `a is 1 or (b is 2 and c is not 3)`,
		"length(Body) > 10":                            `length(Body) is more than 10`,
		"NOT has(['a'], ServiceName)":                  `not has(['a'], ServiceName)`,
	})
}

func checkExplains(t *testing.T, parse func(string) (ql.Node, error), cases map[string]string) {
	t.Helper()
	for text, want := range cases {
		node, err := parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := ql.Explain(node, "Body"); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
