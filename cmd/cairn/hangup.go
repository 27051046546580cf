package main

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// hangup is what SIGHUP does: it ends the program in order, unless a command has
// something to read again.
type hangup struct {
	mu  sync.Mutex
	act func()
}

func (h *hangup) setAct(act func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.act = act
}

func (h *hangup) come() {
	h.mu.Lock()
	act := h.act
	h.mu.Unlock()
	act()
}

// listen waits for the signal until the function that it returns is called. A
// signal that the caller ignores, as nohup does, stays ignored.
func (h *hangup) listen() (stop func()) {
	if signal.Ignored(syscall.SIGHUP) {
		return func() {}
	}
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-signals:
				h.come()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}
