package check_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"github.com/santhosh-tekuri/jsonschema/v6"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	"sigs.k8s.io/yaml"
)

// oldestKubernetes is the oldest version that the chart is for; Chart.yaml says so.
const oldestKubernetes = "1.30"

// object is a manifest.
type object map[string]any

func (o object) kind() string { return o["kind"].(string) }
func (o object) name() string { return o.meta()["name"].(string) }
func (o object) meta() object { return object(o["metadata"].(map[string]any)) }
func (o object) spec() object { return object(o["spec"].(map[string]any)) }

// kinds is what the files in deploy make: the document of the oldest Kubernetes with the
// schema, and the Go type of the newest.
var kinds = map[string]struct {
	document, schema string
	newest           func() any
}{
	"v1/ConfigMap":      {"api/v1", "io.k8s.api.core.v1.ConfigMap", func() any { return new(core.ConfigMap) }},
	"v1/Secret":         {"api/v1", "io.k8s.api.core.v1.Secret", func() any { return new(core.Secret) }},
	"v1/Service":        {"api/v1", "io.k8s.api.core.v1.Service", func() any { return new(core.Service) }},
	"v1/ServiceAccount": {"api/v1", "io.k8s.api.core.v1.ServiceAccount", func() any { return new(core.ServiceAccount) }},
	"apps/v1/DaemonSet": {"apis/apps/v1", "io.k8s.api.apps.v1.DaemonSet", func() any { return new(apps.DaemonSet) }},
	"rbac.authorization.k8s.io/v1/ClusterRole":        {"apis/rbac.authorization.k8s.io/v1", "io.k8s.api.rbac.v1.ClusterRole", func() any { return new(rbac.ClusterRole) }},
	"rbac.authorization.k8s.io/v1/ClusterRoleBinding": {"apis/rbac.authorization.k8s.io/v1", "io.k8s.api.rbac.v1.ClusterRoleBinding", func() any { return new(rbac.ClusterRoleBinding) }},
	"apps/v1/Deployment":                              {"apis/apps/v1", "io.k8s.api.apps.v1.Deployment", func() any { return new(apps.Deployment) }},
	"apps/v1/StatefulSet":                             {"apis/apps/v1", "io.k8s.api.apps.v1.StatefulSet", func() any { return new(apps.StatefulSet) }},
	"policy/v1/PodDisruptionBudget":                   {"apis/policy/v1", "io.k8s.api.policy.v1.PodDisruptionBudget", func() any { return new(policy.PodDisruptionBudget) }},
	"networking.k8s.io/v1/Ingress":                    {"apis/networking.k8s.io/v1", "io.k8s.api.networking.v1.Ingress", func() any { return new(networking.Ingress) }},
	"networking.k8s.io/v1/NetworkPolicy":              {"apis/networking.k8s.io/v1", "io.k8s.api.networking.v1.NetworkPolicy", func() any { return new(networking.NetworkPolicy) }},
	"monitoring.coreos.com/v1/ServiceMonitor":         {"", "", func() any { return new(monitoring.ServiceMonitor) }},
	"autoscaling/v2/HorizontalPodAutoscaler":          {"apis/autoscaling/v2", "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler", func() any { return new(autoscaling.HorizontalPodAutoscaler) }},
}

// fits returns what is wrong with a manifest: by the OpenAPI document of the oldest
// Kubernetes, and by the types of the newest, neither of which take unknown fields.
func fits(o object) error {
	name := fmt.Sprint(o["apiVersion"], "/", o["kind"])
	kind, ok := kinds[name]
	if !ok {
		return fmt.Errorf("%s is not a kind that we make", name)
	}
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	err = yaml.UnmarshalStrict(text, kind.newest())
	if kind.document == "" {
		return err
	}
	schema, schemaErr := openAPI(kind.document, kind.schema)
	if schemaErr != nil {
		return schemaErr
	}
	value, valueErr := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	return errors.Join(err, valueErr, schema.Validate(value))
}

var schemas sync.Map // of *jsonschema.Schema by name

// openAPI returns a schema of a document of the oldest Kubernetes.
func openAPI(document, name string) (*jsonschema.Schema, error) {
	if schema, ok := schemas.Load(name); ok {
		return schema.(*jsonschema.Schema), nil
	}
	folder, err := documents()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(document)+".json"))
	if err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	components := value.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any)
	for _, schema := range components {
		closeSchema(schema.(map[string]any))
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft4)
	if err := compiler.AddResource("k8s.json", value); err != nil {
		return nil, err
	}
	schema, err := compiler.Compile("k8s.json#/components/schemas/" + name)
	if err != nil {
		return nil, err
	}
	schemas.Store(name, schema)
	return schema, nil
}

// closeSchema refuses fields that a schema does not know.
func closeSchema(schema map[string]any) {
	if _, ok := schema["properties"]; ok && schema["additionalProperties"] == nil {
		schema["additionalProperties"] = false
	}
}

// documents returns the folder of the OpenAPI documents, in the module that has them.
var documents = sync.OnceValues(func() (string, error) {
	const module = "sigs.k8s.io/kubectl-validate"
	if out, err := exec.Command("go", "mod", "download", module).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	return filepath.Join(strings.TrimSpace(string(out)), "pkg", "openapiclient", "builtins", oldestKubernetes), err
})
