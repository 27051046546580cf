package check_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"
)

// TestPodsBecomeReady runs the program as each workload of the chart does, though on
// an engine and a database of its own, and asks it what a kubelet would ask.
func TestPodsBecomeReady(t *testing.T) {
	t.Parallel()
	for _, set := range []string{"embedded", "split"} {
		objects := render(t, sets[set], readValues(t, set))
		for _, o := range workloads(objects) {
			t.Run(o.name(), func(t *testing.T) {
				container := pods(t, o).Spec.Containers[0]
				env, roles := onLoopback(variablesOf(container, mount(t, objects)), t.TempDir())
				addresses := serve(t, env, roles...)
				for _, probe := range []*core.Probe{container.StartupProbe, container.LivenessProbe, container.ReadinessProbe} {
					awaitOK(t, addresses[probe.HTTPGet.Port.StrVal]+probe.HTTPGet.Path)
				}
			})
		}
	}
}

// onLoopback returns an environment with free ports of loopback and another data
// folder, and the roles that listen.
func onLoopback(variables map[string]string, folder string) (env, roles []string) {
	for name, value := range variables {
		role, isAddress := strings.CutSuffix(strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, "CAIRN_"), "_", "-")), "-addr")
		switch {
		case isAddress && value != "":
			roles = append(roles, role)
			value = "127.0.0.1:0"
		case name == "CAIRN_DATA_DIR":
			value = folder
		case strings.HasPrefix(name, "CAIRN_CLICKHOUSE_URL"), strings.HasPrefix(name, "CAIRN_DATABASE_URL"):
			continue
		}
		env = append(env, name+"="+value)
	}
	return append(env, "HOME="+os.Getenv("HOME"), "XDG_CACHE_HOME="+os.Getenv("XDG_CACHE_HOME")), roles
}

func awaitOK(t *testing.T, address string) {
	t.Helper()
	until(t, func() error {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer func() { _ = answer.Body.Close() }()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: status %d", address, answer.StatusCode)
		}
		return nil
	})
}
