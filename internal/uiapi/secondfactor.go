package uiapi

import (
	"context"

	"rsc.io/qr"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
)

// SecondFactors are the use cases of two-factor authentication.
type SecondFactors interface {
	SecondFactor(ctx context.Context) (access.SecondFactorState, error)
	BeginSecondFactor(ctx context.Context, password string) (access.Enrollment, error)
	ConfirmSecondFactor(ctx context.Context, code string) ([]string, error)
	RenewRecoveryCodes(ctx context.Context, password string) ([]string, error)
	RemoveSecondFactor(ctx context.Context, password string) error
	RemoveMemberSecondFactor(ctx context.Context, userID string) error
}

type secondFactor struct {
	IsOn              bool `json:"isOn"`
	RecoveryCodesLeft int  `json:"recoveryCodesLeft"`
}

func (a *API) getSecondFactor(ctx context.Context, _ *struct{}) (httpx.Reply[secondFactor], error) {
	state, err := a.accounts.SecondFactor(ctx)
	return httpx.Reply[secondFactor]{Value: secondFactor{IsOn: state.On, RecoveryCodesLeft: state.RecoveryCodesLeft}}, err
}

type provenInput struct {
	Body struct {
		CurrentPassword string `json:"currentPassword" maxLength:"512"`
	}
}

// enrollment is what an authenticator app reads, as text and as the picture
// that the page draws.
type enrollment struct {
	Secret string   `json:"secret" doc:"For typing into the app; shown only once."`
	QRCode []string `json:"qrCode" doc:"The rows of the QR code: 1 is dark, 0 is light."`
}

func (a *API) beginSecondFactor(ctx context.Context, in *provenInput) (httpx.Reply[enrollment], error) {
	begun, err := a.accounts.BeginSecondFactor(ctx, in.Body.CurrentPassword)
	if err != nil {
		return httpx.Reply[enrollment]{}, err
	}
	code, err := qr.Encode(begun.URI, qr.M)
	if err != nil {
		return httpx.Reply[enrollment]{}, err
	}
	return httpx.Reply[enrollment]{Value: enrollment{Secret: begun.Secret, QRCode: rowsOf(code)}}, nil
}

func rowsOf(code *qr.Code) []string {
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = '0'
			if code.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows
}

type codeInput struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"32" doc:"The six digits that the app shows."`
	}
}

type recoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes" doc:"Each signs in once in place of a code; shown only once."`
}

func (a *API) confirmSecondFactor(ctx context.Context, in *codeInput) (httpx.Reply[recoveryCodes], error) {
	codes, err := a.accounts.ConfirmSecondFactor(ctx, in.Body.Code)
	return httpx.Reply[recoveryCodes]{Value: recoveryCodes{RecoveryCodes: codes}}, err
}

func (a *API) renewRecoveryCodes(ctx context.Context, in *provenInput) (httpx.Reply[recoveryCodes], error) {
	codes, err := a.accounts.RenewRecoveryCodes(ctx, in.Body.CurrentPassword)
	return httpx.Reply[recoveryCodes]{Value: recoveryCodes{RecoveryCodes: codes}}, err
}

func (a *API) removeSecondFactor(ctx context.Context, in *provenInput) error {
	return a.accounts.RemoveSecondFactor(ctx, in.Body.CurrentPassword)
}

func (a *API) removeMemberSecondFactor(ctx context.Context, in *inMember) error {
	return a.accounts.RemoveMemberSecondFactor(ctx, in.UserID)
}
