package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// loadCompose reads a compose file as docker compose does, which holds it to the
// schema of the specification.
func loadCompose(t *testing.T, file string, env ...string) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{"../" + file}, cli.WithEnv(append(env, "CAIRN_VERSION=1.2.3")), cli.WithResolvedPaths(false))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return project
}

// cairns returns the services that run Cairn.
func cairns(project *types.Project) []types.ServiceConfig {
	var found []types.ServiceConfig
	for _, service := range project.Services {
		if strings.HasPrefix(service.Image, "cairn:") {
			found = append(found, service)
		}
	}
	return found
}

func TestComposeFiles(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]int{"compose.yaml": 1, "compose.scale.yaml": 5} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			services := cairns(loadCompose(t, file))
			if len(services) != want {
				t.Fatalf("%d services run Cairn, want %d", len(services), want)
			}
			for _, service := range services {
				checkConfined(t, service)
				checkPublished(t, service)
			}
		})
	}
}

func checkConfined(t *testing.T, service types.ServiceConfig) {
	t.Helper()
	for what, holds := range map[string]bool{
		"user":           service.User == "65532:65532",
		"read-only":      service.ReadOnly,
		"no rights":      slices.Equal(service.CapDrop, []string{"ALL"}),
		"no escalation":  slices.Contains(service.SecurityOpt, "no-new-privileges:true"),
		"temporary":      slices.Contains(service.Tmpfs, "/tmp"),
		"health check":   service.HealthCheck != nil && slices.Equal(service.HealthCheck.Test, []string{"CMD", "cairn", "healthcheck"}),
		"restart":        service.Restart == "unless-stopped",
		"one volume":     len(service.Volumes) == 1 && service.Volumes[0].Target == "/var/lib/cairn" && service.Volumes[0].Type == "volume",
		"command":        slices.Equal(service.Command, []string{"serve"}),
		"time to finish": service.StopGracePeriod != nil,
	} {
		if !holds {
			t.Errorf("%s: %s does not hold", service.Name, what)
		}
	}
}

// checkPublished holds that the program accepts the environment, that what it opens
// beyond its container is what is published, and that nothing of it leaves the
// machine.
func checkPublished(t *testing.T, service types.ServiceConfig) {
	t.Helper()
	root := mount(t, []object{{"kind": "ConfigMap", "data": map[string]any{}}})
	variables := map[string]string{}
	for name, value := range service.Environment {
		variables[name] = strings.Replace(*value, "/run/secrets/", root+"/run/cairn/secrets/", 1)
	}
	options := checkEnvironment(t, variables)
	var listening, published []string
	for option, value := range options {
		if text, ok := value.(string); ok && strings.HasSuffix(option, "-addr") && strings.HasPrefix(text, "0.0.0.0:") {
			listening = append(listening, strings.TrimPrefix(text, "0.0.0.0:"))
		}
	}
	for _, port := range service.Ports {
		published = append(published, fmt.Sprint(port.Target))
		if port.HostIP != "127.0.0.1" {
			t.Errorf("%s publishes %d on %q", service.Name, port.Target, port.HostIP)
		}
	}
	slices.Sort(listening)
	slices.Sort(published)
	if !slices.Equal(listening, published) {
		t.Errorf("%s listens on %v and publishes %v", service.Name, listening, published)
	}
}

func TestComposeTakesVariables(t *testing.T) {
	t.Parallel()
	service := loadCompose(t, "compose.yaml", "CAIRN_IMAGE=registry/cairn", "CAIRN_BIND=0.0.0.0", "CAIRN_PUBLIC_URL=https://cairn.example.org").Services["cairn"]
	if service.Image != "registry/cairn:1.2.3" || service.Ports[0].HostIP != "0.0.0.0" || *service.Environment["CAIRN_PUBLIC_URL"] != "https://cairn.example.org" {
		t.Errorf("got %s %v %s", service.Image, service.Ports[0], *service.Environment["CAIRN_PUBLIC_URL"])
	}
}

// TestSecretsOfComposeAreThere holds that every secret that a service reads is
// mounted into it.
func TestSecretsOfComposeAreThere(t *testing.T) {
	t.Parallel()
	for _, service := range loadCompose(t, "compose.scale.yaml").Services {
		for name, value := range service.Environment {
			secret, isSecret := strings.CutPrefix(*value, "/run/secrets/")
			if isSecret && !slices.ContainsFunc(service.Secrets, func(s types.ServiceSecretConfig) bool { return s.Source == secret }) {
				t.Errorf("%s: %s is not mounted for %s", service.Name, secret, name)
			}
		}
	}
}
