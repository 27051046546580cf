package image

import (
	"fmt"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"

	"github.com/cairnstack/cairn/release/product"
)

// listeners are the options of the listeners and their ports. In a container
// they are bound to all addresses: what can be reached is decided by the ports
// that are published, and probes come from outside.
func listeners() []struct {
	option string
	port   int
} {
	return []struct {
		option string
		port   int
	}{
		{"CAIRN_UI_ADDR", 8080}, {"CAIRN_STACK_ADDR", 8000}, {"CAIRN_CLOUD_ADDR", 8100},
		{"CAIRN_OTLP_GRPC_ADDR", 4317}, {"CAIRN_OTLP_HTTP_ADDR", 4318}, {"CAIRN_ADMIN_ADDR", 9100},
	}
}

func configOf(p product.Product, commit string) *v1.ConfigFile {
	env := []string{"PATH=/usr/bin", "CAIRN_DATA_DIR=" + DataDir}
	ports := map[string]struct{}{}
	for _, l := range listeners() {
		env = append(env, fmt.Sprintf("%s=:%d", l.option, l.port))
		ports[fmt.Sprintf("%d/tcp", l.port)] = struct{}{}
	}
	return &v1.ConfigFile{
		OS: p.Platform.OS, Architecture: p.Platform.Arch, Created: v1.Time{Time: p.Time}, RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User: fmt.Sprintf("%[1]d:%[1]d", User), WorkingDir: DataDir, Env: env, ExposedPorts: ports,
			Entrypoint: []string{"/usr/bin/cairn"}, Cmd: []string{"serve"},
			Volumes: map[string]struct{}{DataDir: {}}, StopSignal: "SIGTERM", Labels: labels(p, commit),
			Healthcheck: &v1.HealthConfig{
				Test: []string{"CMD", "/usr/bin/cairn", "healthcheck"}, Interval: 10 * time.Second, Timeout: 6 * time.Second, StartPeriod: time.Minute, Retries: 3,
			},
		},
	}
}

// labels returns what stands on the image, in the words of the OCI.
func labels(p product.Product, commit string) map[string]string {
	const word = "org.opencontainers.image."
	return map[string]string{
		word + "title": "Cairn", word + "description": "Logs, traces and metrics in one binary", word + "version": p.Version,
		word + "revision": commit, word + "created": p.Time.UTC().Format(time.RFC3339), word + "licenses": "Apache-2.0",
		word + "base.name": "debian:trixie",
	}
}
