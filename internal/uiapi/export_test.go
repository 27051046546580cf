package uiapi

import "github.com/cairnstack/cairn/internal/access"

// May returns what a page learns about what the caller may do.
func May(p access.Principal) (permissions []string, readsData, isScoped bool) {
	may := mandateOf(p)
	return may.Permissions, may.ReadsData, may.IsScoped
}
