package cloud

import (
	"context"
	"crypto/sha1" //nolint:gosec // the MySQL protocol knows no other
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// SetServicePassword keeps the hashes as the service's password, or makes a
// password where none are given and returns it this once with the service.
func (c *Cloud) SetServicePassword(ctx context.Context, ref ServiceRef, hashes org.PasswordHashes) (NewService, error) {
	if err := hashes.Check(); err != nil {
		return NewService{}, err
	}
	var password string
	changed, err := c.changeService(ctx, access.ServicesManage, ref, func(ctx context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		// An empty patch refuses a service that is on its way out.
		if _, _, err := s.Apply(org.ServicePatch{}); err != nil {
			return s, nil, err
		}
		var err error
		if hashes == (org.PasswordHashes{}) {
			password, err = c.setNewPassword(ctx, s.ID)
		} else {
			err = c.Store.SetServicePassword(ctx, s.ID, hashes, c.Now())
		}
		return s, []org.ActivityType{org.ActivityServicePassword}, err
	})
	return NewService{changed, password}, err
}

// setNewPassword makes a password, keeps its hashes and returns it.
func (c *Cloud) setNewPassword(ctx context.Context, serviceID string) (string, error) {
	password, err := access.NewPassword(c.Random)
	if err != nil {
		return "", err
	}
	return password, c.Store.SetServicePassword(ctx, serviceID, hashesOf(password), c.Now())
}

func hashesOf(password string) org.PasswordHashes {
	strong := sha256.Sum256([]byte(password))
	once := sha1.Sum([]byte(password)) //nolint:gosec // the MySQL protocol knows no other
	twice := sha1.Sum(once[:])         //nolint:gosec // the MySQL protocol knows no other
	return org.PasswordHashes{
		SHA256:     base64.StdEncoding.EncodeToString(strong[:]),
		DoubleSHA1: hex.EncodeToString(twice[:]),
	}
}
