package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/metric"
)

// How long a part has to say how it is, and how much longer an answer waits for
// a part that does not heed that. Probes give up after a second.
const (
	readyCheckMax = 700 * time.Millisecond
	readyGraceMax = 100 * time.Millisecond
)

var (
	errStopping   = errors.New("stopping")
	errNotServing = errors.New("not serving yet")
)

// adminHandler serves health, metrics and profiles, and backups to those who
// can read the data folder.
func (a *App) adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", a.healthz)
	mux.HandleFunc("GET /readyz", a.readyz)
	mux.HandleFunc("POST "+backupPath, a.onceStarted(a.serveBackup))
	mux.Handle("GET /metrics", metric.Handler(a.registry))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// healthz returns 200 as long as the process serves at all: while it starts,
// too, so that nobody ends a start that takes its time.
func (a *App) healthz(w http.ResponseWriter, _ *http.Request) {
	health := map[string]any{"status": "ok", "version": Version()}
	if step, since := a.progress.at(); step != "" {
		health["status"], health["step"], health["since"] = "starting", step, since.UTC()
	}
	writeJSON(w, http.StatusOK, health)
}

// readyz answers 200 only when every part is ready, and says which is not.
func (a *App) readyz(w http.ResponseWriter, r *http.Request) {
	parts, ready := a.Readiness(r.Context())
	status := http.StatusOK
	if !ready {
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "1")
	}
	writeJSON(w, status, readiness{Ready: ready, Parts: parts})
}

// probeEnv is what probes are told of the environment: there is one.
const probeEnv = "production"

// health returns 200 as long as the stack listener serves, in the form that
// existing probes of it know.
func (a *App) health(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{
		"data": "OK", "version": Version(), "env": probeEnv, "ip": httpx.ClientAddr(r.Context()).String(),
	})
}

// ready returns 200 only when every part is ready. Which is not is for the
// admin listener to say.
func (a *App) ready(w http.ResponseWriter, r *http.Request) {
	if _, ready := a.Readiness(r.Context()); !ready {
		w.Header().Set("Retry-After", "1")
		writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "unavailable"})
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"data": "OK", "version": Version(), "env": probeEnv})
}

// readiness is what /readyz says: the state of each part, partReady or what is
// wrong with it.
type readiness struct {
	Ready bool              `json:"ready"`
	Parts map[string]string `json:"parts"`
}

const (
	partReady      = "ok"
	engineDataPart = "engine data"
	tablesPart     = "telemetry tables"
	diskPart       = "disk"
	shardsPart     = "shards"
)

// remark registers a part that never makes the server unready: what it says is
// shown behind "ok", unless it is that telemetry waits or shards are away. An empty
// text is nothing to say.
func (a *App) remark(part string, say func(ctx context.Context) string) {
	if a.remarks == nil {
		a.remarks = map[string]func(context.Context) string{}
	}
	a.remarks[part] = say
}

// Readiness returns the state of each part, "ok" or what is wrong with it,
// and whether all are ready.
func (a *App) Readiness(ctx context.Context) (map[string]string, bool) {
	if err := a.errStarting(); err != nil {
		return map[string]string{"server": err.Error()}, false
	}
	checks := map[string]func(context.Context) error{
		"engine":   a.engine.ready,
		"database": a.store.Ping,
		diskPart:   a.diskReady,
	}
	if a.engine.embedded == nil {
		checks[tablesPart] = a.tablesFit
	}
	for _, l := range a.listeners {
		checks[string(l.role)] = func(context.Context) error { return a.listenerReady(l) }
	}
	parts, ready := make(map[string]string, len(checks)), true
	for name, err := range lookAtAll(ctx, checks) {
		parts[name] = partReady
		if err != nil {
			parts[name], ready = err.Error(), false
		}
	}
	for name, say := range a.remarks {
		parts[name] = partReady
		if text := say(ctx); text != "" {
			parts[name] = text
		}
		if text := parts[name]; text != partReady && name != backlogPart && name != shardsPart {
			parts[name] = partReady + "; " + text
		}
	}
	if err := cmp.Or(a.engine.damage().Err(), a.engine.unreadable.err()); err != nil {
		parts[engineDataPart] = err.Error() // what is left can be used
	}
	return parts, ready
}

func (a *App) listenerReady(l *listener) error {
	if a.stopping.Load() {
		return errStopping
	}
	if !l.serving.Load() {
		return errNotServing
	}
	return nil
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may have gone; nothing is left to tell
}
