package app

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/certs"
)

// handshakeLogEvery is how often failed handshakes of a listener are logged.
const handshakeLogEvery = time.Minute

// handshakes counts TLS handshakes that fail, and logs the ones that an operator
// can do something about.
type handshakes struct {
	logger *slog.Logger
	failed *prometheus.CounterVec
}

func newHandshakes(registry *prometheus.Registry, logger *slog.Logger) *handshakes {
	h := &handshakes{logger: logger, failed: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "cairn_tls_handshake_errors_total", Help: "TLS handshakes that failed, by listener.",
	}, []string{"listener"})}
	registry.MustRegister(h.failed)
	return h
}

// refused returns what is told of the failed handshakes of a listener.
func (h *handshakes) refused(role Role) func(client net.Addr, cause error) {
	log := &handshakeLog{logger: h.logger.With("listener", string(role))}
	failed := h.failed.WithLabelValues(string(role))
	return func(client net.Addr, cause error) {
		failed.Inc()
		log.note(client, cause)
	}
}

// handshakeLog logs the first failure, and then one a minute.
type handshakeLog struct {
	logger *slog.Logger
	mu     sync.Mutex
	next   time.Time
	silent int
}

// note logs a failure. Clients that only try the port are no news.
func (l *handshakeLog) note(client net.Addr, cause error) {
	if isGone(cause) {
		l.logger.Debug("a TLS handshake was broken off", "from", client.String(), "cause", cause.Error())
		return
	}
	if _, isPlain := certs.PlainHTTP(cause); isPlain {
		cause = certs.ErrPlain
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Before(l.next) {
		l.silent++
		return
	}
	l.logger.Warn("a TLS handshake failed", "from", client.String(), "cause", strings.TrimPrefix(cause.Error(), "tls: "), "others", l.silent)
	l.next, l.silent = now.Add(handshakeLogEvery), 0
}

// isGone reports whether the client left without a word about TLS.
func isGone(cause error) bool {
	for _, leaving := range []error{io.EOF, io.ErrUnexpectedEOF, os.ErrDeadlineExceeded, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE} {
		if errors.Is(cause, leaving) {
			return true
		}
	}
	return false
}
