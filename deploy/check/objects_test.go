package check_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// pods returns the pod template of a workload.
func pods(t *testing.T, o object) core.PodTemplateSpec {
	t.Helper()
	var template core.PodTemplateSpec
	decode(t, o.spec()["template"], &template)
	return template
}

func decode(t *testing.T, from, into any) {
	t.Helper()
	text, err := yaml.Marshal(from)
	if err == nil {
		err = yaml.UnmarshalStrict(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func workloads(objects []object) []object { return ofKind(objects, "StatefulSet", "Deployment") }

// portsOf returns the ports of the only container by their names.
func portsOf(template core.PodTemplateSpec) map[string]int32 {
	ports := map[string]int32{}
	for _, port := range template.Spec.Containers[0].Ports {
		ports[port.Name] = port.ContainerPort
	}
	return ports
}

// selects reports whether a selector is about something with the labels.
func selects(selector any, labels map[string]string) bool {
	wanted, _ := selector.(map[string]any)
	for key, value := range wanted {
		if labels[key] != value {
			return false
		}
	}
	return len(wanted) > 0
}

// selected returns the workloads whose pods a selector is about.
func selected(t *testing.T, objects []object, selector any) []object {
	t.Helper()
	return slices.DeleteFunc(workloads(objects), func(o object) bool { return !selects(selector, pods(t, o).Labels) })
}

func matchLabels(value any) any { return value.(map[string]any)["matchLabels"] }

func TestServicesLeadToPorts(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		for _, o := range ofKind(objects, "Service") {
			var service core.ServiceSpec
			decode(t, o["spec"], &service)
			found := selected(t, objects, o.spec()["selector"])
			if len(found) == 0 {
				t.Errorf("service %s selects nothing", o.name())
			}
			for _, workload := range found {
				ports := portsOf(pods(t, workload))
				for _, port := range service.Ports {
					if ports[port.TargetPort.StrVal] != port.Port {
						t.Errorf("service %s: port %d is %s, which is %d in %s", o.name(), port.Port, port.TargetPort.StrVal, ports[port.TargetPort.StrVal], workload.name())
					}
				}
				if strings.HasSuffix(o.name(), "-metrics") || strings.HasSuffix(o.name(), "-nodes") {
					continue
				}
				if len(service.Ports) != len(ports)-1 {
					t.Errorf("service %s has %d ports, %s has %d besides the admin listener's", o.name(), len(service.Ports), workload.name(), len(ports)-1)
				}
				if _, isOpen := ports["admin"]; !isOpen {
					t.Errorf("%s has no admin port", workload.name())
				}
			}
		}
	})
}

func TestProbesAskListeners(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		for _, o := range workloads(objects) {
			template := pods(t, o)
			ports, container := portsOf(template), template.Spec.Containers[0]
			for name, probe := range map[string]*core.Probe{"startup": container.StartupProbe, "liveness": container.LivenessProbe, "readiness": container.ReadinessProbe} {
				if probe == nil {
					t.Fatalf("%s has no %s probe", o.name(), name)
				}
				port := ""
				if probe.HTTPGet != nil {
					port = probe.HTTPGet.Port.StrVal
				} else {
					port = probe.TCPSocket.Port.StrVal
				}
				if ports[port] == 0 {
					t.Errorf("%s: the %s probe asks port %q", o.name(), name, port)
				}
			}
		}
	})
}

func TestPodsAreConfined(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		for _, o := range workloads(objects) {
			spec := pods(t, o).Spec
			container := spec.Containers[0].SecurityContext
			for what, holds := range map[string]bool{
				"non-root":      *spec.SecurityContext.RunAsNonRoot && *spec.SecurityContext.RunAsUser == 65532,
				"seccomp":       spec.SecurityContext.SeccompProfile.Type == core.SeccompProfileTypeRuntimeDefault,
				"read-only":     *container.ReadOnlyRootFilesystem,
				"no escalation": !*container.AllowPrivilegeEscalation,
				"no rights":     slices.Equal(container.Capabilities.Drop, []core.Capability{"ALL"}),
				"no token":      !*spec.AutomountServiceAccountToken,
				"no links":      !*spec.EnableServiceLinks,
				"time to stop":  *spec.TerminationGracePeriodSeconds >= 30,
			} {
				if !holds {
					t.Errorf("%s: %s does not hold", o.name(), what)
				}
			}
			for _, mount := range spec.Containers[0].VolumeMounts {
				if !hasVolume(o, spec, mount.Name) {
					t.Errorf("%s: there is no volume %s", o.name(), mount.Name)
				}
			}
		}
	})
}

func hasVolume(o object, spec core.PodSpec, name string) bool {
	claims, _ := o.spec()["volumeClaimTemplates"].([]any)
	return slices.ContainsFunc(spec.Volumes, func(v core.Volume) bool { return v.Name == name }) ||
		slices.ContainsFunc(claims, func(claim any) bool { return object(claim.(map[string]any)).name() == name })
}

// TestAcknowledgedTelemetryHasAVolume holds that pods which take telemetry find it
// again.
func TestAcknowledgedTelemetryHasAVolume(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		for _, o := range workloads(objects) {
			template := pods(t, o)
			isTransient := slices.ContainsFunc(template.Spec.Volumes, func(v core.Volume) bool { return v.Name == "data" && v.EmptyDir != nil })
			if takes := portsOf(template)["otlp-http"] != 0; takes == isTransient {
				t.Errorf("%s takes telemetry: %t, loses its data: %t", o.name(), takes, isTransient)
			}
		}
	})
}

func TestSelectorsMatchOneWorkload(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		for _, o := range ofKind(objects, "StatefulSet", "Deployment", "PodDisruptionBudget") {
			if found := selected(t, objects, matchLabels(o.spec()["selector"])); len(found) != 1 {
				t.Errorf("%s %s selects %d workloads", o.kind(), o.name(), len(found))
			}
		}
		for _, o := range ofKind(objects, "HorizontalPodAutoscaler") {
			target := object(o.spec()["scaleTargetRef"].(map[string]any))
			found := slices.DeleteFunc(ofKind(objects, target.kind()), func(w object) bool { return w.name() != target["name"] })
			if len(found) != 1 || found[0].spec()["replicas"] != nil {
				t.Errorf("autoscaler %s: %d targets, or one with a fixed number of replicas", o.name(), len(found))
			}
		}
		for _, o := range ofKind(objects, "ServiceMonitor") {
			services := slices.DeleteFunc(ofKind(objects, "Service"), func(s object) bool {
				var labels map[string]string
				decode(t, s.meta()["labels"], &labels)
				return !selects(matchLabels(o.spec()["selector"]), labels)
			})
			if len(services) != 1 || len(selected(t, objects, services[0].spec()["selector"])) != len(workloads(objects)) {
				t.Errorf("monitor %s selects %d services", o.name(), len(services))
			}
		}
	})
}

func TestPoliciesOpenWhatListens(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		for _, o := range ofKind(objects, "NetworkPolicy") {
			found := selected(t, objects, matchLabels(o.spec()["podSelector"]))
			if len(found) != 1 {
				t.Fatalf("policy %s selects %d workloads", o.name(), len(found))
			}
			want := slices.Collect(maps.Values(portsOf(pods(t, found[0]))))
			var open []int32
			for _, rule := range o.spec()["ingress"].([]any) {
				for _, port := range rule.(map[string]any)["ports"].([]any) {
					number := int32(port.(map[string]any)["port"].(float64))
					open = append(open, number)
					if number == 9100 && rule.(map[string]any)["from"] == nil {
						t.Errorf("policy %s opens the admin listener to everybody", o.name())
					}
				}
			}
			if !slices.Contains(open, 9100) {
				open = append(open, 9100)
			}
			slices.Sort(want)
			slices.Sort(open)
			if !slices.Equal(want, open) {
				t.Errorf("policy %s opens %v of %v", o.name(), open, want)
			}
		}
	})
}

func TestIngressesLeadToServices(t *testing.T) {
	t.Parallel()
	eachSet(t, func(t *testing.T, objects []object) {
		text, err := yaml.Marshal(ofKind(objects, "Ingress"))
		if err != nil {
			t.Fatal(err)
		}
		backends := regexp.MustCompile(`name: (\S+)\n\s+port:\n\s+name: (\S+)`).FindAllStringSubmatch(string(text), -1)
		if len(backends) != len(ofKind(objects, "Ingress")) {
			t.Errorf("%d backends of %d ingresses", len(backends), len(ofKind(objects, "Ingress")))
		}
		for _, backend := range backends {
			services := slices.DeleteFunc(ofKind(objects, "Service"), func(s object) bool { return s.name() != backend[1] })
			if len(services) != 1 || !strings.Contains(fmt.Sprint(services[0].spec()["ports"]), "name:"+backend[2]+" ") {
				t.Errorf("there is no service %s with the port %s", backend[1], backend[2])
			}
		}
	})
}

var dnsLabel = regexp.MustCompile(`^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$`)

func TestNamesAreShortEnough(t *testing.T) {
	t.Parallel()
	eachSet(t, checkNames)
	// The longest of everything at once.
	values := readValues(t, "split-large")
	values["ingress"] = readValues(t, "embedded-tls")["ingress"]
	values["nameOverride"] = readValues(t, "odd")["nameOverride"]
	checkNames(t, render(t, sets["odd"], values))
}

func checkNames(t *testing.T, objects []object) {
	t.Helper()
	for _, o := range objects {
		// The pods of a StatefulSet carry its name and a digest in a label.
		if !dnsLabel.MatchString(o.name()) || o.kind() == "StatefulSet" && len(o.name()) > 52 {
			t.Errorf("%s %q: not a name, or too long", o.kind(), o.name())
		}
		for key, value := range o.meta()["labels"].(map[string]any) {
			if len(value.(string)) > 63 {
				t.Errorf("%s %s: label %s is too long", o.kind(), o.name(), key)
			}
		}
	}
}

func TestReleasesDoNotCollide(t *testing.T) {
	t.Parallel()
	long := sets["odd"]
	names := []string{"cairn", "a", "a-cairn", "cairn-ui", long, long[:len(long)-1] + "x"}
	owner := map[string]string{}
	for _, set := range []string{"embedded-tls", "split-large"} {
		clear(owner)
		all := map[string][]object{}
		for _, release := range names {
			all[release] = render(t, release, readValues(t, set))
			for _, o := range all[release] {
				if other, taken := owner[o.kind()+o.name()]; taken {
					t.Errorf("%s %s is of both %s and %s", o.kind(), o.name(), other, release)
				}
				owner[o.kind()+o.name()] = release
			}
		}
		for _, o := range ofKind(all["a"], "Service") {
			if found := selected(t, all["a-cairn"], o.spec()["selector"]); len(found) > 0 {
				t.Errorf("service %s selects pods of another release", o.name())
			}
		}
	}
}
