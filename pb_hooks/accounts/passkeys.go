// Passkeys (WebAuthn) of members and of admins:
//
//	add      BeginPasskey asks for the password, and for a code if the account has a second factor. FinishPasskey
//	         stores the new passkey and emails the owner.
//	sign in  BeginPasskeyLogin creates a challenge for any visitor. FinishPasskeyLogin opens the account of the user
//	         handle that the authenticator returns. The authenticator has verified its user by fingerprint, face or
//	         PIN, so a passkey counts as both factors and no code is asked for.
//	remove   DeletePasskey asks for the password again and emails the owner.
//
// The password alone does not open an admin account that has a passkey and no authenticator app (AdminLogin). During
// a ceremony the browser has a cookie. The challenge is stored here, can be used once, and expires after five
// minutes. User handles are random, so they reveal nothing about an account.

package accounts

import (
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/sessions"
)

const (
	ceremonyTTL    = 5 * time.Minute
	ceremonyCookie = "passkey"
	// maxPasskeys is the largest number of passkeys of an account.
	maxPasskeys = 20
)

var (
	errNoPasskeysHere   = apperr.Unavailable("no-passkeys", "Passkeys do not work at this address: they need a domain name.")
	errPasskeyRefused   = apperr.New("passkey-refused", http.StatusUnauthorized, "This passkey does not open an account here. Please sign in with your password.")
	errNoCeremony       = apperr.New("no-ceremony", http.StatusBadRequest, "The sign-in was not completed in time. Please begin again.")
	errPasskeyNotAdded  = apperr.New("passkey-not-added", http.StatusBadRequest, "The passkey was not added. Please begin again.")
	errPasskeyTaken     = apperr.Conflict("passkey-taken", "This passkey is registered already. Please use another one.")
	errPasskeyNotFound  = apperr.NotFound("passkey-not-found", "This passkey was removed already.")
	errTooManyPasskeys  = apperr.Conflict("too-many-passkeys", "Your account has twenty passkeys. Remove one first.")
	errPasskeyRequired  = apperr.New("passkey-required", http.StatusUnauthorized, "This account has a passkey. Please sign in with it.")
	errLastMandatoryMFA = apperr.Conflict("last-mandatory-mfa", "The settings make two-step sign-in mandatory, and this is your only second factor. Set up another one first.")
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

// PasskeyCreation has the options with which the browser creates a passkey.
type PasskeyCreation struct {
	PublicKey protocol.PublicKeyCredentialCreationOptions `json:"publicKey"`
}

// PasskeyRequest has the options with which the browser signs in with a passkey.
type PasskeyRequest struct {
	PublicKey protocol.PublicKeyCredentialRequestOptions `json:"publicKey"`
}

// newWebAuthn returns nil if passkeys cannot be bound to the site's address.
func newWebAuthn(siteName, siteURL string) *webauthn.WebAuthn {
	site, err := url.Parse(siteURL)
	if err != nil || site.Hostname() == "" {
		return nil
	}
	timeout := webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyTTL, TimeoutUVD: ceremonyTTL}
	w, err := webauthn.New(&webauthn.Config{
		RPID: site.Hostname(), RPDisplayName: siteName, RPOrigins: []string{site.Scheme + "://" + site.Host},
		// Some browsers return extension outputs that were not requested, such as credProps.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: passkeyVerification,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
	})
	if err != nil {
		return nil
	}
	return w
}

// keyOwner implements webauthn.User for an account.
type keyOwner struct {
	account     *core.Record
	handle      []byte
	passkeys    []passkey
	credentials []webauthn.Credential
}

func (o *keyOwner) WebAuthnID() []byte                         { return o.handle }
func (o *keyOwner) WebAuthnName() string                       { return identity.SignInName(o.account) }
func (o *keyOwner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }
func (o *keyOwner) WebAuthnDisplayName() string {
	if o.account.Collection().Name == identity.Users {
		return identity.NewUser(o.account).Name()
	}
	return identity.SignInName(o.account)
}

func newKeyOwner(account *core.Record, list []passkey) (*keyOwner, error) {
	owner := &keyOwner{account: account, passkeys: list}
	for _, p := range list {
		credential, err := p.decode()
		if err != nil {
			return nil, err
		}
		owner.credentials = append(owner.credentials, credential)
		if owner.handle, err = base64.RawURLEncoding.DecodeString(p.Handle); err != nil {
			return nil, err
		}
	}
	return owner, nil
}

// findKeyOwner returns an account with its passkeys. An account without passkeys gets a new handle.
func findKeyOwner(app core.App, account *core.Record) (*keyOwner, error) {
	list, err := findPasskeysOf(app, account)
	if err != nil {
		return nil, err
	}
	owner, err := newKeyOwner(account, list)
	if err == nil && owner.handle == nil {
		owner.handle = make([]byte, 32)
		rand.Read(owner.handle)
	}
	return owner, err
}

// ListPasskeys is GET /api/passkeys and GET /api/admin/me/passkeys.
func (a *Accounts) ListPasskeys(e *core.RequestEvent) error {
	list, err := listPasskeys(e.App, e.Auth)
	if err != nil {
		return apperr.Fail("Your passkeys could not be read.", fmt.Errorf("list passkeys: %w", err))
	}
	return e.JSON(http.StatusOK, list)
}

// listPasskeys returns the passkeys of an account, oldest first.
func listPasskeys(app core.App, account *core.Record) ([]Passkey, error) {
	owner, err := findKeyOwner(app, account)
	if err != nil {
		return nil, err
	}
	list := make([]Passkey, len(owner.passkeys))
	for i, p := range owner.passkeys {
		list[i] = Passkey{
			ID: p.ID, Name: p.Name, CreatedAt: httpx.Time(p.CreatedAt), LastUsedAt: httpx.Time(p.LastUsedAt),
			IsSynced: owner.credentials[i].Flags.BackupState,
		}
	}
	return list, nil
}

// BeginPasskey is POST /api/passkeys/begin and POST /api/admin/me/passkeys/begin.
func (a *Accounts) BeginPasskey(e *core.RequestEvent) error {
	if a.webauthn == nil {
		return errNoPasskeysHere
	}
	if err := a.ReauthenticateRequest(e); err != nil {
		return err
	}
	owner, err := findKeyOwner(e.App, e.Auth)
	if err != nil {
		return saveError("begin passkey", err)
	}
	if len(owner.passkeys) >= maxPasskeys {
		return errTooManyPasskeys
	}
	creation, session, err := a.webauthn.BeginRegistration(owner, webauthn.WithExclusions(webauthn.Credentials(owner.credentials).CredentialDescriptors()))
	if err == nil {
		err = a.beginCeremony(e, addPurpose+httpx.AccountKey(e), session)
	}
	if err != nil {
		return saveError("begin passkey", err)
	}
	return e.JSON(http.StatusOK, PasskeyCreation{creation.Response})
}

// FinishPasskey is POST /api/passkeys/finish and POST /api/admin/me/passkeys/finish. The body is the browser's
// PublicKeyCredential as JSON.
func (a *Accounts) FinishPasskey(e *core.RequestEvent) error {
	if a.webauthn == nil {
		return errNoPasskeysHere
	}
	session, err := a.endCeremony(e, addPurpose+httpx.AccountKey(e))
	if errors.Is(err, sql.ErrNoRows) {
		return errPasskeyNotAdded
	}
	if err != nil {
		return saveError("finish passkey", err)
	}
	body, err := io.ReadAll(e.Request.Body)
	if err != nil {
		return saveError("finish passkey", err)
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(body)
	if err != nil {
		return fmt.Errorf("%w: %w", errPasskeyNotAdded, err)
	}
	owner, err := findKeyOwner(e.App, e.Auth)
	if err != nil {
		return saveError("finish passkey", err)
	}
	owner.handle = session.UserID
	credential, err := a.webauthn.CreateCredential(owner, session, parsed)
	if err != nil {
		return fmt.Errorf("%w: %w", errPasskeyNotAdded, err)
	}
	name := sessions.DescribeDevice(e.Request.UserAgent())
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		isTaken, err := isPasskeyTaken(tx, credential.ID)
		if err != nil {
			return err
		}
		if isTaken {
			return errPasskeyTaken
		}
		if err := insertPasskey(tx, e.Auth, name, owner.handle, credential, a.now()); err != nil {
			return err
		}
		if err := a.recordAdminEvent(tx, e, "passkey.added", e.Auth); err != nil {
			return err
		}
		return a.notifyOwner(tx, e.Auth, emails.EventPasskeyAdded)
	})
	if err != nil {
		return saveError("finish passkey", err)
	}
	return a.respondPasskey(e, credential)
}

// respondPasskey responds with a passkey that was just added.
func (a *Accounts) respondPasskey(e *core.RequestEvent, credential *webauthn.Credential) error {
	owner, err := findKeyOwner(e.App, e.Auth)
	if err != nil {
		return saveError("read passkey", err)
	}
	for i, p := range owner.passkeys {
		if slices.Equal(owner.credentials[i].ID, credential.ID) {
			return e.JSON(http.StatusCreated, Passkey{
				ID: p.ID, Name: p.Name, CreatedAt: httpx.Time(p.CreatedAt), LastUsedAt: httpx.Time(p.LastUsedAt), IsSynced: credential.Flags.BackupState,
			})
		}
	}
	return errPasskeyNotFound
}

// DeletePasskey is DELETE /api/passkeys/{id} and POST /api/admin/me/passkeys/{id}/remove.
func (a *Accounts) DeletePasskey(e *core.RequestEvent) error {
	if err := a.ReauthenticateRequest(e); err != nil {
		return err
	}
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		known, err := deletePasskey(tx, e.Auth, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if !known {
			return errPasskeyNotFound
		}
		if err := a.requireOtherFactor(tx, e.Auth); err != nil {
			return err
		}
		if err := a.recordAdminEvent(tx, e, "passkey.removed", e.Auth); err != nil {
			return err
		}
		return a.notifyOwner(tx, e.Auth, emails.EventPasskeyRemoved)
	})
	if err != nil {
		return saveError("delete passkey", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// requireOtherFactor returns an error if an admin account would lose the second factor that the settings require.
func (a *Accounts) requireOtherFactor(tx core.App, account *core.Record) error {
	if account.Collection().Name != identity.Admins {
		return nil
	}
	needed, err := AccessRequirement(tx)(account)
	if err == nil && needed == httpx.RequiresMFA {
		return errLastMandatoryMFA
	}
	return err
}

// notifyOwner emails the owner of a member's or an admin's account about a change of credentials.
func (a *Accounts) notifyOwner(tx core.App, account *core.Record, event emails.UserEvent) error {
	if account.Collection().Name == identity.Users {
		return a.notifyUser(tx, identity.NewUser(account), event)
	}
	return a.notifyAdmin(tx, identity.NewAdmin(account), emails.AdminEvent(event))
}

// --- the sign-in

// BeginPasskeyLogin is POST /api/passkeys/login/begin.
func (a *Accounts) BeginPasskeyLogin(e *core.RequestEvent) error {
	return a.beginLogin(e, identity.Users)
}

// BeginAdminPasskeyLogin is POST /api/admin/login/passkey/begin.
func (a *Accounts) BeginAdminPasskeyLogin(e *core.RequestEvent) error {
	return a.beginLogin(e, identity.Admins)
}

func (a *Accounts) beginLogin(e *core.RequestEvent, collection string) error {
	if a.webauthn == nil {
		return errNoPasskeysHere
	}
	assertion, session, err := a.webauthn.BeginDiscoverableLogin(webauthn.WithUserVerification(passkeyVerification))
	if err == nil {
		err = a.beginCeremony(e, loginPurpose+collection, session)
	}
	if err != nil {
		return signInError("begin passkey sign-in", err)
	}
	return e.JSON(http.StatusOK, PasskeyRequest{assertion.Response})
}

// FinishPasskeyLogin is POST /api/passkeys/login/finish. The body is the browser's PublicKeyCredential as JSON.
func (a *Accounts) FinishPasskeyLogin(e *core.RequestEvent) error {
	account, err := a.finishLogin(e, identity.Users)
	if err != nil {
		return err
	}
	if err := a.recordAdminEvent(e.App, e, "session.opened", account); err != nil {
		return signInError("passkey sign-in", err)
	}
	return a.startSession(e, http.StatusOK, identity.NewUser(account))
}

// FinishAdminPasskeyLogin is POST /api/admin/login/passkey/finish.
func (a *Accounts) FinishAdminPasskeyLogin(e *core.RequestEvent) error {
	account, err := a.finishLogin(e, identity.Admins)
	if err != nil {
		return err
	}
	admin := identity.NewAdmin(account)
	if err := a.startAdminSession(e, admin); err != nil {
		return signInError("admin passkey sign-in", err)
	}
	return e.JSON(http.StatusOK, AdminWelcome{"Welcome to the admin panel", admin.Username()})
}

// finishLogin returns the active account that the passkey opens, if it is in the collection.
func (a *Accounts) finishLogin(e *core.RequestEvent, collection string) (*core.Record, error) {
	if a.webauthn == nil {
		return nil, errNoPasskeysHere
	}
	session, err := a.endCeremony(e, loginPurpose+collection)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoCeremony
	}
	if err != nil {
		return nil, signInError("passkey sign-in", err)
	}
	body, err := io.ReadAll(e.Request.Body)
	if err != nil {
		return nil, signInError("passkey sign-in", err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(body)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoCeremony, err)
	}
	var owner *keyOwner
	_, credential, err := a.webauthn.ValidatePasskeyLogin(func(rawID, handle []byte) (webauthn.User, error) {
		owner, err = a.findOwnerByHandle(e.App, collection, rawID, handle, parsed)
		return owner, err
	}, session, parsed)
	// A sign counter that has decreased means that the passkey was cloned.
	if err != nil || credential.Authenticator.CloneWarning {
		return nil, fmt.Errorf("%w: %w", errPasskeyRefused, err)
	}
	for i, known := range owner.credentials {
		if slices.Equal(known.ID, credential.ID) {
			if err := savePasskeyUse(e.App, owner.passkeys[i].ID, credential, a.now()); err != nil {
				return nil, signInError("passkey sign-in", err)
			}
		}
	}
	return owner.account, nil
}

// findOwnerByHandle returns the active account with a user handle, if it is in the collection.
func (a *Accounts) findOwnerByHandle(app core.App, collection string, rawID, handle []byte, parsed *protocol.ParsedCredentialAssertionData) (*keyOwner, error) {
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
		if known := &owner.credentials[i]; slices.Equal(known.ID, rawID) && parsed.Response.AuthenticatorData.Flags.HasBackupEligible() {
			known.Flags.BackupEligible = true
		}
	}
	return owner, nil
}

// --- ceremonies

func (a *Accounts) beginCeremony(e *core.RequestEvent, purpose string, session *webauthn.SessionData) error {
	token := keys.Random()
	session.Expires = a.now().Add(ceremonyTTL)
	if err := insertCeremony(e.App, keys.Hash(token), purpose, session, a.now(), session.Expires); err != nil {
		return err
	}
	a.middleware.SetCookie(e, ceremonyCookie, token, int(ceremonyTTL.Seconds()))
	return nil
}

// endCeremony returns the data of the browser's ceremony and deletes it. It returns sql.ErrNoRows if there is none
// for the purpose.
func (a *Accounts) endCeremony(e *core.RequestEvent, purpose string) (webauthn.SessionData, error) {
	session, err := takeCeremony(e.App, keys.Hash(a.middleware.Cookie(e, ceremonyCookie)), purpose, a.now())
	// takeCeremony has checked the expiry with our clock. The library would use the system's.
	session.Expires = time.Time{}
	return session, err
}

// PurgeCeremonies deletes expired ceremonies.
func (a *Accounts) PurgeCeremonies() error { return purgeCeremonies(a.app, a.now()) }
