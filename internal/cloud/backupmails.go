package cloud

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// The limits of telling about a backup that failed.
const (
	BackupMailsMax    = 10 // admins that are told
	BackupMailTimeout = 10 * time.Second
)

// Mailer sends one message of plain text.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

// BackupMails tells the admins of an organization by e-mail that a backup
// failed. A nil one tells nobody.
type BackupMails struct {
	Store interface {
		MembersOf(ctx context.Context, organizationID string) ([]org.Member, error)
	}
	Mailer  Mailer
	LinkURL func(serviceID string) string
	Logger  *slog.Logger
}

// failed sends the messages. What can't be sent is logged: the failure itself is
// in the list of backups anyway.
func (m *BackupMails) failed(ctx context.Context, b org.Backup) {
	if m == nil {
		return
	}
	members, err := m.Store.MembersOf(ctx, b.OrganizationID)
	if err != nil {
		m.Logger.WarnContext(ctx, "nobody can be told that a backup failed", "backup", b.ID, "error", err)
		return
	}
	told := 0
	for _, member := range members {
		if member.Role != org.RoleAdmin || !member.CanSignIn || told == BackupMailsMax {
			continue
		}
		told++
		if err := m.send(ctx, member.Email, b); err != nil {
			m.Logger.WarnContext(ctx, "can't tell by e-mail that a backup failed", "backup", b.ID, "user_id", member.UserID, "error", err)
		}
	}
}

func (m *BackupMails) send(ctx context.Context, to string, b org.Backup) error {
	ctx, cancel := context.WithTimeout(ctx, BackupMailTimeout)
	defer cancel()
	return m.Mailer.Send(ctx, to, "A backup of "+b.ServiceName+" failed", m.text(b))
}

func (m *BackupMails) text(b org.Backup) string {
	next := "It is attempted again in a few minutes, and with the next backup of the schedule."
	if b.RetryAt.IsZero() {
		next = "The next one is made as the schedule says."
	}
	return fmt.Sprintf(`The backup of the service %s that was due at %s failed:

%s

%s Backups that were made before are kept. The state is on the page of the service:

%s
`, b.ServiceName, b.Slot.UTC().Format("2006-01-02 15:04 UTC"), b.Error, next, m.LinkURL(b.ServiceID))
}
