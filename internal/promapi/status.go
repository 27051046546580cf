package promapi

import (
	"context"
	"runtime"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

// buildInfo lets clients know which features they may use.
type buildInfo struct {
	Version   string `json:"version" doc:"Of the Prometheus whose API this is."`
	Revision  string `json:"revision" doc:"The version of this server."`
	Branch    string `json:"branch"`
	BuildUser string `json:"buildUser"`
	BuildDate string `json:"buildDate"`
	GoVersion string `json:"goVersion"`
}

func (a *API) getBuildInfo(context.Context, *struct{}) (httpx.Reply[buildInfo], error) {
	return httpx.Reply[buildInfo]{Value: buildInfo{Version: Version, Revision: "cairn-" + a.Revision, Branch: "cairn", GoVersion: runtime.Version()}}, nil
}

// runtimeInfo has what a team may know of the server: nothing of its machine.
type runtimeInfo struct {
	StartTime           time.Time `json:"startTime"`
	ServerTime          time.Time `json:"serverTime"`
	ReloadConfigSuccess bool      `json:"reloadConfigSuccess"`
	LastConfigTime      time.Time `json:"lastConfigTime"`
	CorruptionCount     int64     `json:"corruptionCount"`
	StorageRetention    string    `json:"storageRetention"`
}

func (a *API) getRuntimeInfo(context.Context, *struct{}) (httpx.Reply[runtimeInfo], error) {
	return httpx.Reply[runtimeInfo]{Value: runtimeInfo{
		StartTime: a.Started.UTC(), ServerTime: a.Now().UTC(), ReloadConfigSuccess: true, LastConfigTime: a.Started.UTC(),
	}}, nil
}

type configText struct {
	YAML string `json:"yaml"`
}

func (a *API) getConfig(context.Context, *struct{}) (httpx.Reply[configText], error) {
	return httpx.Reply[configText]{}, nil
}

func (a *API) getFlags(context.Context, *struct{}) (httpx.Reply[map[string]string], error) {
	return httpx.Reply[map[string]string]{Value: map[string]string{}}, nil
}

type replay struct {
	Min     int `json:"min"`
	Max     int `json:"max"`
	Current int `json:"current"`
}

func (a *API) getReplay(context.Context, *struct{}) (httpx.Reply[replay], error) {
	return httpx.Reply[replay]{}, nil
}

// nothing is what an empty list is of.
type nothing struct{}

type targets struct {
	Active  []nothing      `json:"activeTargets"`
	Dropped []nothing      `json:"droppedTargets"`
	Counts  map[string]int `json:"droppedTargetCounts"`
}

func (a *API) listTargets(context.Context, *struct{}) (httpx.Reply[targets], error) {
	return httpx.Reply[targets]{Value: targets{Active: []nothing{}, Dropped: []nothing{}, Counts: map[string]int{}}}, nil
}

func (a *API) listTargetMetadata(context.Context, *struct{}) ([]nothing, error) { return nil, nil }

type scrapePools struct {
	Pools []string `json:"scrapePools"`
}

func (a *API) listScrapePools(context.Context, *struct{}) (httpx.Reply[scrapePools], error) {
	return httpx.Reply[scrapePools]{Value: scrapePools{Pools: []string{}}}, nil
}

type alertmanagers struct {
	Active  []nothing `json:"activeAlertmanagers"`
	Dropped []nothing `json:"droppedAlertmanagers"`
}

func (a *API) listAlertmanagers(context.Context, *struct{}) (httpx.Reply[alertmanagers], error) {
	return httpx.Reply[alertmanagers]{Value: alertmanagers{Active: []nothing{}, Dropped: []nothing{}}}, nil
}

func (a *API) probeHealth(context.Context, *struct{}) (httpx.Raw, error) {
	return httpx.Raw{Body: []byte("Cairn is healthy.\n")}, nil
}

func (a *API) probeReadiness(ctx context.Context, _ *struct{}) (httpx.Raw, error) {
	if a.Ready != nil && !a.Ready(ctx) {
		return httpx.Raw{}, &fault.Error{Kind: fault.Unavailable, Message: "the server is not ready", RetryAfter: time.Second}
	}
	return httpx.Raw{Body: []byte("Cairn is ready.\n")}, nil
}
