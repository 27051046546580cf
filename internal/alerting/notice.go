// Package alerting has the nouns that deciding, telling and reviewing share: what
// an alert reads, its tasks and turns, and the notices that go from the one to the
// other. The evaluator writes notices into the outbox in the transaction in which
// it writes the state; the notifier delivers them; a review looks back.
package alerting

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"time"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/stack"
)

// NoticeKind says why somebody is told.
type NoticeKind string

// The kinds of notices.
const (
	NoticeTransition NoticeKind = "transition" // the alert or group began or ceased to fire
	NoticeRenotify   NoticeKind = "renotify"   // it still fires, and its renotify interval is over
	NoticeTest       NoticeKind = "test"       // a person tries a webhook or an alert
)

// NoticeKinds lists the kinds of notices.
func NoticeKinds() []NoticeKind { return []NoticeKind{NoticeTransition, NoticeRenotify, NoticeTest} }

// SampleRowsMax bounds the sample rows of a notice.
const SampleRowsMax = 5

// Notice is something that the channels of an alert are to be told.
type Notice struct {
	Kind     NoticeKind
	Alert    stack.Alert // as it was evaluated: its channels say where to, its silence whether at all
	Watched  Watched
	Group    Group
	From     stack.AlertState // of the group; equal to To for a renotify
	To       stack.AlertState // of the group
	Window   Window
	Value    *float64            // of the group in the window; nil: no data, or not finite
	Infinite Infinity            `json:",omitempty"`
	Sample   []map[string]string // at most SampleRowsMax rows of a search alert; may be empty
	// LinkBase is the address of the interface as the server knew it that wrote
	// the notice down. Links begin with it whichever server delivers, so that
	// every attempt has the same bytes; empty in notices of older versions.
	LinkBase string `json:",omitempty"`
}

// IsRehearsal reports whether the notice tries an alert, and not only a
// webhook.
func (n Notice) IsRehearsal() bool {
	return n.Kind == NoticeTest && (n.Alert.TileID != "" || n.Alert.SavedSearchID != "")
}

// Watched describes what the alert watches, as far as the alert does not.
type Watched struct {
	DashboardName   string `json:"dashboardName,omitempty"`
	TileName        string `json:"tileName,omitempty"`
	SavedSearchName string `json:"savedSearchName,omitempty"`
	SourceName      string `json:"sourceName,omitempty"`
	// Format is how the values are written; nil: as plain numbers.
	Format *stack.NumberFormat `json:"format,omitempty"`
}

// WatchedOf returns the names of what an alert watches.
func WatchedOf(w explore.AlertWatch) Watched {
	return Watched{DashboardName: w.Dashboard, TileName: w.Tile, SavedSearchName: w.SavedSearch, SourceName: w.Source, Format: w.Format}
}

// Group is one group of a grouped alert; the zero group is that of an alert
// without groups. Key tells it from the alert's other groups.
type Group struct {
	Key    string       `json:"key,omitempty"`
	Values []GroupValue `json:"values,omitempty"`
}

// GroupValue is what a group has in one of the columns that it was made by.
type GroupValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Window is the time that was evaluated: from Start up to but not including
// End.
type Window struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// Outbox takes what is to be told.
type Outbox interface {
	// Enqueue writes a message for each channel of each notice, in the
	// transaction of ctx, if any. The same notice enqueued again adds
	// nothing. Notices of a silenced alert are written down as muted.
	Enqueue(ctx context.Context, notices []Notice) error
}

// MessageID returns the id of the message that tells the notice to a webhook.
// It follows from what is told, so that telling it again tells it under
// the same id.
func (n Notice) MessageID(webhookID string) string {
	return n.Digest("message", webhookID, string(n.Kind), string(n.To), n.Window.End.UTC().Format(time.RFC3339Nano))
}

// EventID returns what pairs the notice that a group fires with the one that
// it ceased to: the same id for all notices of the alert's group.
func (n Notice) EventID() string { return n.Digest("event") }

// Digest hashes the alert, the group and the parts to something that has the
// form of an id; each part is preceded by its length, so that no two lists
// have the same text.
func (n Notice) Digest(parts ...string) string {
	h := sha256.New()
	for _, part := range append([]string{n.Alert.ID, n.Group.Key}, parts...) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	const digestBytes = 12
	return hex.EncodeToString(h.Sum(nil)[:digestBytes])
}
