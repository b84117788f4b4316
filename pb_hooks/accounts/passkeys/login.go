package passkeys

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
)

// LoginErrors are the errors of FinishLogin.
var LoginErrors = []*apperr.Error{errNoCeremony, errPasskeyRefused, errNoPasskeysHere}

// BeginLogin is POST /api/passkeys/login/begin.
func (p *Passkeys) BeginLogin() httpx.Endpoint {
	begin := func(e *core.RequestEvent) (Options, error) { return p.beginLogin(e, identity.Users) }
	return httpx.DoJSON(begin, httpx.Doc{
		Tag: "accounts", Summary: "Start to sign in with a passkey",
		Description: "The answer is for navigator.credentials.get. A cookie holds the ceremony for five minutes.",
		Errors:      []*apperr.Error{errNoPasskeysHere},
	})
}

// BeginAdminLogin is POST /api/admin/login/passkey/begin.
func (p *Passkeys) BeginAdminLogin() httpx.Endpoint {
	begin := func(e *core.RequestEvent) (Options, error) { return p.beginLogin(e, identity.Admins) }
	return httpx.DoJSON(begin, httpx.Doc{
		Tag: "accounts", Summary: "Start to sign in to the console with a passkey",
		Errors: []*apperr.Error{errNoPasskeysHere},
	})
}

func (p *Passkeys) beginLogin(e *core.RequestEvent, collection string) (Options, error) {
	if p.webauthn == nil {
		return Options{}, errNoPasskeysHere
	}
	assertion, session, err := p.webauthn.BeginDiscoverableLogin(webauthn.WithUserVerification(passkeyVerification))
	if err == nil {
		err = p.beginCeremony(e, loginPurpose+collection, session)
	}
	if err != nil {
		return Options{}, signin.Failed("begin passkey sign-in", err)
	}
	return Options{assertion.Response}, nil
}

// FinishLogin returns the active account that the passkey opens, if it is in the collection.
func (p *Passkeys) FinishLogin(e *core.RequestEvent, collection string) (*core.Record, error) {
	if p.webauthn == nil {
		return nil, errNoPasskeysHere
	}
	session, err := p.endCeremony(e, loginPurpose+collection)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoCeremony
	}
	if err != nil {
		return nil, signin.Failed("passkey sign-in", err)
	}
	body, err := io.ReadAll(e.Request.Body)
	if err != nil {
		return nil, signin.Failed("passkey sign-in", err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(body)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoCeremony, err)
	}
	var owner *keyOwner
	_, credential, err := p.webauthn.ValidatePasskeyLogin(func(rawID, handle []byte) (webauthn.User, error) {
		owner, err = p.findOwnerByHandle(e.App, collection, rawID, handle, parsed)
		return owner, err
	}, session, parsed)
	// A sign counter that has decreased means that the passkey was cloned.
	if err != nil || credential.Authenticator.CloneWarning {
		return nil, fmt.Errorf("%w: %w", errPasskeyRefused, err)
	}
	for i, known := range owner.credentials {
		if slices.Equal(known.ID, credential.ID) {
			if err := savePasskeyUse(e.App, owner.passkeys[i].ID, credential, p.now()); err != nil {
				return nil, signin.Failed("passkey sign-in", err)
			}
		}
	}
	return owner.account, nil
}

// findOwnerByHandle returns the active account with a user handle, if it is in the collection.
func (p *Passkeys) findOwnerByHandle(app core.App, collection string, rawID, handle []byte,
	parsed *protocol.ParsedCredentialAssertionData) (*keyOwner, error) {
	list, err := findPasskeysByHandle(app, handle)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 || list[0].Collection != collection {
		return nil, sql.ErrNoRows
	}
	account, err := app.FindRecordById(collection, list[0].Account)
	if err != nil {
		return nil, err
	}
	if !identity.IsActive(account) {
		return nil, sql.ErrNoRows
	}
	owner, err := newKeyOwner(account, list)
	if err != nil {
		return nil, err
	}
	for i := range owner.credentials {
		// A passkey that was bound to one device may become a synced one (supabase/auth#2732). The reverse is not
		// allowed.
		if known := &owner.credentials[i]; slices.Equal(known.ID, rawID) &&
			parsed.Response.AuthenticatorData.Flags.HasBackupEligible() {
			known.Flags.BackupEligible = true
		}
	}
	return owner, nil
}
