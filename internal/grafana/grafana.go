// Package grafana turns dashboards of Grafana into dashboards of a stack. It only
// translates: nothing is read or stored. What has no counterpart is listed,
// never left out silently.
package grafana

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	// FileBytesMax bounds a dashboard of Grafana.
	FileBytesMax = 16 << 20
	// NotesMax bounds the notes about one dashboard; the last one counts the rest.
	NotesMax = 2000
	// byteOrderMark is what some editors write before a text.
	byteOrderMark = "\ufeff"
	// Tag is what every imported dashboard has.
	Tag = "grafana"
)

// Kind says what a note is about.
type Kind string

// The kinds of notes.
const (
	LeftOut Kind = "left_out" // is not there any more
	Changed Kind = "changed"  // is there, and does something else
	Look    Kind = "look"     // shows the same, and looks different
)

// Note says what became of a part of the dashboard.
type Note struct {
	Kind    Kind   `json:"kind" enum:"left_out,changed,look" doc:"left_out: it is not in the translation. changed: it is, and does something else. look: it shows the same, and looks different."`
	Panel   string `json:"panel,omitempty" doc:"Title of the panel; absent where it is about the whole dashboard."`
	Path    string `json:"path" doc:"Place in the file, such as panels.3.fieldConfig.defaults.unit."`
	Message string `json:"message"`
}

// Result is a translated dashboard.
type Result struct {
	Spec  stack.DashboardSpec
	Tag   string // by which the dashboard is known when it is imported again
	Notes []Note
}

// Translate returns what a dashboard becomes, or an Invalid fault for a text that
// is none.
func Translate(text []byte) (Result, error) {
	if len(text) > FileBytesMax {
		return Result{}, fault.New(fault.Invalid, "the dashboard is larger than %d bytes", FileBytesMax)
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	var tree map[string]any
	if !utf8.Valid(text) || json.Unmarshal(text, &tree) != nil || tree == nil {
		return Result{}, fault.New(fault.Invalid, "is not a JSON object; export the dashboard from Grafana as JSON")
	}
	model, path, err := modelOf(tree)
	if err != nil {
		return Result{}, err
	}
	t := newTranslation()
	if path != "" {
		t.node("", "", tree).know(path, "meta", "metadata", "apiVersion", "kind", "status", "access", "overwrite", "folderId", "folderUid", "message", "inputs")
	}
	t.board(t.node(path, "", model))
	t.listUnread()
	result := Result{Spec: t.spec, Tag: t.tag, Notes: t.bounded()}
	return result, checked(t.spec)
}

// checked returns an Invalid fault unless a stack would take the dashboard.
func checked(spec stack.DashboardSpec) error {
	body, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	verdict := stack.ValidateDashboard(body, stack.References{})
	if verdict.Valid {
		return nil
	}
	first := verdict.Errors[0]
	return fault.New(fault.Invalid, "the translated dashboard breaks a rule: %s: %s", first.Path, first.Message)
}

// modelOf returns the dashboard in a file, which may be wrapped, and its path.
func modelOf(tree map[string]any) (model any, path string, err error) {
	if version, ok := tree["apiVersion"].(string); ok {
		return resourceModel(tree, version)
	}
	if inner, ok := tree["dashboard"].(map[string]any); ok {
		return isModel(inner, "dashboard")
	}
	return isModel(tree, "")
}

// resourceModel returns the dashboard in a resource of Grafana's newer API, whose
// first versions hold it as exports do.
func resourceModel(tree map[string]any, version string) (any, string, error) {
	spec, ok := tree["spec"].(map[string]any)
	_, isNew := spec["elements"]
	if !strings.HasPrefix(version, "dashboard.grafana.app/") || !ok {
		return nil, "", fault.New(fault.Invalid, "is a resource of %.100s, not a dashboard of Grafana", version)
	}
	if isNew || strings.HasPrefix(version, "dashboard.grafana.app/v2") {
		return nil, "", fault.New(fault.Invalid, "dashboards of the schema %.100s can't be read: export it from Grafana as JSON of the classic model (V1)", version)
	}
	if metadata, ok := tree["metadata"].(map[string]any); ok && spec["uid"] == nil {
		spec["uid"] = metadata["name"]
	}
	return isModel(spec, "spec")
}

func isModel(tree map[string]any, path string) (any, string, error) {
	if _, isList := tree["panels"].([]any); tree["panels"] != nil && !isList {
		return nil, "", fault.New(fault.Invalid, "%s: must be a list of panels", strings.TrimPrefix(path+".panels", "."))
	}
	for _, key := range []string{"panels", "rows", "schemaVersion", "templating"} {
		if _, ok := tree[key]; ok {
			return tree, path, nil
		}
	}
	return nil, "", fault.New(fault.Invalid, "is not a dashboard of Grafana: it has no panels")
}

// tagOf returns the tag by which a dashboard is found again: by its uid, or by its
// title where it has none.
func tagOf(uid, title string) string {
	if tag := Tag + ":" + uid; uid != "" && uid == strings.TrimSpace(uid) && utf8.RuneCountInString(tag) <= stack.TagCharsMax {
		return tag
	}
	identity := "uid " + uid
	if uid == "" {
		identity = "title " + title
	}
	sum := sha256.Sum256([]byte(identity))
	return Tag + ":" + hex.EncodeToString(sum[:])[:stack.TagCharsMax-len(Tag)-1]
}

// bounded returns the notes, of which a file could have any number.
func (t *translation) bounded() []Note {
	if len(t.notes) <= NotesMax {
		return t.notes
	}
	rest := len(t.notes) - NotesMax + 1
	return append(t.notes[:NotesMax-1:NotesMax-1], Note{Kind: LeftOut, Message: fmt.Sprintf("There are %d more notes, which are not listed.", rest)})
}
