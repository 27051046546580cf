package embedded

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"text/template"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/disk"
)

// The engine's own log is rotated by the engine at this size.
const (
	engineLogBytesMax = 10 << 20
	engineLogFilesMax = 2
)

// Files of the engine that hold nothing of value.
const (
	configFile    = "config.xml"
	usersFile     = "users.xml"
	engineLogFile = "engine.log"
	historyFile   = "history"
)

// engineConfig is what the templates of config.xml and users.xml show.
type engineConfig struct {
	Sizes

	DataPath    string
	UsersPath   string
	LogPath     string
	HistoryPath string // a file of our own: the engine changes its mode
	LogBytes    int
	LogFiles    int
	Host        string
	Port        int
	Nonce       string
	QueriesMax  int
	Users       []engineUser
	Peering     Peering
	// KeepFreeBytes is the space that inserts and merges leave on the disk.
	KeepFreeBytes int64
}

type engineUser struct {
	Name         string
	PasswordHash string
	Host         string
	QueriesMax   int
	Settings     []clickhouse.Setting
	Constraints  []clickhouse.Constraint
	Grants       []string
}

// What the engine may find broken and start nevertheless: everything. It sets
// broken parts aside, and Damage finds them there.
const (
	brokenPartsMax = 1 << 40
	brokenBytesMax = 1 << 60
)

// keepFreeBytes returns what the engine leaves free on the disk of its folder.
func keepFreeBytes(dir string) int64 {
	space, err := disk.Measure(dir)
	if err != nil {
		return 0
	}
	return space.EngineFloorBytes()
}

// BrokenPartsMax returns how many broken parts a table may have.
func (engineConfig) BrokenPartsMax() int64 { return brokenPartsMax }

// BrokenBytesMax returns how large the broken parts of a table may be.
func (engineConfig) BrokenBytesMax() int64 { return brokenBytesMax }

// grants returns what a role may do on the embedded engine: the telemetry
// databases and nothing beside them. The database default is empty; a
// connection returns to it between databases.
func grants(role clickhouse.Role) []string {
	const standOnDefault = "GRANT SHOW DATABASES ON default.*"
	switch role {
	case clickhouse.Writer:
		return []string{standOnDefault, "GRANT SELECT, INSERT ON cairn_*.*"}
	case clickhouse.Reader:
		return []string{standOnDefault, "GRANT SELECT ON cairn_*.*"}
	case clickhouse.Admin:
		return []string{
			standOnDefault,
			"GRANT SHOW, SELECT, INSERT, ALTER, CREATE, DROP, TRUNCATE, OPTIMIZE ON cairn_*.*",
			"GRANT TABLE ENGINE ON *",
			"GRANT SHOW, SELECT ON system.*",
			"GRANT KILL QUERY, SYSTEM FLUSH LOGS ON *.*",
		}
	}
	return nil
}

// engineUsers returns the users of the roles with their profiles.
func engineUsers(logins [clickhouse.Roles]clickhouse.Login, ceiling clickhouse.Limits) []engineUser {
	users := make([]engineUser, 0, clickhouse.Roles)
	for i, login := range logins {
		role := clickhouse.Role(i)
		user := engineUser{
			Name:         login.User,
			PasswordHash: passwordHash(login.Password),
			Host:         loopback,
			QueriesMax:   clickhouse.RoleQueriesMax,
			Settings:     append(clickhouse.ThreadSettings(role), clickhouse.RoleSettings(role, ceiling)...),
			Grants:       grants(role),
		}
		if role == clickhouse.Reader {
			user.Constraints = clickhouse.ReaderConstraints(ceiling)
		}
		users = append(users, user)
	}
	return users
}

func passwordHash(password string) string {
	sum := sha256.Sum256([]byte(password))
	return hex.EncodeToString(sum[:])
}

// write renders both files; configPath is the one that the engine is given.
func (c engineConfig) write(configPath string) error {
	if err := c.writeFile(configPath, configTemplate); err != nil {
		return err
	}
	return c.writeFile(c.UsersPath, usersTemplate)
}

func (c engineConfig) writeFile(path, text string) error {
	parsed, err := template.New(filepath.Base(path)).Funcs(template.FuncMap{"xml": xmlText}).Parse(text)
	if err != nil {
		return fmt.Errorf("parse the template of %s: %w", path, err)
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, c); err != nil {
		return fmt.Errorf("render %s: %w", path, err)
	}
	return writePrivate(path, out.Bytes())
}

// writePrivate replaces the file by one that only its owner can read.
func writePrivate(path string, content []byte) error {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("replace %s: %w", path, err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func xmlText(value string) (string, error) {
	var out bytes.Buffer
	err := xml.EscapeText(&out, []byte(value))
	return out.String(), err
}
