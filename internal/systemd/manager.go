// Package systemd tells the service manager that started the program how it is,
// in the protocol of sd_notify(3).
package systemd

import (
	"fmt"
	"net"
	"strings"
	"time"
)

// Bounds of a message: how long its text may be, and how long a service manager
// that does not read may hold the sender.
const (
	statusBytesMax = 500
	sendMax        = time.Second
)

// Manager is the service manager. A nil one, where nobody wants to be told,
// does nothing.
type Manager struct{ socket string }

// NewManager returns the service manager that NOTIFY_SOCKET names, or nil.
func NewManager(lookupEnv func(string) (string, bool)) *Manager {
	socket, _ := lookupEnv("NOTIFY_SOCKET")
	if !strings.HasPrefix(socket, "/") && !strings.HasPrefix(socket, "@") {
		return nil
	}
	return &Manager{socket: socket}
}

// Starting says what a start is at, and asks to wait for it for so long.
func (m *Manager) Starting(what string, wait time.Duration) error {
	return m.send(status("Starting: "+what), extend(wait))
}

// Ready says that the start is over.
func (m *Manager) Ready(text string) error { return m.send("READY=1", status(text)) }

// Status says how the program is.
func (m *Manager) Status(text string) error { return m.send(status(text)) }

// Stopping says what a stop is at, and asks to wait for it for so long.
func (m *Manager) Stopping(what string, wait time.Duration) error {
	return m.send("STOPPING=1", status("Stopping: "+what), extend(wait))
}

// status returns a text as one line: a second one would be another assignment.
func status(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	return "STATUS=" + strings.ToValidUTF8(line[:min(len(line), statusBytesMax)], "")
}

func extend(wait time.Duration) string {
	return fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d", wait.Microseconds())
}

// send sends one datagram. Package net reads a leading @ as the abstract
// namespace, as the variable means it.
func (m *Manager) send(lines ...string) error {
	if m == nil {
		return nil
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: m.socket, Net: "unixgram"})
	if err != nil {
		return fmt.Errorf("tell the service manager: %w", err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetWriteDeadline(time.Now().Add(sendMax)); err != nil {
		return err
	}
	if _, err := conn.Write([]byte(strings.Join(lines, "\n"))); err != nil {
		return fmt.Errorf("tell the service manager: %w", err)
	}
	return nil
}
