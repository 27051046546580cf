package app

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/mail"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/stack"
)

// Config is everything that an operator can set. A field is a flag, an
// environment variable with the prefix CAIRN_, and a key of the optional
// YAML file, all under the same name; docs/operations.md lists them.
type Config struct {
	DataDir string `default:"./cairn-data" help:"Folder that holds everything Cairn stores." placeholder:"DIR"`

	StackAddr    string `default:"127.0.0.1:8000" help:"Address of the stack API; empty to disable it." placeholder:"ADDR"`
	UIAddr       string `name:"ui-addr" default:"127.0.0.1:8080" help:"Address of the web interface; empty to disable it." placeholder:"ADDR"`
	CloudAddr    string `default:"127.0.0.1:8100" help:"Address of the cloud API; empty to disable it." placeholder:"ADDR"`
	OTLPGRPCAddr string `name:"otlp-grpc-addr" default:"127.0.0.1:4317" help:"Address of the OTLP/gRPC receiver; empty to disable it." placeholder:"ADDR"`
	OTLPHTTPAddr string `name:"otlp-http-addr" default:"127.0.0.1:4318" help:"Address of the OTLP/HTTP receiver; empty to disable it." placeholder:"ADDR"`
	AdminAddr    string `default:"127.0.0.1:9100" help:"Address of health, metrics and profiles; empty to disable it." placeholder:"ADDR"`

	TLSCert     string `name:"tls-cert" help:"Certificate in PEM form, with those of its authorities behind it, that every listener but the admin listener speaks TLS with; a new one is taken while the server runs. Empty for plain HTTP." placeholder:"FILE"`
	TLSKey      string `name:"tls-key" help:"Private key of the certificate, in PEM form, not encrypted." placeholder:"FILE"`
	TLSClientCA string `name:"tls-client-ca" help:"Authorities, in PEM form, one of which must have signed the certificate of a client that sends telemetry; empty to ask for none." placeholder:"FILE"`
	AdminTLS    bool   `name:"admin-tls" help:"The admin listener speaks TLS, too."`
	HSTSMaxAge  int    `name:"hsts-max-age" default:"31536000" help:"Seconds for which browsers that came over TLS refuse to come without it (Strict-Transport-Security); 0 makes them forget." placeholder:"SECONDS"`

	AdminHosts []string `name:"admin-hosts" help:"Host names that the admin listener accepts besides addresses and localhost." placeholder:"NAME,…"`

	ClickhouseURL string `name:"clickhouse-url" secret:"" help:"External ClickHouse, clickhouse://user:pass@host:9000/db?cluster=name&secure=true; empty to run the embedded engine." placeholder:"URL"`
	DatabaseURL   string `name:"database-url" secret:"" help:"PostgreSQL for metadata, postgres://…; empty to use SQLite in the data folder." placeholder:"URL"`
	SecretKey     string `name:"secret-key" secret:"" help:"Key that seals secrets in the database, 32 bytes in base64; empty to keep one in the data folder." placeholder:"KEY"`
	EngineMemory  string `help:"Memory of the embedded engine, such as 4GiB, 512MiB or a number of bytes; when empty, a quarter of the memory of the machine or its cgroup, and at least 1GiB." placeholder:"SIZE"`
	EngineLib     string `help:"Path of the engine library; found automatically when empty." placeholder:"FILE"`

	BackupDir         string `name:"backup-dir" help:"Folder for the backups of services, which all servers of the installation have to see; without it and --backup-s3-url, none are made." placeholder:"DIR"`
	BackupS3URL       string `name:"backup-s3-url" help:"S3-compatible storage for the backups of services in place of a folder, s3://bucket/prefix?region=name&endpoint=https://host." placeholder:"URL"`
	BackupS3AccessKey string `name:"backup-s3-access-key" secret:"" help:"Access key of that storage; when empty, as in AWS_ACCESS_KEY_ID, the AWS credentials file or the role of the machine." placeholder:"KEY"`
	BackupS3SecretKey string `name:"backup-s3-secret-key" secret:"" help:"Secret of the access key." placeholder:"SECRET"`

	StackRateLimit int `default:"600" help:"Requests per minute per key on the stack API; 0 for no limit." placeholder:"N"`
	CloudRateLimit int `default:"40" help:"Requests per 10 seconds per key on the cloud API; 0 for no limit." placeholder:"N"`

	IngestRateRows  int      `default:"0" help:"Records accepted per second per team; 0 for no limit." placeholder:"N"`
	IngestRateBytes int      `default:"0" help:"Bytes accepted per second per team; 0 for no limit." placeholder:"N"`
	IngestSeriesMax int      `default:"1000000" help:"Active series of metrics per team; points of further series are refused; 0 for no limit." placeholder:"N"`
	WALBytesMax     int64    `name:"wal-bytes-max" default:"4294967296" help:"Maximum size of the disk buffer for telemetry that the engine has not stored yet." placeholder:"BYTES"`
	OTLPCORSOrigins []string `name:"otlp-cors-origins" help:"Origins of pages that may send telemetry from browsers, or *." placeholder:"ORIGIN,…"`

	PriceStorageGBMonth string `name:"price-storage-gb-month" default:"0.025" help:"Price of keeping a gigabyte of telemetry for a month, in units." placeholder:"UNITS"`
	PriceBackupGBMonth  string `name:"price-backup-gb-month" default:"0.025" help:"Price of keeping a gigabyte of backups for a month, in units." placeholder:"UNITS"`
	PriceCPUHour        string `name:"price-cpu-hour" default:"0.15" help:"Price of an hour of one processor in queries and inserts, in units." placeholder:"UNITS"`
	PriceReceivedGB     string `name:"price-received-gb" default:"0" help:"Price of a gigabyte of telemetry and requests received, in units." placeholder:"UNITS"`
	PriceAnsweredGB     string `name:"price-answered-gb" default:"0.1" help:"Price of a gigabyte of responses, in units." placeholder:"UNITS"`

	AlertWaitMax int `default:"300" help:"Seconds that alerts wait for a node that has received telemetry, may not have stored it and says nothing; then they go on without." placeholder:"SECONDS"`

	WebhookAllowCIDRs []string `name:"webhook-allow-cidrs" help:"Private networks that webhooks and connections may reach, such as 127.0.0.0/8." placeholder:"CIDR,…"`
	RawSQLTeams       []string `name:"raw-sql-teams" help:"Ids of the teams whose dashboards may have raw SQL tiles, or *." placeholder:"ID,…"`
	TrustedProxies    []string `name:"trusted-proxies" help:"Networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, such as 10.0.0.0/8; empty to trust none." placeholder:"CIDR,…"`
	SMTPURL           string   `name:"smtp-url" secret:"" help:"Mail server for password links and for backups that failed, smtp://user:pass@host:587 (STARTTLS) or smtps://host:465; empty to send no e-mail." placeholder:"URL"`
	SMTPFrom          string   `name:"smtp-from" help:"Sender of e-mails, such as cairn@example.com; required with --smtp-url." placeholder:"ADDRESS"`
	SSOConfig         string   `name:"sso-config" help:"YAML file that lists OpenID Connect providers for single sign-on; empty for none." placeholder:"FILE"`
	SSOOnly           bool     `name:"sso-only" help:"Single sign-on is the only way in: passwords and links that set one are refused."`
	ProxyProtocolFrom []string `name:"proxy-protocol-from" help:"Networks of load balancers that begin each connection with a PROXY protocol header (version 1 or 2), such as 10.0.1.0/24; empty for none." placeholder:"CIDR,…"`
	AuditScopedReads  bool     `name:"audit-scoped-reads" help:"Record in the audit log what people with a data scope read."`
	PublicURL         string   `name:"public-url" help:"Address of the web interface as users see it, for links; the UI's own address when empty." placeholder:"URL"`
	BasePath          string   `name:"base-path" help:"Path below which a proxy serves the web interface, such as /cairn; empty for the path in --public-url." placeholder:"PATH"`

	NoStack     bool `name:"no-stack" help:"Do not serve the stack API."`
	NoUI        bool `name:"no-ui" help:"Do not serve the web interface."`
	NoCloud     bool `name:"no-cloud" help:"Do not serve the cloud API."`
	NoOTLP      bool `name:"no-otlp" help:"Do not receive telemetry."`
	NoEvaluator bool `name:"no-evaluator" help:"Do not evaluate alerts."`
	NoNotifier  bool `name:"no-notifier" help:"Do not deliver notifications."`
	NoMetering  bool `name:"no-metering" help:"Do not meter usage."`
	NoBackups   bool `name:"no-backups" help:"Do not make or restore backups of services."`

	LogLevel  string `default:"info" help:"Lowest level to log: debug, info, warn or error." placeholder:"LEVEL"`
	LogFormat string `default:"auto" help:"Format of log lines: text, json, or auto (text on a terminal)." placeholder:"FORMAT"`
}

// Role is a part of the program that can be switched off.
type Role string

// The roles that listen.
const (
	RoleStack    Role = "stack"
	RoleUI       Role = "ui"
	RoleCloud    Role = "cloud"
	RoleOTLPGRPC Role = "otlp-grpc"
	RoleOTLPHTTP Role = "otlp-http"
	RoleAdmin    Role = "admin"
)

// Listen returns the address on which the role listens; empty when it is off.
func (c Config) Listen(role Role) string {
	switch role {
	case RoleStack:
		return unless(c.NoStack, c.StackAddr)
	case RoleUI:
		return unless(c.NoUI, c.UIAddr)
	case RoleCloud:
		return unless(c.NoCloud, c.CloudAddr)
	case RoleOTLPGRPC:
		return unless(c.NoOTLP, c.OTLPGRPCAddr)
	case RoleOTLPHTTP:
		return unless(c.NoOTLP, c.OTLPHTTPAddr)
	case RoleAdmin:
		return c.AdminAddr
	}
	return ""
}

func unless(off bool, addr string) string {
	if off {
		return ""
	}
	return addr
}

// Embedded reports whether the engine runs as a child of this program.
func (c Config) Embedded() bool { return c.ClickhouseURL == "" }

// EngineDir is where the embedded engine keeps its files.
func (c Config) EngineDir() string { return filepath.Join(c.DataDir, "engine") }

// Check returns an error that names every option whose value is wrong. No
// message repeats the value: it may be a secret.
func (c Config) Check() error {
	var wrong []string
	refuse := func(option, rule string) { wrong = append(wrong, "--"+option+": "+rule) }
	if c.DataDir == "" {
		refuse("data-dir", "must not be empty")
	}
	c.checkAddrs(refuse)
	c.checkLimits(refuse)
	c.checkURLs(refuse)
	c.checkBasePath(refuse)
	c.checkTLS(refuse)
	c.prices(refuse)
	c.checkSecretKey(refuse)
	c.checkBackups(refuse)
	c.checkWords(refuse)
	if len(wrong) == 0 {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(wrong, "; "))
}

func (c Config) checkAddrs(refuse func(option, rule string)) {
	addrs := map[string]string{
		"stack-addr": c.StackAddr, "ui-addr": c.UIAddr, "cloud-addr": c.CloudAddr,
		"otlp-grpc-addr": c.OTLPGRPCAddr, "otlp-http-addr": c.OTLPHTTPAddr, "admin-addr": c.AdminAddr,
	}
	for _, option := range slices.Sorted(maps.Keys(addrs)) {
		if addr := addrs[option]; addr != "" && !isListenAddr(addr) {
			refuse(option, "must be host:port with a port from 0 to 65535, or empty")
		}
	}
}

func isListenAddr(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	n, err := strconv.Atoi(port)
	return err == nil && n >= 0 && n <= 65535
}

func (c Config) checkLimits(refuse func(option, rule string)) {
	for option, limit := range map[string]int{
		"stack-rate-limit": c.StackRateLimit, "cloud-rate-limit": c.CloudRateLimit,
		"ingest-rate-rows": c.IngestRateRows, "ingest-rate-bytes": c.IngestRateBytes,
		"ingest-series-max": c.IngestSeriesMax, "alert-wait-max": c.AlertWaitMax,
	} {
		if limit < 0 {
			refuse(option, "must be 0 or more")
		}
	}
	if c.WALBytesMax < walBytesMin {
		refuse("wal-bytes-max", "must be at least 134217728")
	}
	if _, err := parseEngineMemory(c.EngineMemory); err != nil {
		refuse("engine-memory", err.Error())
	}
}

// Bounds of the write-ahead log's size; the smallest is two of its files.
const (
	walBytesMin        = 128 << 20
	walBytesMaxDefault = 4 << 30
)

func (c Config) checkURLs(refuse func(option, rule string)) {
	if c.ClickhouseURL != "" && !strings.HasPrefix(c.ClickhouseURL, "clickhouse://") {
		refuse("clickhouse-url", "must begin with clickhouse://")
	}
	if c.DatabaseURL != "" && !hasAnyPrefix(c.DatabaseURL, "postgres://", "postgresql://") {
		refuse("database-url", "must begin with postgres://")
	}
	if u, err := url.Parse(c.PublicURL); c.PublicURL != "" && (err != nil || u.Host == "" || !hasAnyPrefix(c.PublicURL, "http://", "https://")) {
		refuse("public-url", "must be an http or https address")
	}
	c.checkMail(refuse)
}

func (c Config) checkMail(refuse func(option, rule string)) {
	if c.SMTPURL == "" {
		return
	}
	_, err := mail.New(c.SMTPURL, c.SMTPFrom)
	switch {
	case errors.Is(err, mail.ErrURL):
		refuse("smtp-url", err.Error())
	case err != nil:
		refuse("smtp-from", err.Error())
	}
}

func (c Config) checkSecretKey(refuse func(option, rule string)) {
	if c.SecretKey == "" {
		return
	}
	if _, err := parseSecretKey(c.SecretKey); err != nil {
		refuse("secret-key", err.Error())
	}
}

func hasAnyPrefix(text string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

func (c Config) checkWords(refuse func(option, rule string)) {
	if c.SSOOnly && c.SSOConfig == "" {
		refuse("sso-only", "needs --sso-config")
	}
	for _, cidr := range c.WebhookAllowCIDRs {
		if _, err := netip.ParsePrefix(cidr); err != nil {
			refuse("webhook-allow-cidrs", "must be networks such as 127.0.0.0/8, separated by commas")
		}
	}
	if _, err := peer.ParseProxies(c.TrustedProxies); err != nil {
		refuse("trusted-proxies", err.Error())
	}
	if _, err := peer.ParseProxies(c.ProxyProtocolFrom); err != nil {
		refuse("proxy-protocol-from", err.Error())
	}
	for _, team := range c.RawSQLTeams {
		if team != "*" && stack.CheckID("team", team) != nil {
			refuse("raw-sql-teams", "must be ids of teams, separated by commas, or *")
		}
	}
	if !oneOf(c.LogLevel, "debug", "info", "warn", "error") {
		refuse("log-level", "must be debug, info, warn or error")
	}
	if !oneOf(c.LogFormat, "auto", "text", "json") {
		refuse("log-format", "must be auto, text or json")
	}
}

func oneOf(word string, words ...string) bool {
	return slices.Contains(words, word)
}

// EnvName returns the environment variable of an option.
func EnvName(option string) string {
	return "CAIRN_" + strings.ToUpper(strings.ReplaceAll(option, "-", "_"))
}
