package image

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"os"

	"github.com/cairnstack/cairn/release/debian"
)

// withPackages returns the bill of materials of a product with Debian's packages.
func withPackages(path string, packages []debian.Package) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	components, _ := document["components"].([]any)
	for _, p := range packages {
		purl := fmt.Sprintf("pkg:deb/debian/%s@%s?arch=%s&distro=trixie", p.Name, url.PathEscape(p.Version), p.Arch)
		components = append(components, map[string]any{
			"type": "library", "bom-ref": purl, "name": p.Name, "version": p.Version, "purl": purl,
			"hashes": []any{map[string]any{"alg": "SHA-256", "content": p.SHA256}},
		})
	}
	document["components"] = components
	delete(document, "serialNumber")
	content, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	id := sha256.Sum256(content)
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // follows from the content, RFC 9562
	document["serialNumber"] = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])
	return json.MarshalIndent(document, "", "  ")
}
