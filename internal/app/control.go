package app

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"

	"github.com/cairnstack/cairn/internal/disk"
)

// controlFile tells commands beside the server where it listens, and the
// secret that proves that they can read the data folder.
const controlFile = "control.json"

const controlTokenBytes = 32

// control is how commands reach the server of a data folder. The secret is
// made at each start.
type control struct {
	Address string `json:"address"` // of the admin listener
	TLS     bool   `json:"tls,omitempty"`
	Token   string `json:"token"`
	Memory  string `json:"memory,omitempty"` // of the embedded engine, in words
}

// openControl writes the file, where there is a listener to reach.
func (a *App) openControl() error {
	if a.Addr(RoleAdmin) == "" {
		return nil
	}
	token := make([]byte, controlTokenBytes)
	if _, err := rand.Read(token); err != nil {
		return err
	}
	a.control = control{Address: a.Addr(RoleAdmin), TLS: a.Config.IsSealed(RoleAdmin), Token: hex.EncodeToString(token)}
	if memory, err := chooseEngineMemory(a.Config.EngineMemory, a.Host); a.Config.Embedded() && err == nil {
		a.control.Memory = memory.said()
	}
	path := filepath.Join(a.Config.DataDir, controlFile)
	if err := a.control.write(path); err != nil {
		return fmt.Errorf("--data-dir: can't write %s: %w", controlFile, err)
	}
	a.onStop("control file", func(context.Context) error { return removeFile(path) })
	return nil
}

// removeFile removes a file that may have gone already.
func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// write replaces the file at once, so that nobody reads half of it.
func (c control) write(path string) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), ".control-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = draft.Write(text)
	if err = errors.Join(err, draft.Close()); err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(draft.Name()))
	}
	return nil
}

// admits reports whether a request carries the secret.
func (c control) admits(r *http.Request) bool {
	given := []byte(r.Header.Get("Authorization"))
	return c.Token != "" && subtle.ConstantTimeCompare(given, []byte("Bearer "+c.Token)) == 1
}

// readControl returns how to reach the server that runs on a data folder.
func readControl(dir string) (control, error) {
	var c control
	text, err := disk.ReadFile(filepath.Join(dir, controlFile))
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("the server on %s can't be asked: it is starting, or has no admin listener (--admin-addr); stopped, it is not needed", dir)
	}
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(text, &c)
}

// url returns the address of a path, on loopback where the server listens
// everywhere.
func (c control) url(path string) string {
	address := c.Address
	if listening, err := netip.ParseAddrPort(address); err == nil && listening.Addr().IsUnspecified() {
		loopback := netip.AddrFrom4([4]byte{127, 0, 0, 1})
		address = netip.AddrPortFrom(loopback, listening.Port()).String()
	}
	if c.TLS {
		return "https://" + address + path
	}
	return "http://" + address + path
}
