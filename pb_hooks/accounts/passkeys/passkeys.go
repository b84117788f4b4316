// Package passkeys implements the passkeys (WebAuthn) of members and of admins:
//
//	add      BeginAdd creates a challenge. Its route asks for the password, and for a code if the account has a second
//	         factor. FinishAdd stores the new passkey and emails the owner.
//	sign in  BeginLogin creates a challenge for any visitor. FinishLogin opens the account of the user handle that
//	         the authenticator returns. The authenticator has verified its user by fingerprint, face or PIN, so a
//	         passkey counts as both factors and no code is asked for.
//	remove   Delete emails the owner. Its route asks for the password again.
//
// The password alone does not open an admin account that has a passkey and no authenticator app (admins.Login). During
// a ceremony the browser has a cookie. The challenge is stored here, can be used once, and expires after five
// minutes. User handles are random, so they reveal nothing about an account.
package passkeys

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/notices"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/settings"
)

// Deps are the dependencies of Passkeys.
type Deps struct {
	Middleware *httpx.Middleware
	Clock      clock.Clock
	SignIn     *signin.Checker
	Notices    *notices.Notices
	// SiteName and SiteURL are the site to which passkeys are bound.
	SiteName, SiteURL string
}

// Passkeys has the handlers of the passkeys.
type Passkeys struct {
	app        core.App
	middleware *httpx.Middleware
	now        clock.Clock
	signIn     *signin.Checker
	notices    *notices.Notices
	// webauthn is nil if the site's address does not allow passkeys.
	webauthn *webauthn.WebAuthn
}

// New returns Passkeys.
func New(app core.App, deps Deps) *Passkeys {
	return &Passkeys{
		app: app, middleware: deps.Middleware, now: deps.Clock, signIn: deps.SignIn, notices: deps.Notices,
		webauthn: newWebAuthn(deps.SiteName, deps.SiteURL),
	}
}

// RegisterHooks deletes the passkeys of an account when the account is deleted.
func RegisterHooks(app core.App) {
	app.OnRecordDeleteExecute(identity.Users, identity.Admins).BindFunc(func(e *core.RecordEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		return DeleteAll(e.App, e.Record)
	})
}

const (
	ceremonyTTL    = 5 * time.Minute
	ceremonyCookie = "passkey"
	// Max is the largest number of passkeys of an account.
	Max = 20
)

var (
	errNoPasskeysHere = apperr.Unavailable("no-passkeys",
		"Passkeys do not work at this address: they need a domain name.")
	errPasskeyRefused = apperr.New("passkey-refused", http.StatusUnauthorized,
		"No account here uses this passkey. Please sign in with your password.")
	errNoCeremony = apperr.New("no-ceremony", http.StatusBadRequest,
		"The sign-in was not completed in time. Please start again.")
	errPasskeyNotAdded = apperr.New("passkey-not-added", http.StatusBadRequest,
		"The passkey was not added. Please start again.")
	errPasskeyTaken = apperr.Conflict("passkey-taken",
		"This passkey is already registered. Please use another one.")
	errPasskeyNotFound  = apperr.NotFound("passkey-not-found", "This passkey was already removed.")
	errTooManyPasskeys  = apperr.Conflict("too-many-passkeys", "Your account has twenty passkeys. Remove one first.")
	errLastMandatoryMFA = apperr.Conflict("last-mandatory-mfa",
		"The settings require two-step sign-in, and this is your only second factor. Set up another one first.")
)

// The purposes of a ceremony. The collection or the account is appended. User verification is always required.
const (
	addPurpose          = "add "
	loginPurpose        = "login "
	passkeyVerification = protocol.VerificationRequired
)

// Passkey is a passkey of the caller's account.
type Passkey struct {
	ID string `json:"id"`
	// Name is the browser and the system with which the passkey was added.
	Name       string     `json:"name"`
	CreatedAt  httpx.Time `json:"createdAt"`
	LastUsedAt httpx.Time `json:"lastUsedAt"`
	// IsSynced reports whether the passkey is synced across the owner's devices.
	IsSynced bool `json:"isSynced"`
}

// Options are the options with which the browser creates a passkey, or signs in with one.
type Options struct {
	// PublicKey is an object that WebAuthn defines.
	PublicKey any `json:"publicKey"`
}

// Credential describes the browser's PublicKeyCredential as JSON. Package protocol decodes it.
type Credential struct {
	ID       string          `json:"id"`
	RawID    string          `json:"rawId"`
	Type     string          `json:"type"`
	Response json.RawMessage `json:"response"`
}

// Rules returns no rules.
func (Credential) Rules() rules.Form { return nil }

// CredentialDescription describes the routes whose body is a Credential.
const CredentialDescription = "The body is the browser's PublicKeyCredential as JSON."

// List is GET /api/passkeys and GET /api/admin/me/passkeys.
func (p *Passkeys) List() httpx.Endpoint {
	return httpx.Get(p.list, httpx.Doc{
		Tag: "accounts", Summary: "List your own passkeys",
	})
}

func (p *Passkeys) list(e *core.RequestEvent) ([]Passkey, error) {
	list, err := ListOf(e.App, e.Auth)
	if err != nil {
		return nil, apperr.Fail("Your passkeys could not be read.", fmt.Errorf("list passkeys: %w", err))
	}
	return list, nil
}

// ListOf returns the passkeys of an account, oldest first.
func ListOf(app core.App, account *core.Record) ([]Passkey, error) {
	owner, err := findKeyOwner(app, account)
	if err != nil {
		return nil, err
	}
	list := make([]Passkey, len(owner.passkeys))
	for i, p := range owner.passkeys {
		list[i] = p.view(owner.credentials[i])
	}
	return list, nil
}

// CanAdd is the rule of POST /api/passkeys/begin and POST /api/admin/me/passkeys/begin.
func (p *Passkeys) CanAdd(*core.RequestEvent) (bool, error) {
	if p.webauthn == nil {
		return false, errNoPasskeysHere
	}
	return true, nil
}

// BeginAdd is POST /api/passkeys/begin and POST /api/admin/me/passkeys/begin.
func (p *Passkeys) BeginAdd() httpx.Endpoint {
	return httpx.DoJSON(p.beginAdd, httpx.Doc{
		Tag: "accounts", Summary: "Start to add a passkey",
		Description: "The answer is for navigator.credentials.create. A cookie holds the ceremony for five minutes.",
		Errors:      []*apperr.Error{errTooManyPasskeys, errNoPasskeysHere},
		Unaudited:   "It adds nothing yet.",
	})
}

func (p *Passkeys) beginAdd(e *core.RequestEvent) (Options, error) {
	owner, err := findKeyOwner(e.App, e.Auth)
	if err != nil {
		return Options{}, apperr.SaveFailed("begin passkey", err)
	}
	if len(owner.passkeys) >= Max {
		return Options{}, errTooManyPasskeys
	}
	creation, session, err := p.webauthn.BeginRegistration(owner,
		webauthn.WithExclusions(webauthn.Credentials(owner.credentials).CredentialDescriptors()))
	if err == nil {
		err = p.beginCeremony(e, addPurpose+httpx.AccountKey(e), session)
	}
	if err != nil {
		return Options{}, apperr.SaveFailed("begin passkey", err)
	}
	return Options{creation.Response}, nil
}

// FinishAdd is POST /api/passkeys/finish and POST /api/admin/me/passkeys/finish.
func (p *Passkeys) FinishAdd() httpx.Endpoint {
	return httpx.Raw[Credential](p.finishAdd, httpx.Doc{
		Tag: "accounts", Summary: "Add the passkey that the browser has created", Description: CredentialDescription,
		Status: http.StatusCreated, Errors: []*apperr.Error{
			errPasskeyNotAdded, errPasskeyTaken, errTooManyPasskeys, errNoPasskeysHere,
		},
	})
}

func (p *Passkeys) finishAdd(e *core.RequestEvent) (Passkey, error) {
	if p.webauthn == nil {
		return Passkey{}, errNoPasskeysHere
	}
	session, err := p.endCeremony(e, addPurpose+httpx.AccountKey(e))
	if err != nil {
		return Passkey{}, apperr.SaveFailed("finish passkey", database.IfMissing(err, errPasskeyNotAdded))
	}
	body, err := io.ReadAll(e.Request.Body)
	if err != nil {
		return Passkey{}, apperr.SaveFailed("finish passkey", err)
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(body)
	if err != nil {
		return Passkey{}, fmt.Errorf("%w: %w", errPasskeyNotAdded, err)
	}
	owner, err := findKeyOwner(e.App, e.Auth)
	if err != nil {
		return Passkey{}, apperr.SaveFailed("finish passkey", err)
	}
	owner.handle = session.UserID
	credential, err := p.webauthn.CreateCredential(owner, session, parsed)
	if err != nil {
		return Passkey{}, fmt.Errorf("%w: %w", errPasskeyNotAdded, err)
	}
	name := sessions.DescribeDevice(e.Request.UserAgent())
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := p.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		// Other browsers may have added passkeys since this ceremony began.
		count, err := Count(tx, e.Auth)
		if err != nil {
			return err
		}
		if count >= Max {
			return errTooManyPasskeys
		}
		if err := insertPasskey(tx, e.Auth, name, owner.handle, credential, p.now()); err != nil {
			return err
		}
		if err := p.signIn.RecordEvent(tx, e, "passkey.added", e.Auth); err != nil {
			return err
		}
		return p.notices.NotifyOwner(tx, e.Auth, emails.EventPasskeyAdded)
	})
	if err != nil {
		return Passkey{}, apperr.SaveFailed("finish passkey", err)
	}
	return find(e, credential)
}

// find returns a passkey of the caller that was just added.
func find(e *core.RequestEvent, credential *webauthn.Credential) (Passkey, error) {
	owner, err := findKeyOwner(e.App, e.Auth)
	if err != nil {
		return Passkey{}, apperr.SaveFailed("read passkey", err)
	}
	for i, p := range owner.passkeys {
		if slices.Equal(owner.credentials[i].ID, credential.ID) {
			return p.view(owner.credentials[i]), nil
		}
	}
	return Passkey{}, errPasskeyNotFound
}

// Delete is DELETE /api/passkeys/{id} and POST /api/admin/me/passkeys/{id}/remove.
func (p *Passkeys) Delete() httpx.Endpoint {
	return httpx.Do(p.delete, httpx.Doc{
		Tag: "accounts", Summary: "Remove a passkey",
		Errors: []*apperr.Error{errPasskeyNotFound, errLastMandatoryMFA},
	})
}

func (p *Passkeys) delete(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := p.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		known, err := Remove(tx, e.Auth, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if !known {
			return errPasskeyNotFound
		}
		if err := requireOtherFactor(tx, e.Auth); err != nil {
			return err
		}
		if err := p.signIn.RecordEvent(tx, e, "passkey.removed", e.Auth); err != nil {
			return err
		}
		return p.notices.NotifyOwner(tx, e.Auth, emails.EventPasskeyRemoved)
	})
	if err != nil {
		return apperr.SaveFailed("delete passkey", err)
	}
	return nil
}

// requireOtherFactor returns an error if an admin account would lose the second factor that the settings require.
func requireOtherFactor(tx core.App, account *core.Record) error {
	if account.Collection().Name != identity.Admins {
		return nil
	}
	lacks, err := LacksRequiredFactor(tx, account)
	if lacks {
		return errLastMandatoryMFA
	}
	return err
}

// LacksRequiredFactor reports whether the settings require a second factor of an account with admin rights that has
// none. For an admin account, a passkey counts as one, because the password alone does not open it.
func LacksRequiredFactor(app core.App, account *core.Record) (bool, error) {
	if identity.HasMFA(account) {
		return false, nil
	}
	site, err := settings.Read(app)
	if err != nil || !site.IsTOTPRequired {
		return false, err
	}
	if account.Collection().Name != identity.Admins {
		return true, nil
	}
	has, err := HasAny(app, account)
	return !has, err
}
