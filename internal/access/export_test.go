package access

import (
	"context"
	"encoding/base32"
	"time"
)

// SendWaiting sends what was asked for until now.
func (m *PasswordMails) SendWaiting(ctx context.Context) {
	for len(m.waiting()) > 0 {
		m.send(ctx, <-m.waiting())
	}
}

// CodeAt returns what an authenticator app with the secret shows.
func CodeAt(secret string, at time.Time) string {
	plain, _ := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	return totpCode(plain, totpStep(at))
}
