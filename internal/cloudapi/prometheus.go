package cloudapi

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

const metricsType = "text/plain; version=0.0.4; charset=utf-8"

func metricsOperation(id, path string) httpx.Operation {
	op := get(id, path, "Metrics", "Get metrics in the text format of Prometheus")
	op.Produces = []string{metricsType}
	return op
}

// MetricsFilter is the query of an operation that returns metrics.
type MetricsFilter struct {
	Filtered string `query:"filtered_metrics" enum:"true,false" doc:"Accepted for compatibility; it has no effect."`
}

type organizationMetricsInput struct {
	InOrganization
	MetricsFilter
}

func (a *API) getOrganizationMetrics(ctx context.Context, in *organizationMetricsInput) (httpx.Raw, error) {
	services, err := a.cloud.MeasureServices(ctx, in.OrganizationID)
	return httpx.Raw{Body: metricsText(services)}, err
}

type serviceMetricsInput struct {
	InService
	MetricsFilter
}

func (a *API) getServiceMetrics(ctx context.Context, in *serviceMetricsInput) (httpx.Raw, error) {
	s, err := a.cloud.MeasureService(ctx, in.OrganizationID, in.ServiceID)
	return httpx.Raw{Body: metricsText([]cloud.Measured{s})}, err
}

// family is one metric with its samples.
type family struct {
	name, help string
	value      func(s cloud.Measured) (float64, bool)
	labels     func(s cloud.Measured) [][2]string
}

func families() []family {
	return []family{
		{
			"cairn_service_info", "A service; the value is always 1.",
			func(cloud.Measured) (float64, bool) { return 1, true },
			func(s cloud.Measured) [][2]string {
				return append(identity(s), [2]string{"service_name", s.Name}, [2]string{"state", string(s.State)},
					[2]string{"provider", string(s.Provider)}, [2]string{"region", s.Region})
			},
		},
		{
			"cairn_service_running", "Whether the service is running.",
			func(s cloud.Measured) (float64, bool) { return truth(s.State == org.ServiceRunning), true }, identity,
		},
		{
			"cairn_service_state_seconds", "Unix time at which the service came to its present state.",
			func(s cloud.Measured) (float64, bool) { return float64(s.StateAt.Unix()), !s.StateAt.IsZero() }, identity,
		},
		{
			"cairn_service_storage_bytes", "Bytes that the service's database takes in the engine.",
			func(s cloud.Measured) (float64, bool) {
				if s.Stored == nil {
					return 0, false
				}
				return float64(s.Stored.Bytes), true
			}, identity,
		},
		{
			"cairn_service_storage_rows", "Rows in the service's database.",
			func(s cloud.Measured) (float64, bool) {
				if s.Stored == nil {
					return 0, false
				}
				return float64(s.Stored.Rows), true
			}, identity,
		},
	}
}

func identity(s cloud.Measured) [][2]string {
	return [][2]string{{"organization_id", s.OrganizationID}, {"service_id", s.ID}}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// metricsText writes the families; one without a known value is left out.
func metricsText(services []cloud.Measured) []byte {
	var b strings.Builder
	for _, f := range families() {
		samples := f.samples(services)
		if samples == "" {
			continue
		}
		fmt.Fprintf(&b, "# HELP %[1]s %[2]s\n# TYPE %[1]s gauge\n%[3]s", f.name, f.help, samples)
	}
	return []byte(b.String())
}

func (f family) samples(services []cloud.Measured) string {
	var b strings.Builder
	for _, s := range services {
		value, known := f.value(s)
		if !known {
			continue
		}
		b.WriteString(f.name + "{" + labelText(f.labels(s)) + "} " + strconv.FormatFloat(value, 'f', -1, 64) + "\n")
	}
	return b.String()
}

func labelText(labels [][2]string) string {
	parts := make([]string, len(labels))
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
	for i, label := range labels {
		parts[i] = label[0] + `="` + escape.Replace(label[1]) + `"`
	}
	return strings.Join(parts, ",")
}
