package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
)

// The headers of Standard Webhooks.
const (
	idHeader        = "Webhook-Id"
	timestampHeader = "Webhook-Timestamp"
	signatureHeader = "Webhook-Signature"

	secretPrefix = "whsec_"
	schemePrefix = "v1,"
)

// sign adds the headers of Standard Webhooks: one signature for each secret
// that is live.
func sign(header http.Header, e alerting.Envelope, body []byte) error {
	timestamp := strconv.FormatInt(e.At.Unix(), 10)
	content := append([]byte(e.MessageID+"."+timestamp+"."), body...)
	var signatures []string
	for _, secret := range e.Webhook.Secrets.SigningAt(e.At) {
		signature, err := signature(secret, content)
		if err != nil {
			return err
		}
		signatures = append(signatures, signature)
	}
	header.Set(idHeader, e.MessageID)
	header.Set(timestampHeader, timestamp)
	header.Set(signatureHeader, strings.Join(signatures, " "))
	return nil
}

func signature(secret string, content []byte) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil || len(key) == 0 {
		return "", fmt.Errorf("the signing secret can't be read")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(content)
	return schemePrefix + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}
