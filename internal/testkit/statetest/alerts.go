package statetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Windows that the alert has behind it when a server first starts on the
// template, and how many of them in a row fire.
const (
	windowsBehind = 120
	windowsInARow = 3
	window        = time.Minute
)

// beacon is the service whose records the alert counts.
const beacon = "beacon"

// alertTimeMax bounds the wait for windows and deliveries.
const alertTimeMax = 60 * time.Second

// alert is what has to be known about the cell's alert.
type alert struct {
	ID      string
	Webhook string
	first   time.Time   // end of the first window that has to be evaluated; zero: not known
	fires   []time.Time // windows, by their end, with a beacon
}

// firing reports whether the window that ends then has a beacon.
func (a alert) firing(end time.Time) bool {
	return slices.ContainsFunc(a.fires, func(t time.Time) bool { return t.Equal(end) })
}

// furnish makes a webhook, a saved search and an alert through the API.
func (w *World) furnish(url string) {
	w.t.Helper()
	var made struct{ Data struct{ ID string } }
	w.api(http.MethodPost, "/webhooks", Row{"name": "states", "service": "generic", "url": url}, &made)
	w.alert.Webhook = made.Data.ID
	w.api(http.MethodPost, "/saved-searches", Row{"name": "states", "sourceId": w.sources()[0], "where": "ServiceName:" + beacon}, &made)
	w.api(http.MethodPost, "/alerts", Row{
		"source": "search", "savedSearchId": made.Data.ID, "threshold": 1, "thresholdType": "above", "interval": "1m", "delaySeconds": 0,
		"channel": Row{"type": "webhook", "webhookId": w.alert.Webhook}, "name": "states",
	}, &made)
	w.alert.ID = made.Data.ID
}

// evaluation is a window as the API returns it.
type evaluation struct {
	WindowEnd time.Time
	State     string
	Value     *float64
	Error     any
}

// evaluations returns all windows, oldest first.
func (w *World) evaluations() (list []evaluation) {
	w.t.Helper()
	path := "/alerts/" + w.alert.ID + "/evaluations?limit=1000"
	for next := ""; ; {
		var page struct {
			Data []evaluation
			Meta struct {
				HasMore     bool
				NextEndTime *time.Time
			}
		}
		w.api(http.MethodGet, path+next, nil, &page)
		list = append(list, page.Data...)
		if !page.Meta.HasMore || page.Meta.NextEndTime == nil {
			slices.Reverse(list)
			return list
		}
		next = "&endTime=" + strconv.FormatInt(page.Meta.NextEndTime.UnixMilli(), 10)
	}
}

// checkAlerts wants every window that is over to be evaluated exactly once
// with the value that it has, and each transition to be delivered under one id.
func (w *World) checkAlerts() {
	w.t.Helper()
	over := time.Now().Truncate(window)
	var list []evaluation
	w.await(alertTimeMax, "the alert is evaluated up to now", func() bool {
		list = w.evaluations()
		return len(list) > 0 && !list[len(list)-1].WindowEnd.Before(over) && list[len(list)-1].Error == nil
	})
	w.result.Windows = len(list)
	if !w.alert.first.IsZero() && !list[0].WindowEnd.Equal(w.alert.first) {
		w.errorf("the first window ends at %s, want %s", list[0].WindowEnd, w.alert.first)
	}
	var wrong []string
	for i, e := range list {
		if i > 0 && !e.WindowEnd.Equal(list[i-1].WindowEnd.Add(window)) {
			wrong = append(wrong, fmt.Sprintf("the window that ends at %s follows %s", e.WindowEnd, list[i-1].WindowEnd))
		}
		wrong = append(wrong, w.checkWindow(e)...)
	}
	w.errorsf(append(wrong, w.checkDeliveries(list)...))
}

// errorsf fails the cell with the first of several failures, and says how many
// there are.
func (w *World) errorsf(wrong []string) {
	w.t.Helper()
	if len(wrong) > 0 {
		w.errorf("%d failures of the alert, the first: %s", len(wrong), wrong[0])
	}
}

// isFiring reports whether a window has to fire. Where beacons may have gone
// with a part of the engine, it is what was decided.
func (w *World) isFiring(e evaluation) bool {
	if w.result.Mortal > 0 && w.result.Destroyed > 0 {
		return e.State == "firing"
	}
	return w.alert.firing(e.WindowEnd)
}

func (w *World) checkWindow(e evaluation) []string {
	want, state := 0.0, "inactive"
	if w.isFiring(e) {
		want, state = 1, "firing"
	}
	if e.Value == nil || *e.Value != want || e.State != state {
		return []string{fmt.Sprintf("the window that ends at %s is %+v, want %v and %s", e.WindowEnd, e, want, state)}
	}
	return nil
}

// transition is a change that a receiver has to be told.
type transition struct {
	end   time.Time
	state string
}

// transitions returns what windows that are as they should be have to tell.
func (w *World) transitions(list []evaluation) (changes []transition) {
	fired := false
	for _, e := range list {
		if now := w.isFiring(e); now != fired {
			changes = append(changes, transition{e.WindowEnd.UTC(), map[bool]string{true: "firing", false: "inactive"}[now]})
			fired = now
		}
	}
	return changes
}

// told returns the ids under which each transition reached the receiver.
func (w *World) told() map[transition][]string {
	told := map[transition][]string{}
	for _, d := range w.hooks.Deliveries() {
		var message struct {
			Data struct {
				State  string
				Window struct{ End time.Time }
			}
		}
		if err := json.Unmarshal(d.Body, &message); err != nil {
			w.errorf("a delivery is no JSON: %v", err)
			continue
		}
		key := transition{message.Data.Window.End.UTC(), message.Data.State}
		if !slices.Contains(told[key], d.ID()) {
			told[key] = append(told[key], d.ID())
		}
	}
	return told
}

func (w *World) checkDeliveries(list []evaluation) (wrong []string) {
	want := w.transitions(list)
	for begun := time.Now(); len(w.told()) < len(want) && time.Since(begun) < alertTimeMax; {
		time.Sleep(pollEvery)
	}
	told := w.told()
	w.result.Transitions = len(want)
	for _, change := range want {
		if ids := told[change]; len(ids) != 1 {
			wrong = append(wrong, fmt.Sprintf("the change to %s at %s was told under %d ids: %v", change.state, change.end, len(ids), ids))
		}
		delete(told, change)
	}
	for change := range told {
		wrong = append(wrong, fmt.Sprintf("a change that never was is told: %+v", change))
	}
	return wrong
}
