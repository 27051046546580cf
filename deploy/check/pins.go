//go:build pins

package check

// The module is needed for the OpenAPI documents of Kubernetes that it holds, not
// for its code.
import _ "sigs.k8s.io/kubectl-validate/pkg/openapiclient/groupversion"
