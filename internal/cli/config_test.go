package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

func TestConfigShowsDefaults(t *testing.T) {
	t.Parallel()
	got := clitest.Run(t, nil, "config")
	for _, want := range []string{
		`data-dir: "./cairn-data"`, `stack-addr: "127.0.0.1:8000"`, `ui-addr: "127.0.0.1:8080"`,
		`cloud-addr: "127.0.0.1:8100"`, `otlp-grpc-addr: "127.0.0.1:4317"`, `otlp-http-addr: "127.0.0.1:4318"`,
		`admin-addr: "127.0.0.1:9100"`, `clickhouse-url: ""`, `database-url: ""`, `engine-lib: ""`,
		`stack-rate-limit: 600`, `cloud-rate-limit: 40`, `webhook-allow-cidrs: ""`, `trusted-proxies: ""`, `no-evaluator: false`,
		`audit-scoped-reads: false`,
	} {
		if !strings.Contains(got.Stdout, want+"\n") {
			t.Errorf("%s is missing in:\n%s", want, got.Stdout)
		}
	}
}

func TestConfigPrecedence(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "cairn.yaml", "stack-rate-limit: 1\ncloud-rate-limit: 2\nwebhook-allow-cidrs: [127.0.0.0/8, 10.0.0.0/8]\ntrusted-proxies: [10.0.0.0/8]\nno-ui: true\naudit-scoped-reads: true\n")
	env := map[string]string{"CAIRN_CONFIG": file, "CAIRN_STACK_RATE_LIMIT": "3", "CAIRN_UI_ADDR": ""}
	got := clitest.Run(t, env, "config", "--stack-addr", "127.0.0.1:1")
	for _, want := range []string{
		`stack-addr: "127.0.0.1:1"`, `stack-rate-limit: 3`, `cloud-rate-limit: 2`,
		`webhook-allow-cidrs: "127.0.0.0/8,10.0.0.0/8"`, `trusted-proxies: "10.0.0.0/8"`, `no-ui: true`, `ui-addr: ""`,
		`audit-scoped-reads: true`,
	} {
		if !strings.Contains(got.Stdout, want+"\n") {
			t.Errorf("%s is missing in:\n%s%s", want, got.Stdout, got.Stderr)
		}
	}
}

func TestSecretsComeFromFilesAndAreMasked(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "dsn", "postgres://cairn:hunter2@db:5432/cairn\n")
	env := map[string]string{"CAIRN_DATABASE_URL_FILE": file, "CAIRN_CLICKHOUSE_URL": "clickhouse://u:hunter3@ch:9000/db"}
	got := clitest.Run(t, env, "config")
	for _, want := range []string{`database-url: "postgres://cairn:****@db:5432/cairn"`, `clickhouse-url: "clickhouse://u:****@ch:9000/db"`} {
		if !strings.Contains(got.Stdout, want) {
			t.Errorf("%s is missing in:\n%s%s", want, got.Stdout, got.Stderr)
		}
	}
	if strings.Contains(got.Stdout+got.Stderr, "hunter") {
		t.Error("a password is shown")
	}
}

func TestWrongValuesNameTheOption(t *testing.T) {
	t.Parallel()
	f := func(env map[string]string, option string, args ...string) {
		t.Helper()
		got := clitest.Run(t, env, append([]string{"config"}, args...)...)
		if got.Code != cli.ExitUsage || !strings.Contains(got.Stderr, option) {
			t.Errorf("%v %v: code %d, stderr %q; want code 2 and %s", env, args, got.Code, got.Stderr, option)
		}
	}
	f(map[string]string{"CAIRN_STACK_ADDR": "8000"}, "--stack-addr")
	f(map[string]string{"CAIRN_UI_ADDR": "127.0.0.1:99999"}, "--ui-addr")
	f(map[string]string{"CAIRN_STACK_RATE_LIMIT": "many"}, "stack-rate-limit")
	f(map[string]string{"CAIRN_CLOUD_RATE_LIMIT": "-1"}, "--cloud-rate-limit")
	f(map[string]string{"CAIRN_DATABASE_URL": "mysql://x"}, "--database-url")
	f(map[string]string{"CAIRN_CLICKHOUSE_URL": "http://x"}, "--clickhouse-url")
	f(map[string]string{"CAIRN_WEBHOOK_ALLOW_CIDRS": "here"}, "--webhook-allow-cidrs")
	f(map[string]string{"CAIRN_RAW_SQL_TEAMS": "here"}, "--raw-sql-teams")
	f(map[string]string{"CAIRN_TRUSTED_PROXIES": "10.0.0.0/8,10.0.0.1"}, "--trusted-proxies")
	f(map[string]string{"CAIRN_PROXY_PROTOCOL_FROM": "10.0.0.0/8,10.0.0.1"}, "--proxy-protocol-from")
	f(map[string]string{"CAIRN_SMTP_URL": "http://mail", "CAIRN_SMTP_FROM": "cairn@example.com"}, "--smtp-url")
	f(map[string]string{"CAIRN_SMTP_URL": "smtp://mail"}, "--smtp-from")
	f(map[string]string{"CAIRN_PUBLIC_URL": "cairn.example"}, "--public-url")
	f(map[string]string{"CAIRN_ENGINE_MEMORY": "much"}, "--engine-memory: must be a size such as 4GiB")
	f(map[string]string{"CAIRN_ENGINE_MEMORY": "100MiB"}, "--engine-memory: must be a size such as 4GiB, 512MiB or a number of bytes, and at least 512MiB")
	f(map[string]string{"CAIRN_LOG_LEVEL": "loud"}, "--log-level")
	f(map[string]string{"CAIRN_LOG_FORMAT": "xml"}, "--log-format")
	f(map[string]string{"CAIRN_NO_UI": "perhaps"}, "no-ui")
	f(map[string]string{"CAIRN_DATA_DIR": ""}, "--data-dir")
	f(map[string]string{"CAIRN_PRICE_CPU_HOUR": "cheap"}, "--price-cpu-hour")
	f(map[string]string{"CAIRN_PRICE_ANSWERED_GB": "-1"}, "--price-answered-gb")
	f(nil, "--unknown", "--unknown")
	f(map[string]string{"CAIRN_CONFIG": filepath.Join(t.TempDir(), "absent.yaml")}, "--config")
	f(map[string]string{"CAIRN_CONFIG": writeFile(t, "list.yaml", "- a\n")}, "--config")
	f(map[string]string{"CAIRN_CONFIG": writeFile(t, "unknown.yaml", "stack-adr: x\n")}, "stack-adr")
}

func TestWrongSecretsAreNotRepeated(t *testing.T) {
	t.Parallel()
	got := clitest.Run(t, map[string]string{"CAIRN_DATABASE_URL": "hunter2"}, "config")
	if strings.Contains(got.Stderr+got.Stdout, "hunter2") {
		t.Errorf("the value is shown: %q", got.Stderr)
	}
}

func TestSecretFileTooLarge(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "dsn", strings.Repeat("x", cli.SecretFileBytesMax+1))
	got := clitest.Run(t, map[string]string{"CAIRN_DATABASE_URL_FILE": file}, "config")
	if got.Code != cli.ExitUsage || !strings.Contains(got.Stderr, "database-url") {
		t.Errorf("code %d, stderr %q", got.Code, got.Stderr)
	}
}

func TestHelpNamesEveryEnvironmentVariable(t *testing.T) {
	t.Parallel()
	got := clitest.Run(t, nil, "serve", "--help")
	if got.Code != cli.ExitOK || !strings.Contains(got.Stdout, "CAIRN_OTLP_GRPC_ADDR") {
		t.Errorf("code %d:\n%s", got.Code, got.Stdout)
	}
}

func TestHelpIsACommandToo(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"serve"}, {"backup", "verify"}, {"nothing"}} {
		command := clitest.Run(t, nil, append([]string{"help"}, args...)...)
		option := clitest.Run(t, nil, append(args, "--help")...)
		if diff := cmp.Diff(option, command); diff != "" {
			t.Errorf("help of %q (-option +command):\n%s", args, diff)
		}
	}
}

func TestNoCommandIsWrongUsage(t *testing.T) {
	t.Parallel()
	if got := clitest.Run(t, nil); got.Code != cli.ExitUsage {
		t.Errorf("code %d: %s", got.Code, got.Stderr)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	got := clitest.Run(t, nil, "version")
	if got.Code != cli.ExitOK || !strings.HasPrefix(got.Stdout, "cairn ") {
		t.Errorf("code %d: %q", got.Code, got.Stdout)
	}
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
