package sso

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
)

// ClockLeeway is how far the clocks of a provider and of this server may be
// apart.
const ClockLeeway = time.Minute

// Google writes its issuer without the scheme in some tokens.
const (
	googleIssuer      = "https://accounts.google.com"
	googleIssuerShort = "accounts.google.com"
)

var errorCode = regexp.MustCompile(`^[a-z_]{1,64}$`)

// checkReturn refuses what the provider sent back instead of a code.
func (p Provider) checkReturn(back access.Return) error {
	switch {
	case back.Issuer != "" && back.Issuer != p.Issuer:
		return failed(nil, "another provider than %s has sent you back; start again", p.Name)
	case back.Error == "access_denied":
		return failed(nil, "%s did not let you in: you declined, or may not use this application", p.Name)
	case back.Error != "" && errorCode.MatchString(back.Error):
		return failed(nil, "%s refused the sign-in: %s", p.Name, back.Error)
	case back.Error != "" || back.Code == "":
		return failed(nil, "%s refused the sign-in", p.Name)
	}
	return nil
}

// exchangeFault says why a provider gave no token for a code.
func (p Provider) exchangeFault(err error) error {
	var refusal *oauth2.RetrieveError
	if !errors.As(err, &refusal) {
		return fault.Wrap(fault.Unavailable, err, "%s can't be reached at the moment; try again later, or sign in another way", p.Name)
	}
	switch {
	case refusal.ErrorCode == "invalid_grant":
		return failed(err, "%s no longer takes this sign-in: it was used already, or took too long; start again", p.Name)
	case slices.Contains([]string{"invalid_client", "unauthorized_client"}, refusal.ErrorCode):
		return failed(err, "%s does not accept the client id or secret of this installation; the operator corrects them", p.Name)
	case refusal.Response != nil && refusal.Response.StatusCode >= 500:
		return fault.Wrap(fault.Unavailable, err, "%s has a problem at the moment; try again later, or sign in another way", p.Name)
	}
	return failed(err, "%s refused the sign-in", p.Name)
}

// proof is what a provider has sent for a code.
type proof struct {
	token *oauth2.Token
	nonce string
	now   time.Time
}

// person returns whom a provider vouches for, once everything about the token
// is as it has to be.
func (d *directory) person(ctx context.Context, doc *document, p proof) (access.Person, error) {
	raw, _ := p.token.Extra("id_token").(string)
	if raw == "" {
		return access.Person{}, failed(nil, "%s sent no ID token; the operator adds the scope openid", d.Name)
	}
	// What the library would check here as well is checked below, with words.
	verifier := doc.provider.VerifierContext(ctx, &oidc.Config{SkipClientIDCheck: true, SkipExpiryCheck: true, SkipIssuerCheck: true})
	token, err := verifier.Verify(ctx, raw)
	if err != nil {
		return access.Person{}, failed(err, "the signature of %s can't be checked; try again", d.Name)
	}
	said, err := claimsOf(token)
	if err == nil {
		err = d.checkToken(token, said, p)
	}
	if err == nil && d.lacks(said) {
		said, err = d.askUserInfo(ctx, doc, p.token, said)
	}
	if err != nil {
		return access.Person{}, err
	}
	return access.Person{
		Provider: d.Name, Issuer: d.Issuer, Subject: token.Subject, Email: said.text("email"),
		IsEmailVerified: d.TrustsEmail || said.isTrue("email_verified"), Name: said.text("name"),
		IDToken: raw, Grants: d.grants(said),
	}, nil
}

// claimsOf reads numbers as they are written, so that rules can name them.
func claimsOf(from interface{ Claims(v any) error }) (claims, error) {
	var raw json.RawMessage
	if err := from.Claims(&raw); err != nil {
		return nil, err
	}
	said := claims{}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return said, decoder.Decode(&said)
}

// checkToken refuses a token that is not for this sign-in here and now.
func (d *directory) checkToken(token *oidc.IDToken, said claims, p proof) error {
	switch {
	case token.Issuer != d.Issuer && (d.Issuer != googleIssuer || token.Issuer != googleIssuerShort):
		return failed(fmt.Errorf("issuer %q", token.Issuer), "the token is not of %s but of another issuer; the operator corrects the issuer", d.Name)
	case !d.isForUs(token, said):
		return failed(fmt.Errorf("audience %q", token.Audience), "the token of %s is for another application; the operator corrects the client id", d.Name)
	case token.Nonce != p.nonce:
		return failed(nil, "the token of %s is not of this sign-in; start again", d.Name)
	case token.Subject == "" || len(token.Subject) > access.IdentityCharsMax:
		return failed(nil, "the token of %s lacks the claim sub", d.Name)
	}
	if token.AccessTokenHash != "" {
		if err := token.VerifyAccessToken(p.token.AccessToken); err != nil {
			return failed(err, "the tokens of %s do not belong together; start again", d.Name)
		}
	}
	return d.checkTimes(token, said, p.now)
}

// isForUs reports whether the token was made for this installation.
func (d *directory) isForUs(token *oidc.IDToken, said claims) bool {
	party := said.text("azp")
	isSole := len(token.Audience) == 1 || party != ""
	return slices.Contains(token.Audience, d.ClientID) && isSole && (party == "" || party == d.ClientID)
}

func (d *directory) checkTimes(token *oidc.IDToken, said claims, now time.Time) error {
	begins, hasBegin := instantOf(said["nbf"])
	var why string
	switch {
	case token.Expiry.IsZero() || now.After(token.Expiry.Add(ClockLeeway)):
		why = "it has expired"
	case token.IssuedAt.After(now.Add(ClockLeeway)), hasBegin && begins.After(now.Add(ClockLeeway)):
		why = "it is from the future"
	default:
		return nil
	}
	return failed(fmt.Errorf("now %s, issued %s, expires %s", now.UTC(), token.IssuedAt.UTC(), token.Expiry.UTC()),
		"the token of %s is not valid now: %s; the clocks of %s and of this server may differ, which the operator corrects", d.Name, why, d.Name)
}

func instantOf(value any) (time.Time, bool) {
	number, ok := value.(json.Number)
	if !ok {
		return time.Time{}, false
	}
	seconds, err := number.Float64()
	return time.Unix(int64(seconds), 0), err == nil
}

// askUserInfo adds what userinfo says to the claims of a token, which win.
func (d *directory) askUserInfo(ctx context.Context, doc *document, token *oauth2.Token, said claims) (claims, error) {
	if doc.provider.UserInfoEndpoint() == "" {
		return said, nil
	}
	info, err := doc.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "%s does not say who you are at the moment; try again later", d.Name)
	}
	more, err := claimsOf(info)
	if err != nil || more.text("sub") != said.text("sub") {
		return nil, failed(err, "%s says two different things about who you are; start again", d.Name)
	}
	if said["email_verified"] == nil && more.text("email") != "" {
		delete(said, "email") // an address comes with whether it is verified
	}
	maps.Copy(more, said)
	return more, nil
}
